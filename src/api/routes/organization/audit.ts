/** The audit log of the organization, as pages and as a complete CSV file. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { AUDIT_CSV_HEAD, toAuditCsvLine } from '../../../core/report/csv/audit-csv.ts';
import { listAuditEntries, listAuditEntriesBefore } from '../../../store/people/audit.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import { AUDIT_TYPES, AuditListQuery, WireAuditEntry } from '../../contract/organization/audit.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';

export function auditRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/audit',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags: ['Audit log'],
        operationId: 'listAuditEntries',
        summary: 'List audit log entries',
        description: 'Newest first. `Accept: text/csv` returns all matching entries instead of one page.',
        querystring: AuditListQuery,
        response: { 200: z.array(WireAuditEntry), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      const { q } = request.query;
      void reply.header('vary', 'accept');
      if (chooseType(request.headers.accept, AUDIT_TYPES) === 'text/csv')
        return await sendCsv(reply, toCsv(deps, orgId, q));
      const page = await deps.database.inOrg(orgId, async (tx) => await listAuditEntries(tx, request.query, q));
      setPageHeaders(request, reply, request.query, page);
      return [...page.items];
    },
  );
}

async function sendCsv(reply: FastifyReply, lines: AsyncGenerator<string>): Promise<FastifyReply> {
  return await reply.type('text/csv; charset=utf-8').send(Readable.from(lines));
}

/** Reads each part in its own transaction, so that a slow client holds no resources. */
async function* toCsv(deps: ApiDeps, orgId: string, search: string | undefined): AsyncGenerator<string> {
  yield AUDIT_CSV_HEAD;
  const limit = LIMITS.pageLimitMax;
  let before: string | undefined;
  let isEnd = false;
  while (!isEnd) {
    const asked = { before, limit };
    const entries = await deps.database.inOrg(orgId, async (tx) => await listAuditEntriesBefore(tx, asked, search));
    yield entries.map((entry) => toAuditCsvLine(entry)).join('');
    before = entries.at(-1)?.id;
    isEnd = entries.length < limit;
  }
}
