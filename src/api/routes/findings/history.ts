/**
 * History of one vulnerability across the versions of a service and of the counts of a service, and the changes between two
 * versions.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import { DAY_MS } from '../../../core/calendar.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { listCveHistory } from '../../../pipeline/queries/list-cve-history.ts';
import { measureService } from '../../../pipeline/remediation/get-plan.ts';
import { listFindingAges } from '../../../store/findings/history/finding-ages.ts';
import { countByDay, countByVersion } from '../../../store/findings/history/count-by-version.ts';
import { toReference } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { sumOf, toBySeverity } from '../../wire/counts.ts';
import {
  CveHistoryParams,
  CveHistoryQuery,
  ServiceHistoryQuery,
  WireCveHistoryRow,
  WireServiceAges,
  WireServiceHistory,
} from '../../contract/history/history.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { parseCursor, toNextCursor } from '../../http/response/cursor.ts';
import { toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { toWireCveHistory, toNotes, toWireDiff } from '../../wire/to-wire-history.ts';
import { LIMITS } from '../../../core/limits.ts';
import { PARAMETER_INVALID } from '../../errors.ts';
import { toReleaseNotes } from '../../../core/report/markdown/release-notes.ts';
import { compareVersions, PREVIOUS, type Comparison } from '../../../pipeline/queries/compare-versions.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import { DIFF_TYPES, DiffQuery, WireDiff } from '../../contract/history/diff.ts';

export function historyRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/cve/:id/history',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getVulnerabilityHistory',
        summary: 'Get the history of a vulnerability in a service',
        description: 'Returns one row per version, oldest first.',
        params: CveHistoryParams,
        querystring: CveHistoryQuery,
        response: { 200: z.array(WireCveHistoryRow) },
      },
    },
    async (request, reply) => {
      const { limit, offset, cursor, asOf } = request.query;
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      const { items, total } = await listCveHistory(deps, toCaller(request), {
        service: toReference('service name', request.params.service),
        id: request.params.id,
        limit,
        offset,
        after,
        asOf,
      });
      const versions = items.map(({ version }) => version);
      setPageHeaders(request, reply, request.query, { total, next: toNextCursor(versions, total, request.query) });
      return toWireCveHistory(items);
    },
  );

  app.get(
    '/service/:service/history',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getServiceHistory',
        summary: 'Get the finding history of a service',
        description:
          'Returns finding counts by severity, per version and per day. Counts open findings that are not filtered as not relevant. The counts of a day are those of the newest version at the end of that day.',
        params: ServiceParams,
        querystring: ServiceHistoryQuery,
        response: { 200: WireServiceHistory },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const days = toDayRange(request.query, deps.now());
      const reference = toReference('service name', request.params.service);
      const series = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const { id } = await getService(tx, caller, reference);
        return {
          versions: await countByVersion(tx, id, request.query.limit),
          days: await countByDay(tx, id, days),
          remediationTimes: await measureService(tx, id),
        };
      });
      return {
        versions: series.versions.map(toCounts),
        days: series.days.map(toCounts),
        remediationTimes: series.remediationTimes.map((time) => ({ ...time })),
      };
    },
  );

  app.get(
    '/service/:service/history/age',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getFindingAges',
        summary: 'Get the age of findings of a service',
        description:
          'Returns, by severity, how long open findings have been known and how long resolved findings were open, over the newest 200 versions. Findings that are not relevant and findings that were retracted are not counted.',
        params: ServiceParams,
        response: { 200: WireServiceAges },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const reference = toReference('service name', request.params.service);
      const now = new Date(deps.now()).toISOString();
      const ages = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const { id } = await getService(tx, caller, reference);
        return await listFindingAges(tx, id, now);
      });
      return {
        open: ages.reduce((sum, { open }) => sum + open, 0),
        resolved: ages.reduce((sum, { resolved }) => sum + resolved, 0),
        bySeverity: ages.map(({ severityRank, ...rest }) => ({ severity: severityOf(severityRank), ...rest })),
      };
    },
  );
}

/** The total is the sum over all severities. */
function toCounts<Counted extends { readonly bySeverityRank: ReadonlyMap<number, number> }>({
  bySeverityRank,
  ...rest
}: Counted): Omit<Counted, 'bySeverityRank'> & { total: number; bySeverity: ReturnType<typeof toBySeverity> } {
  return { ...rest, total: sumOf(bySeverityRank), bySeverity: toBySeverity(bySeverityRank) };
}

/** The range of days of a time series: the requested days, or the most recent ones by default. */
export function toDayRange(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
): { readonly from: string; readonly to: string } {
  const today = toDay(nowMs);
  const to = query.to === undefined || query.to > today ? today : query.to;
  const from = query.from ?? toDay(Date.parse(to) - (LIMITS.historyDaysDefault - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw PARAMETER_INVALID({ summary: 'The parameter "from" must not be after "to" or in the future.' });
  if (days > LIMITS.historyDaysMax)
    throw PARAMETER_INVALID({
      summary: `The range from "from" to "to" must be at most ${LIMITS.historyDaysMax} days.`,
    });
  return { from, to };
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Changes between two versions, as JSON and as release notes. */
export function diffRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/diff',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'compareVersions',
        summary: 'Compare two versions',
        description:
          'Returns the differences in components and findings, with the cause of each finding change. Findings that are not relevant are left out on both sides. Each list has at most 1,000 entries, most severe first; `counts` covers all of them. `Accept: text/markdown` returns release notes.',
        params: ServiceParams,
        querystring: DiffQuery,
        response: { 200: WireDiff },
      },
    },
    async (request, reply) => {
      const { base, head } = request.query;
      const caller = toCaller(request);
      const asked = {
        service: toReference('service name', request.params.service),
        base: base === PREVIOUS ? PREVIOUS : toReference('version name', base),
        head: toReference('version name', head),
      };
      const comparison = await deps.reportQueue.run(
        1,
        async () => await compareVersions(deps, caller, asked),
        caller.orgId,
      );
      void reply.header('vary', 'accept');
      if (chooseType(request.headers.accept, DIFF_TYPES) === 'application/json') return toWireDiff(comparison);
      return await sendNotes(reply, comparison, deps.publicUrl);
    },
  );
}

async function sendNotes(
  reply: FastifyReply,
  comparison: Comparison,
  publicUrl: string | undefined,
): Promise<FastifyReply> {
  const { id, serviceId } = comparison.head.version;
  const link = publicUrl && `${publicUrl}/services/${serviceId}/versions/${id}`;
  return await reply.type('text/markdown; charset=utf-8').send(toReleaseNotes(toNotes(comparison, link)));
}
