/** The address that is printed at the start leads somewhere useful when it is opened in a browser. */
import type { FastifyInstance } from 'fastify';

export function rootRoute(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => await reply.redirect('/api/docs'));
}
