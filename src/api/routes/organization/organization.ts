/** The caller's organization, its settings, its quota usage and its audit log. */
import { SIGNATURE_KEY_INVALID } from '../../../core/sbom/errors.ts';
import { toSignatureKey } from '../../../envelope/verify-signature.ts';
import { PRECONDITION_FAILED } from '../../errors.ts';
import {
  changeOrganization,
  getOrganizationView,
  type OrganizationView,
} from '../../../pipeline/portfolio/change-organization.ts';
import { getUsage } from '../../../store/people/usage.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { requireMatch, toEtag, sendUnlessKnown, UNCHANGED } from '../../http/response/etags.ts';
import {
  OrganizationChange,
  WireOrganization,
  WireUsage,
  AUDIT_TYPES,
  AuditListQuery,
  WireAuditEntry,
} from '../../contract/organization/organization.ts';
import { toCaller, getPrincipal } from '../../http/guard-request.ts';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { AUDIT_CSV_HEAD, toAuditCsvLine } from '../../../core/report/csv.ts';
import { listAuditEntries, listAuditEntriesBefore, type AuditFilter } from '../../../store/people/audit.ts';
import { nameSubjects } from '../../../store/people/audit-subjects.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';

export function organizationRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/organization',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getOrganization',
        summary: 'Get the organization',
        description: 'Returns the name and settings.',
        response: { 200: WireOrganization, ...UNCHANGED },
      },
    },
    async (request, reply) => {
      const { orgId } = toCaller(request);
      const organization = await deps.database.readInOrg(orgId, getOrganizationView);
      return await sendUnlessKnown(request, reply, toWire(organization), organization);
    },
  );

  app.patch(
    '/organization',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED, SIGNATURE_KEY_INVALID] },
      schema: {
        operationId: 'updateOrganization',
        summary: 'Update the organization',
        description: 'Changes the name or settings that are sent.',
        body: OrganizationChange,
        response: { 200: WireOrganization },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const { signatures } = request.body;
      const changed = await changeOrganization(deps, caller, {
        ...request.body,
        signatures: signatures && { ...signatures, keys: signatures.keys.map(toSignatureKey) },
        onlyIf: (current) => requireMatch(request, toEtag(caller.orgId, current)),
      });
      return toWire(changed);
    },
  );

  app.get(
    '/organization/usage',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getUsage',
        summary: 'Get quota usage',
        description: 'Returns the usage and limit of each quota.',
        response: { 200: WireUsage },
      },
    },
    async (request) => {
      const { quotas } = await deps.database.readInOrg(toCaller(request).orgId, getUsage);
      return { quotas: quotas.map(({ limit, ...usage }) => ({ ...usage, limit: limit === 0 ? null : limit })) };
    },
  );
}

function toWire(organization: OrganizationView): WireOrganization {
  const { vexAuthors, signatures } = organization;
  return {
    ...organization,
    vexAuthors: vexAuthors.map((author) => ({ ...author })),
    signatures: { ...signatures, keys: signatures.keys.map((key) => ({ ...key })) },
  };
}

/** The audit log of the organization, as pages and as a complete CSV file. */
export function auditRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/audit',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List audit log entries',
        description: 'Newest first. `Accept: text/csv` returns all matching entries instead of one page.',
        querystring: AuditListQuery,
        response: { 200: z.array(WireAuditEntry) },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      void reply.header('vary', 'accept');
      if (chooseType(request.headers.accept, AUDIT_TYPES) === 'text/csv')
        return await sendCsv(reply, toCsv(deps, orgId, request.query));
      const page = await deps.database.readInOrg(orgId, async (tx) => {
        const { total, items } = await listAuditEntries(tx, request.query, request.query);
        const nameOf = await nameSubjects(
          tx,
          items.map(({ subject }) => subject),
        );
        return { total, items: items.map((entry) => ({ ...entry, subject: nameOf(entry.subject) })) };
      });
      setPageHeaders(request, reply, request.query, page);
      return page.items;
    },
  );
}

async function sendCsv(reply: FastifyReply, lines: AsyncGenerator<string>): Promise<FastifyReply> {
  return await reply.type('text/csv; charset=utf-8').send(Readable.from(lines));
}

/** Reads each part in its own transaction, so that a slow client holds no resources. */
async function* toCsv(deps: ApiDeps, orgId: string, filter: AuditFilter): AsyncGenerator<string> {
  yield AUDIT_CSV_HEAD;
  const limit = LIMITS.pageLimitMax;
  let before: string | undefined;
  let isEnd = false;
  while (!isEnd) {
    const asked = { before, limit };
    const entries = await deps.database.readInOrg(orgId, async (tx) => await listAuditEntriesBefore(tx, asked, filter));
    yield entries.map((entry) => toAuditCsvLine(entry)).join('');
    before = entries.at(-1)?.id;
    isEnd = entries.length < limit;
  }
}
