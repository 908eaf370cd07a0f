/** The audit trail of the organization. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAuditEntries } from '../../store/people/audit.ts';
import type { ApiDeps } from '../api-deps.ts';
import { AuditListQuery, WireAuditEntry } from '../contract/audit.ts';
import { getPrincipal } from '../guard-request.ts';
import { setPageHeaders } from '../page-headers.ts';
import { ERRORS } from '../route-schema.ts';

export function auditRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/audit',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags: ['Organization'],
        summary: 'Who changed what, newest first',
        querystring: AuditListQuery,
        response: { 200: z.array(WireAuditEntry), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      const page = await deps.database.inOrg(
        orgId,
        async (tx) => await listAuditEntries(tx, request.query, request.query.q),
      );
      setPageHeaders(request, reply, request.query, page);
      return [...page.items];
    },
  );
}
