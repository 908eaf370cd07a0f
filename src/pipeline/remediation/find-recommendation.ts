/**
 * Recommends an action for one finding: the plan step that fixes it if a current plan is stored, otherwise the recommendation for
 * its package alone. Does not compute a plan.
 */
import type { PackageIdentity } from '../../core/identity/package-identity.ts';
import { findOtherRelease, type OtherRelease } from '../../core/remediation/find-other-release.ts';
import { isVerified, type PlanAction } from '../../core/remediation/plan/plan-action.ts';
import type { PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { listEntriesOfGroups } from '../../store/remediation/fallback-options.ts';
import type { PipelineDeps } from '../deps.ts';
import { isSystemPackage } from './packages/gather-packages.ts';
import { findCurrentPlan } from './planner/find-or-make-plan.ts';
import { recommendFinding } from './planner/recommend-finding.ts';
import type { PlannedVulnerability, VersionPlan } from './plan/version-plan.ts';

export interface FindingReference {
  /** Id of the finding in the version. */
  readonly id: string;
  readonly versionId: string;
  readonly componentId: string;
}

export interface FoundRecommendation {
  /** Null if no action fixes it. */
  readonly action: PlanAction | null;
  /** Position of the action in the plan, from 1; null if there is no plan, or it has no action for the finding. */
  readonly step: number | null;
  /** Only set if no plan contains an action. */
  readonly package: Pick<PlanPackage, 'name' | 'answer' | 'withoutClean' | 'position'> | null;
  /** A later release of the distribution that has a fix, if its own release has none. */
  readonly otherRelease?: OtherRelease;
  /** All vulnerabilities that are mentioned. */
  readonly vulnerabilities: readonly PlannedVulnerability[];
}

/** Returns undefined if the version no longer contains the component, or the component is not identified. */
export async function findRecommendation(
  deps: PipelineDeps,
  orgId: string,
  finding: FindingReference,
): Promise<FoundRecommendation | undefined> {
  const planned = findStep(await findCurrentPlan(deps, orgId, finding.versionId), finding.id);
  if (planned !== undefined) return planned;
  const found = await recommendFinding(deps, orgId, finding);
  if (found === undefined) return undefined;
  const { action, package: about, vulnerabilities } = found;
  const isEnding = action?.fixes.includes(finding.id) === true || action?.mayFix.includes(finding.id) === true;
  if (isEnding) return { action, step: null, package: about, vulnerabilities };
  const otherRelease = await loadOtherRelease(deps, about.package.identity, found.groupOf.get(finding.id));
  return { action: null, step: null, package: about, vulnerabilities, ...(otherRelease && { otherRelease }) };
}

/** Only queried if the release itself has no fix. */
async function loadOtherRelease(
  { database, now }: Pick<PipelineDeps, 'database' | 'now'>,
  identity: PackageIdentity,
  groupId: string | undefined,
): Promise<OtherRelease | undefined> {
  if (groupId === undefined || !isSystemPackage(identity)) return undefined;
  const named = await database.reference(async (tx) => await listEntriesOfGroups(tx, [groupId]));
  const entries = named.map(({ entry }) => entry);
  return findOtherRelease(identity, entries, new Date(now()).toISOString());
}

/** Prefers a verified action to one that may help. */
function findStep(plan: VersionPlan | undefined, id: string): FoundRecommendation | undefined {
  if (plan === undefined) return undefined;
  const { actions } = plan.plan;
  const fixing = actions.findIndex((action) => isVerified(action) && action.fixes.includes(id));
  const index =
    fixing === -1 ? actions.findIndex(({ fixes, mayFix }) => fixes.includes(id) || mayFix.includes(id)) : fixing;
  const action = actions[index];
  if (action === undefined) return undefined;
  return { action, step: index + 1, package: null, vulnerabilities: plan.vulnerabilities };
}
