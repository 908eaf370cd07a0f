/** The inbox of the signed-in user: the findings that wait for a reaction, by reason. Each part is a filtered list of findings. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { addDays } from '../../../core/relevance/calendar.ts';
import { INBOX_PARTS, type InboxPart } from '../../../core/vocabulary/inbox.ts';
import { nowOf } from '../../../pipeline/deps.ts';
import { FINDING_UNKNOWN } from '../../../pipeline/errors.ts';
import { handleFinding, unhandleFinding } from '../../../pipeline/work/handle-finding.ts';
import type { OrgTx } from '../../../store/database.ts';
import type { FindingFilter } from '../../../store/findings/lists/finding-filter.ts';
import { listFindings } from '../../../store/findings/lists/list-findings.ts';
import type { ListedFinding } from '../../../store/findings/lists/listed-finding.ts';
import { listWork, type FindingWork } from '../../../store/findings/work/finding-work.ts';
import { countInbox } from '../../../store/findings/work/inbox.ts';
import { findMember } from '../../../store/people/members.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { FindingFilters } from '../../contract/findings/finding-query.ts';
import { InboxQuery, WireInbox, type WireInboxFinding } from '../../contract/findings/inbox.ts';
import { FindingParams } from '../../contract/history/history.ts';
import { getPerson, toCaller } from '../../http/guard-request.ts';
import { toId } from '../../http/path-parameters.ts';
import { toWirePlacedFinding } from '../../wire/to-wire-finding.ts';
import { selectOrganizationFindings } from './select-findings.ts';
import { toWireWork } from './work.ts';

export function inboxRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/inbox',
    {
      config: { scope: 'read', person: true },
      schema: {
        operationId: 'getInbox',
        summary: 'Get your inbox',
        description:
          'Returns the open findings in the newest version of every service that wait for you. Findings that you have handled are left out until they change.',
        querystring: InboxQuery,
        response: { 200: WireInbox },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { id: personId } = getPerson(request);
      const now = nowOf(deps);
      const inbox = await deps.database.readInOrg(caller.orgId, async (tx): Promise<WireInbox> => {
        const member = await findMember(tx, personId);
        const since = member?.lastVisitAt ?? member?.joinedAt ?? now;
        const parts = INBOX_PARTS.map((name) => ({ name, filter: toQuery(name, now, since) }));
        const filters: FindingFilter[] = [];
        for (const { filter } of parts)
          filters.push((await selectOrganizationFindings(tx, caller, FindingFilters.parse(filter))).filter);
        const { totals, all } = await countInbox(tx, filters);
        const lists: (readonly ListedFinding[])[] = [];
        for (const [n, filter] of filters.entries())
          lists.push(await listFirst(tx, filter, Math.min(request.query.findings, totals[n] ?? 0)));
        const work = await listWork(tx, [...new Set(lists.flat().map(({ findingId }) => findingId))]);
        return {
          since,
          total: all,
          parts: parts.map((part, n) => ({
            ...part,
            total: totals[n] ?? 0,
            findings: (lists[n] ?? []).map((finding) => toWireInboxFinding(finding, work.get(finding.findingId))),
          })),
        };
      });
      return await sendInbox(reply, inbox);
    },
  );

  app.put(
    '/finding/:id/handled',
    {
      config: { scope: 'read', person: true },
      schema: {
        operationId: 'handleFinding',
        summary: 'Mark a finding as handled in your inbox',
        description:
          'Leaves the finding out of your inbox until its severity, priority, exploitation, fix, suggestion or decision changes, it becomes overdue, or another user assigns it or comments on it. Other users do not see the mark.',
        params: FindingParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, FINDING_UNKNOWN);
      await handleFinding(deps, toCaller(request), id, getPerson(request).id);
      return await reply.code(204).send(null);
    },
  );

  app.delete(
    '/finding/:id/handled',
    {
      config: { scope: 'read', person: true },
      schema: {
        operationId: 'unhandleFinding',
        summary: 'Move a finding back to your inbox',
        params: FindingParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, FINDING_UNKNOWN);
      await unhandleFinding(deps, toCaller(request), id, getPerson(request).id);
      return await reply.code(204).send(null);
    },
  );
}

/** As text: each finding is validated when it is mapped, and validating the whole response again would take most of the time. */
async function sendInbox(reply: FastifyReply, inbox: WireInbox): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return await reply.send(JSON.stringify(inbox));
}

/** The query of the list with the same findings. */
function toQuery(part: InboxPart, now: string, since: string): Record<string, string> {
  const within = (days: number): string => addDays(now, days) ?? now;
  const queries: Readonly<Record<InboxPart, Record<string, string>>> = {
    assigned: { assignee: 'me' },
    due: { dueBefore: within(LIMITS.inboxDueDays) },
    review: { suggested: 'true' },
    disputed: { reason: 'disputed' },
    // Most of these decisions hide their finding.
    expiring: {
      decisionExpiresBefore: within(LIMITS.inboxExpiryDays),
      relevance: 'relevant,deprioritized,not_relevant',
    },
    new: { firstSeenAfter: since },
  };
  return { ...queries[part], handled: 'false' };
}

async function listFirst(tx: OrgTx, filter: FindingFilter, limit: number): Promise<readonly ListedFinding[]> {
  if (limit === 0) return [];
  return (await listFindings(tx, { newestOf: 'all' }, filter, { sort: 'priority', limit, offset: 0 })).items;
}

function toWireInboxFinding(finding: ListedFinding, work: FindingWork | undefined): WireInboxFinding {
  return { ...toWirePlacedFinding(finding), work: work === undefined ? null : toWireWork(work) };
}
