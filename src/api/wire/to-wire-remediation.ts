/**
 * Maps the plan of a version to the API: a page of its actions, and the summary of the whole plan. Filtered findings are only
 * counted.
 */
import { LIMITS } from '../../core/limits.ts';
import { describeResidual } from '../../core/remediation/plan/plan.ts';
import { createYielder } from '../../store/yielding.ts';
import type { PlanOptions, PlannedFinding, VersionPlan } from '../../pipeline/remediation/plan/version-plan.ts';
import { withAllSeverities, toWireCoverage } from './counts.ts';
import type { WireAction, WirePreviousPlan, WireRemediation } from '../contract/findings/remediation.ts';
import {
  byRisk,
  countSeverities,
  takeFirst,
  toInstant,
  toWireAction,
  toWirePlannedFinding,
  type PlanNames,
} from './to-wire-action.ts';

export interface PlanFrame {
  readonly version: WireRemediation['version'];
  readonly previousPlan: WirePreviousPlan | null;
  /** The page of actions to return. */
  readonly page: { readonly offset: number; readonly limit: number };
  /** Whether the caller may see all services. */
  readonly showsServices: boolean;
}

/** Yields to the event loop, because a plan may cover tens of thousands of findings. */
export async function toWireRemediation(found: VersionPlan, frame: PlanFrame): Promise<WireRemediation> {
  const turn = createYielder();
  const { plan, prediction, coverage } = found;
  const { version, previousPlan, showsServices } = frame;
  const { offset, limit } = frame.page;
  const names = { ...toNames(found), showsServices };
  await turn();
  const actions: WireAction[] = [];
  for (const [index, action] of plan.actions.slice(offset, offset + limit).entries()) {
    actions.push(toWireAction(action, prediction.steps[offset + index], names));
    await turn();
  }
  const residual = plan.residual.flatMap(({ finding: id, reason }) => {
    const finding = names.findingOf(id);
    return finding === undefined ? [] : [{ finding, reason }];
  });
  await turn();
  const shown = takeFirst(residual, LIMITS.remediationActionsMax, (a, b) => byRisk(a.finding, b.finding));
  await turn();
  return {
    version,
    basis: {
      analysisId: found.analysisId,
      snapshot: found.snapshot,
      riskModel: found.riskModel,
      effortModel: plan.effortModel,
      at: toInstant(found.at) ?? found.at,
      ...toWireOptions(found.options),
    },
    actions,
    actionCount: plan.actions.length,
    covered: plan.covered.map((each) => ({ ...each })),
    residual: shown.map(({ finding, reason }) => ({
      finding: toWirePlannedFinding(finding),
      reason: toWireReason(reason),
      text: describeResidual(reason),
    })),
    residualCount: residual.length,
    filtered: { wouldAlsoFix: plan.filtered.wouldAlsoFix },
    prediction: toWirePrediction(found, names),
    coverage: coverage && toWireCoverage(coverage),
    previousPlan,
  };
}

/** Stored plans have the old name. */
export function toWireReason(reason: string): string {
  return reason === 'probably_of_the_system' ? 'likely_os_package' : reason;
}

/** For a version without a published analysis. */
export function toWireEmptyPlan(
  { version, previousPlan }: Pick<PlanFrame, 'version' | 'previousPlan'>,
  { options, at }: { readonly options: PlanOptions; readonly at: string },
): WireRemediation {
  const nothing = { total: 0, risk: 0, bySeverity: withAllSeverities({}), byStatus: {} };
  return {
    version,
    basis: { analysisId: null, snapshot: null, riskModel: '', effortModel: '', at, ...toWireOptions(options) },
    actions: [],
    actionCount: 0,
    covered: [],
    residual: [],
    residualCount: 0,
    filtered: { wouldAlsoFix: 0 },
    prediction: { before: nothing, after: nothing, introduced: [], maxDueAfter: null, notes: [] },
    coverage: null,
    previousPlan,
  };
}

function toWireOptions({
  strategy,
  maxDistance,
  image,
}: PlanOptions): Pick<WireRemediation['basis'], 'strategy' | 'maxDistance' | 'image'> {
  return { strategy, maxDistance: maxDistance ?? null, image: image ?? null };
}

function toNames({ findings, vulnerabilities }: VersionPlan): Omit<PlanNames, 'showsServices'> {
  const shown = new Map(findings.filter(({ isFiltered }) => !isFiltered).map((finding) => [finding.id, finding]));
  const named = new Map(vulnerabilities.map(({ groupId, id, severity }) => [groupId, { id, severity }]));
  return {
    findingOf: (id): PlannedFinding | undefined => shown.get(id),
    vulnerabilityOf: (groupId): WireAction['remaining'][number] =>
      named.get(groupId) ?? { id: groupId, severity: 'unknown' },
  };
}

/** Filtered findings count only in the numbers by status. */
function toWirePrediction(
  { plan, prediction, findings }: VersionPlan,
  { vulnerabilityOf }: Pick<PlanNames, 'vulnerabilityOf'>,
): WireRemediation['prediction'] {
  const { before, after, introduced, maxDueAfter, notes, steps } = prediction;
  const first = {
    ...plan.before,
    bySeverity: countSeverities(findings.filter(({ isFiltered }) => !isFiltered)),
  };
  const last = steps.at(-1) ?? first;
  const groups = new Set(introduced.map(({ groupId }) => groupId));
  return {
    before: toWireCounts(first, before.byStatus),
    after: toWireCounts(last, after.byStatus),
    introduced: [...groups].map(vulnerabilityOf),
    maxDueAfter: toInstant(maxDueAfter),
    notes: [...notes],
  };
}

function toWireCounts(
  { findings, risk, bySeverity }: { findings: number; risk: number; bySeverity: Readonly<Record<string, number>> },
  byStatus: Readonly<Record<string, number>>,
): WireRemediation['prediction']['before'] {
  return { total: findings, risk, bySeverity: withAllSeverities(bySeverity), byStatus: { ...byStatus } };
}

/** The page of a plan, for texts read outside the portal. Undefined if no public URL is configured. */
export function toPlanLink(publicUrl: string | undefined, serviceId: string, versionId: string): string | undefined {
  return publicUrl && `${publicUrl}/services/${serviceId}/versions/${versionId}?tab=remediation`;
}
