/** For monitoring. These routes tell nothing about what is stored; only metrics may need a token, of the operator. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { UNAUTHENTICATED } from '../../access/errors.ts';
import type { ApiDeps } from '../api-deps.ts';
import { WireHealth, WireReadiness } from '../contract/health.ts';

const tags = ['Operation'];
const BEARER = /^bearer +(\S+)$/i;

export async function healthRoutes(instance: FastifyInstance, deps: ApiDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/healthz',
    { schema: { tags, summary: 'The process is alive', security: [], response: { 200: WireHealth } } },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        tags,
        summary: '200 only while uploads are accepted and durable',
        security: [],
        response: { 200: WireReadiness, 503: WireReadiness },
      },
    },
    async (_request, reply) => {
      const { database, queue, migrations, advisories, warnings } = await deps.readiness();
      const isReady = database && queue;
      return await reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: isReady ? 'ok' : 'unavailable',
          database: database ? 'up' : 'down',
          migrations,
          queue: queue ? 'up' : 'down',
          advisories: { state: advisories.state, sources: advisories.sources.map((source) => ({ ...source })) },
          warnings: [...warnings],
        });
    },
  );

  app.get(
    '/metrics',
    {
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

/** Hashes have one length, so the comparison takes the same time for every text. */
function isBearer(header: string | undefined, token: string): boolean {
  const sent = BEARER.exec(header ?? '')?.[1] ?? '';
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}
