/** One finding, with the dependency paths of its component and its history across the versions of the service. */
import { describeComponent, type ComponentDescription } from '../../../pipeline/queries/describe-component.ts';
import { FINDING_UNKNOWN } from '../../../pipeline/errors.ts';
import { getFinding } from '../../../pipeline/queries/get-finding.ts';
import { findRecommendation, type FoundRecommendation } from '../../../pipeline/remediation/find-recommendation.ts';
import type { ListedFinding } from '../../../store/findings/lists/listed-finding.ts';
import {
  listFindingEvents,
  listPresence,
  type FindingEvent,
  type FindingPeriod,
} from '../../../store/findings/history/finding-history.ts';
import { findWork } from '../../../store/findings/work/finding-work.ts';
import { toWireWork } from './work.ts';
import { listHoldingSboms } from '../services/components.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { FindingParams, WireFindingDetails, WireFindingHistory } from '../../contract/history/history.ts';
import { toCaller } from '../../http/guard-request.ts';
import { toWirePlacedFinding } from '../../wire/to-wire-finding.ts';
import type { PlannedVulnerability } from '../../../pipeline/remediation/plan/version-plan.ts';
import type { WireRecommendation } from '../../contract/findings/remediation.ts';
import {
  toWireAlternative,
  toWireCommands,
  toWireArchive,
  toWireExists,
  toWireWithoutClean,
} from '../../wire/to-wire-action.ts';

const description =
  'Accepts the id of a finding from any list. A new analysis may give the finding a new id; older ids still return the current state. A fingerprint is not an id, because it is the same in several versions.';

export function findingRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/finding/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getFinding',
        summary: 'Get a finding',
        description,
        params: FindingParams,
        response: { 200: WireFindingDetails },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const { finding, described, work } = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const finding = await getFinding(tx, caller, toId(request.params.id, FINDING_UNKNOWN));
        const holding = await listHoldingSboms(tx, finding.version.id);
        return {
          finding,
          described: await describeComponent(tx, holding, finding.componentId),
          work: await findWork(tx, finding.findingId),
        };
      });
      const { id, componentId, version, state } = finding;
      const asked = { id, componentId, versionId: version.id };
      const recommended = state === 'open' ? await findRecommendation(deps, caller.orgId, asked) : undefined;
      return {
        ...toWireFindingDetails(finding, described, recommended),
        work: work === undefined ? null : toWireWork(work),
      };
    },
  );

  app.get(
    '/finding/:id/history',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['History'],
        operationId: 'getFindingHistory',
        summary: 'Get the history of a finding',
        description,
        params: FindingParams,
        response: { 200: WireFindingHistory },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      return await deps.database.readInOrg(caller.orgId, async (tx) => {
        const finding = await getFinding(tx, caller, toId(request.params.id, FINDING_UNKNOWN));
        const events = await listFindingEvents(tx, finding.findingId);
        return toWireFindingHistory(finding, events, await listPresence(tx, finding.findingId));
      });
    },
  );
}

/** Maps one finding and its history to the API. */
function toWireFindingDetails(
  finding: ListedFinding,
  described: ComponentDescription,
  recommended: FoundRecommendation | undefined,
): Omit<WireFindingDetails, 'work'> {
  const wire = toWirePlacedFinding(finding);
  const paths = described.paths.map(({ sbomId, nodes }) => ({ sbomId, nodes: nodes.map((node) => ({ ...node })) }));
  const recommendation = recommended === undefined ? null : toWireRecommendation(recommended, wire.component.version);
  return { ...wire, component: { ...wire.component, paths }, recommendation };
}

function toWireFindingHistory(
  finding: ListedFinding,
  events: readonly FindingEvent[],
  presence: readonly FindingPeriod[],
): WireFindingHistory {
  return {
    fingerprint: finding.fingerprint,
    vulnerabilityId: finding.canonicalId,
    package: finding.package,
    service: { ...finding.service },
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    events: events.map((event) => ({ ...event, detail: { ...event.detail } })),
    presence: presence.map(toWirePresence),
  };
}

function toWirePresence(row: FindingPeriod): WireFindingHistory['presence'][number] {
  return {
    id: row.id,
    version: { ...row.version },
    vulnerabilityId: row.canonicalId,
    component: { name: row.componentName, version: row.componentVersion ?? '' },
    severity: row.severity,
    relevance: row.relevance,
    from: row.from,
    to: row.to,
    began: { cause: row.beganBy, detail: row.beganDetail },
    ended: row.endedAs === null ? null : { state: row.endedAs, cause: row.endedBy, detail: row.endedDetail },
  };
}

// Maps the recommendation for one finding to the API.

/** `from`: the version of the component. */
export function toWireRecommendation(asked: FoundRecommendation, from: string): WireRecommendation {
  const { action, step } = asked;
  if (action === null) return toWireWithoutAction(asked, from);
  const { kind, to, distance, breaking, verifiedExists, introducedBy, text, commands, withoutClean } = action;
  return {
    actionId: action.id,
    step,
    kind,
    from,
    to,
    distance,
    breaking,
    introducedBy: [...introducedBy],
    text,
    verifiedExists: toWireExists(verifiedExists),
    archive: toWireArchive(action.archive),
    clean: action.remaining.length === 0 && withoutClean === null && to !== null,
    remaining: toNames(action.remaining, asked.vulnerabilities),
    ...toWireCommands(commands),
    alternatives: action.alternatives.map((each) => toWireAlternative(each, action.package.name, action)),
    withoutClean: toWireWithoutClean(withoutClean),
  };
}

/** No action fixes the finding, but there may be facts about its package. */
function toWireWithoutAction(asked: FoundRecommendation, from: string): WireRecommendation {
  const { package: about, vulnerabilities, otherRelease: other } = asked;
  const elsewhere = other === undefined ? '' : ` ${other.family} ${other.release} has a fix: ${other.version}.`;
  const best = about?.answer.best;
  return {
    actionId: null,
    step: null,
    kind: null,
    from,
    to: best?.version ?? null,
    distance: best?.distance ?? 'unknown',
    breaking: best?.breaking ?? 'unknown',
    verifiedExists: toWireExists(best?.verifiedExists ?? 'unknown'),
    archive: null,
    clean: best?.isClean ?? false,
    remaining: toNames(best?.remaining ?? [], vulnerabilities),
    introducedBy: [...(about?.position.introducedBy ?? [])],
    text: `${describeMissingAction(about)}${elsewhere}`,
    ...toWireCommands({ commands: [], commandReason: 'none' }),
    alternatives: [],
    withoutClean: toWireWithoutClean(about?.withoutClean),
  };
}

/** Filtered findings have no step in the plan, even if a fix is known. */
function describeMissingAction(about: FoundRecommendation['package']): string {
  if (about === null) return NOTHING_KNOWN;
  const { best } = about.answer;
  if (best?.isClean === true)
    return `The plan has no step for this finding. Upgrade ${about.name} to ${best.version} to fix it.`;
  return about.withoutClean?.text ?? NOTHING_KNOWN;
}

const NOTHING_KNOWN = 'No fix is known.';

function toNames(
  groupIds: readonly string[],
  vulnerabilities: readonly PlannedVulnerability[],
): WireRecommendation['remaining'] {
  const named = new Map(vulnerabilities.map(({ groupId, id, severity }) => [groupId, { id, severity }]));
  return groupIds.map((groupId) => named.get(groupId) ?? { id: groupId, severity: 'unknown' });
}
