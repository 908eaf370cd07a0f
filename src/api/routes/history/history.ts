/** History of one vulnerability across the versions of a service, and of the counts of a service. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { listCveHistory } from '../../../pipeline/queries/list-cve-history.ts';
import { measureService } from '../../../pipeline/remediation/measure-service.ts';
import { listFindingAges } from '../../../store/findings/history/finding-ages.ts';
import { countByDay } from '../../../store/findings/history/count-by-day.ts';
import { countByVersion } from '../../../store/findings/history/count-by-version.ts';
import { toReference } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { toBySeverity } from '../../wire/by-severity.ts';
import {
  CveHistoryParams,
  CveHistoryQuery,
  ServiceHistoryQuery,
  WireCveHistoryRow,
  WireServiceAges,
  WireServiceHistory,
} from '../../contract/history/history.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { parseCursor, toCursor } from '../../http/response/cursor.ts';
import { toCaller } from '../../http/guard-request.ts';
import { toDayRange } from './history-range.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toWireCveHistory } from '../../wire/to-wire-history.ts';

const tags = ['History'];

export function historyRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/service/:service/cve/:id/history',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getVulnerabilityHistory',
        summary: 'Get the history of a vulnerability in a service',
        description: 'Returns one row per version, oldest first.',
        params: CveHistoryParams,
        querystring: CveHistoryQuery,
        response: { 200: z.array(WireCveHistoryRow), ...ERRORS },
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
      const last = items.length === limit ? items.at(-1)?.version : undefined;
      const isEnd = last === undefined || (after === undefined && offset + limit >= total);
      setPageHeaders(request, reply, request.query, { total, next: isEnd ? null : toCursor(last) });
      return toWireCveHistory(items);
    },
  );

  app.get(
    '/service/:service/history',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getServiceHistory',
        summary: 'Get the finding history of a service',
        description:
          'Returns finding counts by severity, per version and per day. Counts open findings that are not filtered as not relevant. The counts of a day are those of the newest version at the end of that day.',
        params: ServiceParams,
        querystring: ServiceHistoryQuery,
        response: { 200: WireServiceHistory, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const days = toDayRange(request.query, deps.now());
      const reference = toReference('service name', request.params.service);
      const series = await deps.database.inOrg(caller.orgId, async (tx) => {
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
        tags,
        operationId: 'getFindingAges',
        summary: 'Get the age of findings of a service',
        description:
          'Returns, by severity, how long open findings have been known and how long resolved findings were open, over the newest 200 versions. Findings that are not relevant and findings that were retracted are not counted.',
        params: ServiceParams,
        response: { 200: WireServiceAges, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const reference = toReference('service name', request.params.service);
      const now = new Date(deps.now()).toISOString();
      const ages = await deps.database.inOrg(caller.orgId, async (tx) => {
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
  const total = [...bySeverityRank.values()].reduce((sum, count) => sum + count, 0);
  return { ...rest, total, bySeverity: toBySeverity(bySeverityRank) };
}
