/** Health checks and metrics for monitoring. They reveal no stored data; only the metrics may require the operator's token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { UNAUTHENTICATED } from '../../access/errors.ts';
import type { ApiDeps, ReadinessProblem, RouteApp } from '../api-deps.ts';
import { WireError } from '../contract/error.ts';
import { WireHealth, WireReadiness } from '../contract/health.ts';

const NOT_READY: WireReadiness = {
  status: 'unavailable',
  database: 'down',
  migrations: '0107-example',
  queue: 'down',
  advisories: { state: 'none', sources: [] },
  problems: [{ code: 'DATABASE_UNAVAILABLE', message: 'The database is not reachable.' }],
  warnings: [],
};
const BEARER = /^bearer +(\S+)$/i;
/** How long the database counts as full after a write failed for lack of disk space. */
const DATABASE_FULL_FOR_MS = 10_000;

/** What the API currently rejects. */
export interface AvailabilityState {
  isShedding: () => boolean;
  /** When a request last failed because the database had no disk space, in `performance.now()` milliseconds. */
  databaseFullAt: number;
}

export function healthRoutes(app: RouteApp, deps: ApiDeps, refusals: AvailabilityState): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        summary: 'Check that the process is alive',
        description: 'Returns 200 while the process responds. Use `/readyz` to check whether it accepts uploads.',
        security: [],
        response: { 200: WireHealth },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Check that uploads are accepted',
        description: 'Returns 200 only while uploads are accepted and stored durably, otherwise 503.',
        security: [],
        response: {
          200: WireReadiness,
          503: z.union([WireReadiness, WireError]).meta({
            description: 'Uploads are not accepted. `problems` has the reasons.',
            example: NOT_READY,
          }),
        },
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
        operationId: 'getMetrics',
        summary: 'Get metrics',
        description:
          'Returns metrics in the Prometheus text format. Requires the token `ASSAY_METRICS_TOKEN` if one is configured.',
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
      message: 'The server is overloaded and rejects requests.',
      refusesUploads: true,
    });
  }
  if (performance.now() - databaseFullAt < DATABASE_FULL_FOR_MS) {
    problems.push({ code: 'DATABASE_FULL', message: 'The database is out of disk space.', refusesUploads: true });
  }
  return problems;
}
