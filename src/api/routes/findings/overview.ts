/** Overview of the organization, and the changes since the user last looked at it. */
import { z } from 'zod';
import { getOverview } from '../../../pipeline/queries/get-overview.ts';
import { measureServices } from '../../../pipeline/remediation/get-plan.ts';
import {
  countChanges,
  listChanges,
  listFailures,
  type FindingChange,
} from '../../../store/findings/lists/organization-overview.ts';
import { listServices } from '../../../store/portfolio/list-services.ts';
import { countProfiledServices } from '../../../store/relevance/profiles.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  FindingChangeQuery,
  OverviewQuery,
  WireFindingChange,
  WireOverview,
  type WireFindingChange as Change,
} from '../../contract/history/overview.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';

const FAILURES_SHOWN = 10;

export function overviewRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/overview',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getOverview',
        summary: 'Get the overview of the organization',
        description:
          'Returns the trend of open findings, deadlines, the packages to upgrade next, services in order of urgency, recent changes, and failed analyses.',
        querystring: OverviewQuery,
        response: { 200: WireOverview },
      },
    },
    async (request) => {
      const { orgId, services: scope } = toCaller(request);
      const { since, sort } = request.query;
      return await deps.database.readInOrg(orgId, async (tx) => ({
        ...toWireOverview(await getOverview(tx, scope, { sort, nowMs: deps.now() })),
        services: (await listServices(tx, { limit: 1, offset: 0 }, { scope })).total,
        profiledServices: await countProfiledServices(tx, scope),
        changes: since === undefined ? null : await countChanges(tx, scope, since),
        failed: await listFailures(tx, scope, FAILURES_SHOWN),
        remediationTimes: (await measureServices(tx, scope)).map((time) => ({ ...time })),
      }));
    },
  );

  app.get(
    '/overview/change',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listFindingChanges',
        summary: 'List recent finding changes',
        description:
          'Returns findings that were introduced, reintroduced, escalated, resolved or retracted after a point in time, newest first.',
        querystring: FindingChangeQuery,
        response: { 200: z.array(WireFindingChange) },
      },
    },
    async (request, reply) => {
      const { orgId, services } = toCaller(request);
      const { since, kind: kinds } = request.query;
      const page = await deps.database.readInOrg(
        orgId,
        async (tx) => await listChanges(tx, services, { since, kinds }, request.query),
      );
      return sendPage(request, reply, request.query, page, toWireChange);
    },
  );
}

function toWireOverview({ riskiest, trend, due, fixes }: Awaited<ReturnType<typeof getOverview>>) {
  return {
    riskiest: riskiest.map((each) => ({ ...each, risk: Math.round(each.risk * 10) / 10, trend: [...each.trend] })),
    trend: trend.map((day) => ({ ...day })),
    due,
    fixes: fixes.map((fix) => ({ ...fix, packages: [...fix.packages], versions: [...fix.versions] })),
  };
}

const Detail = z.object({
  vulnerability: z.string().nullable().catch(null),
  package: z.string().nullable().catch(null),
  version: z.string().nullable().catch(null),
});

function toWireChange({ detail, ...change }: FindingChange): Change {
  const {
    vulnerability,
    package: name,
    version,
  } = Detail.catch({ vulnerability: null, package: null, version: null }).parse(detail);
  return { ...change, vulnerability, package: name, packageVersion: version };
}
