/** Health checks and metrics for monitoring. They reveal no stored data; only the metrics may require the operator's token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { UNAUTHENTICATED } from '../../access/errors.ts';
import type { ApiDeps, ReadinessProblem } from '../api-deps.ts';
import { WireError } from '../contract/error.ts';
import { WireHealth, WireReadiness } from '../contract/health.ts';

const tags = ['Operation'];
const BEARER = /^bearer +(\S+)$/i;
/** How long the database counts as full after a write failed for lack of disk space. */
const DATABASE_FULL_FOR_MS = 10_000;

/** What the API currently rejects. */
export interface AvailabilityState {
  isShedding: () => boolean;
  /** When a request last failed because the database had no disk space, in `performance.now()` milliseconds. */
  databaseFullAt: number;
}

export async function healthRoutes(
  instance: FastifyInstance,
  deps: ApiDeps,
  refusals: AvailabilityState,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/healthz',
    {
      config: { isExempt: true },
      schema: { tags, summary: 'The process is alive', security: [], response: { 200: WireHealth } },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config: { isExempt: true },
      schema: {
        tags,
        summary: '200 only while uploads are accepted and durable',
        security: [],
        response: { 200: WireReadiness, 503: z.union([WireReadiness, WireError]) },
      },
    },
    async (_request, reply) => {
      const { database, queue, migrations, advisories, warnings, ...found } = await deps.readiness();
      const problems = [...found.problems, ...listAvailabilityProblems(refusals)];
      const isReady = database && queue && !problems.some(({ refusesUploads }) => refusesUploads);
      const status = problems.length === 0 ? 'ok' : 'degraded';
      return await reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: isReady ? status : 'unavailable',
          database: database ? 'up' : 'down',
          migrations,
          queue: queue ? 'up' : 'down',
          advisories: { state: advisories.state, sources: advisories.sources.map((source) => ({ ...source })) },
          problems: problems.map(({ code, message }) => ({ code, message })),
          warnings: [...warnings],
        });
    },
  );

  app.get(
    '/metrics',
    {
      config: { errors: [UNAUTHENTICATED] },
      schema: {
        tags,
        summary: 'Metrics for Prometheus',
        description: 'Needs the token of `ASSAY_METRICS_TOKEN` where one is configured.',
        security: [],
      },
    },
    async (request, reply) => {
      const { metricsReport, metricsToken } = deps;
      if (metricsToken !== undefined && !isBearer(request.headers.authorization, metricsToken)) throw UNAUTHENTICATED();
      return await reply.type(metricsReport.contentType).header('cache-control', 'no-store').send(metricsReport.read());
    },
  );
}

/** Hashes have equal length, so the comparison takes constant time for any text. */
function isBearer(header: string | undefined, token: string): boolean {
  const sent = BEARER.exec(header ?? '')?.[1] ?? '';
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

function listAvailabilityProblems({ isShedding, databaseFullAt }: AvailabilityState): ReadinessProblem[] {
  const problems: ReadinessProblem[] = [];
  if (isShedding()) {
    problems.push({
      code: 'SERVER_BUSY',
      message: 'Requests are refused: the server is overloaded.',
      refusesUploads: true,
    });
  }
  if (performance.now() - databaseFullAt < DATABASE_FULL_FOR_MS) {
    problems.push({ code: 'DATABASE_FULL', message: 'The database has no space left.', refusesUploads: true });
  }
  return problems;
}
