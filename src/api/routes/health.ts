/** For machines that watch this one. They need no token and tell nothing about what is stored. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ApiDeps } from '../api-deps.ts';
import { WireHealth, WireReadiness } from '../contract/health.ts';

const tags = ['Operation'];

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
    { schema: { tags, summary: 'Metrics for Prometheus', security: [] } },
    async (_request, reply) => {
      void reply.type(deps.metrics.registry.contentType);
      return await deps.metrics.registry.metrics();
    },
  );
}
