/** Findings of a version or of all services in groups, with the number of findings in each. */
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { PlannedSteps } from '../../../pipeline/remediation/planned-steps.ts';
import { listFoundComponents, listFoundFixes, type FoundGroup } from '../../../pipeline/queries/list-found-groups.ts';
import { NOT_PLANNED } from '../../../pipeline/remediation/planned-steps.ts';
import { countListed } from '../../../store/findings/lists/count-findings.ts';
import { listFindingGroups, type FindingGroup } from '../../../store/findings/lists/group-findings.ts';
import { collectYielding } from '../../../store/yielding.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { WireFindingGroup, WireFoundGroup } from '../../contract/findings/finding.ts';
import { FindingGroupQuery, FoundGroupQuery } from '../../contract/findings/finding-query.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { toFindingCursor } from '../../http/response/cursor.ts';
import { sendPage, setPageHeaders } from '../../http/response/page-headers.ts';
import { toWireFinding } from '../../wire/to-wire-finding.ts';
import { toWireReason } from '../../wire/to-wire-remediation.ts';
import { loadSteps } from './load-steps.ts';
import { selectOrganizationFindings, selectVersionFindings, toFindingPage } from './select-findings.ts';

type Grouping = z.output<typeof FindingGroupQuery>['groupBy'];

const description =
  'Groups the findings by vulnerability, by the step of the remediation plan that fixes them, or by component. Every finding is in one group. Sorted by the most urgent finding of each group. `X-Total-Count` is the number of groups, `X-Finding-Count` the number of their findings. Takes the filters of the list of findings.';

export function findingGroupsRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/finding/group',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listVersionFindingGroups',
        summary: 'List the findings of a version in groups',
        description,
        params: VersionParams,
        querystring: FindingGroupQuery,
        response: { 200: WireFindingGroup.array() },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const { groupBy } = query;
      const caller = toCaller(request);
      const page = toFindingPage({ ...query, sort: 'priority' });
      const isPlanned = groupBy !== 'vulnerability' || query.fix !== undefined;
      const steps = isPlanned ? await loadSteps(deps, caller, params) : undefined;
      const { found, hidden } = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const { whose, filter } = await selectVersionFindings(tx, caller, params, query, steps);
        const found = await listFindingGroups(tx, whose.versionId, filter, toGrouped(groupBy, steps), page);
        const counted = { total: found.findings, more: false };
        return { found, hidden: (await countListed(tx, whose, filter, counted)).hidden };
      });
      const next = found.next && toFindingCursor('priority', found.next);
      setPageHeaders(request, reply, query, { total: found.total, next });
      void reply.header('x-finding-count', found.findings).header('x-hidden-count', hidden);
      return await sendGroups(reply, toTexts(found.items, groupBy, steps));
    },
  );

  app.get(
    '/finding/group',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listFindingGroups',
        summary: 'List the findings of all services in groups',
        description:
          'Groups the open findings in the newest versions of all services by the packages whose upgrade fixes them, or by component. Sorted by the most urgent finding of each group. `groupBy=fix` leaves out findings without a fix; `X-Total-Count` counts packages, and packages of one page that are upgraded together are one item. The list is built from the 10,000 most urgent findings that match the filter; `X-Total-More` is set if there are more. The counts of each item are exact.',
        querystring: FoundGroupQuery,
        response: { 200: WireFoundGroup.array() },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const isByFix = request.query.groupBy === 'fix';
      const found = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const { filter } = await selectOrganizationFindings(tx, caller, request.query);
        return await (isByFix ? listFoundFixes : listFoundComponents)(tx, caller.services, filter, request.query);
      });
      return sendPage(request, reply, request.query, found, (group) => toWireFoundGroup(group, isByFix));
    },
  );
}

function toWireFoundGroup(
  { finding, packages, versions, bySeverity, ...counts }: FoundGroup,
  isByFix: boolean,
): WireFoundGroup {
  const { priority, component } = toWireFinding(finding);
  return {
    priority,
    packages: packages.map((each) => ({ ...each })),
    component: isByFix ? null : { id: component.id, version: component.version },
    versions: [...versions],
    bySeverity: { ...bySeverity },
    ...counts,
  };
}

/** Each group is validated when it is mapped; see the list of findings. */
async function sendGroups(reply: FastifyReply, groups: Generator<string>): Promise<FastifyReply> {
  const texts = await collectYielding(groups);
  return await reply.type('application/json; charset=utf-8').send(`[${texts.join(',')}]`);
}

function toGrouped(by: Grouping, steps: PlannedSteps | undefined): Parameters<typeof listFindingGroups>[3] {
  if (by !== 'fix') return { by };
  const findings = steps?.findings ?? [];
  return {
    by,
    planned: {
      componentIds: findings.map(({ componentId }) => componentId),
      groupIds: findings.map(({ groupId }) => groupId),
      keys: findings.map(({ key }) => key),
      otherwise: NOT_PLANNED,
    },
  };
}

function* toTexts(groups: readonly FindingGroup[], by: Grouping, steps: PlannedSteps | undefined): Generator<string> {
  for (const group of groups) yield JSON.stringify(toWireGroup(group, by, steps));
}

function toWireGroup(group: FindingGroup, by: Grouping, steps: PlannedSteps | undefined): WireFindingGroup {
  const { key, finding, components, bySeverity, ...counts } = group;
  const wire = toWireFinding(finding);
  return {
    key: by === 'vulnerability' ? wire.vulnerability.id : toWireReason(key),
    finding: wire,
    ...counts,
    bySeverity: { ...bySeverity },
    components: components.map((component) => ({ ...component })),
    target: (by === 'component' ? steps?.targets.get(key) : undefined) ?? null,
    ...(by === 'fix' ? toWireStep(key, steps) : { step: null, reason: null }),
  };
}

function toWireStep(key: string, steps: PlannedSteps | undefined): Pick<WireFindingGroup, 'step' | 'reason'> {
  const step = steps?.steps.get(key);
  if (step === undefined) return { step: null, reason: null };
  if ('reason' in step) return { step: null, reason: { ...step.reason, code: toWireReason(step.reason.code) } };
  const { id, kind, package: found, from, to, claim, text } = step.action;
  const position = step.position;
  return { step: { id, position, kind, package: found.name, from: [...from], to, claim, text }, reason: null };
}
