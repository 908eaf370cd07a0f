/**
 * Recommends an action for one finding: the plan step that fixes it if a current plan is stored, otherwise the recommendation for
 * its package alone. Does not compute a plan.
 */
import type { PackageIdentity } from '../../core/identity/package-identity.ts';
import { findOtherRelease, type OtherRelease } from '../../core/remediation/find-alternatives.ts';
import { isVerified, narrowToPackage, type PlanAction } from '../../core/remediation/plan/plan-action.ts';
import type { PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { listEntriesOfGroups } from '../../store/remediation/fallback-options.ts';
import { nowOf, type PipelineDeps } from '../deps.ts';
import { isSystemPackage, gatherPackages, findOsImages } from './packages/gather-packages.ts';
import { findCurrentPlan } from './get-plan.ts';
import type { PlannedVulnerability, VersionPlan } from './plan/version-plan.ts';
import { GroupFactsCache, nameVulnerabilities } from './packages/group-facts.ts';
import { planWithFacts, toPlanFinding, withServiceIds } from './planner/make-version-plan.ts';
import { loadComponentMaterial } from './packages/plan-material.ts';

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
  const planned = findStep(await findCurrentPlan(deps, orgId, finding.versionId), finding);
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
function findStep(
  plan: VersionPlan | undefined,
  { id, componentId }: FindingReference,
): FoundRecommendation | undefined {
  if (plan === undefined) return undefined;
  const { actions } = plan.plan;
  const fixing = actions.findIndex((action) => isVerified(action) && action.fixes.includes(id));
  const index =
    fixing === -1 ? actions.findIndex(({ fixes, mayFix }) => fixes.includes(id) || mayFix.includes(id)) : fixing;
  const action = actions[index];
  if (action === undefined) return undefined;
  const ofPackage = narrowToPackage(action, componentId);
  return { action: ofPackage, step: index + 1, package: null, vulnerabilities: plan.vulnerabilities };
}

interface FindingRecommendation extends Pick<FoundRecommendation, 'action' | 'vulnerabilities'> {
  /** With `answer` (the target) and `withoutClean` (alternatives without a clean version). */
  readonly package: PlanPackage;
  /** Alias group of each finding of the package, by finding id. */
  readonly groupOf: ReadonlyMap<string, string>;
}

/**
 * Recommends an action for the package of one finding, without the rest of the version: the action that a plan for it alone would
 * have. Cheap, because only this component is examined. Returns undefined if the version no longer contains the component, or the
 * component is not identified.
 */
export async function recommendFinding(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  orgId: string,
  { versionId, componentId }: { readonly versionId: string; readonly componentId: string },
): Promise<FindingRecommendation | undefined> {
  const at = nowOf(deps);
  const material = await deps.database.readInOrg(
    orgId,
    async (tx) => await loadComponentMaterial(tx, versionId, componentId),
  );
  if (material === undefined) return undefined;
  const book = new GroupFactsCache(material.rows);
  const options = { strategy: 'lowest' } as const;
  const { packages } = await gatherPackages(deps, orgId, material, { book, options, at });
  const [only] = packages;
  if (only === undefined) return undefined;
  const findings = material.rows.map(toPlanFinding);
  const images = findOsImages(material, packages);
  const plan = withServiceIds(
    await planWithFacts(deps, book, { packages, findings, images, at }),
    material.published.serviceId,
  );
  const { best, alternatives } = only.answer;
  const targets = [...(best === undefined ? [] : [best]), ...alternatives.map(({ target }) => target)];
  const named = targets.flatMap(({ remaining, introduces }) => [...remaining, ...introduces]);
  return {
    package: only,
    action: plan.actions[0] ?? null,
    vulnerabilities: nameVulnerabilities(named, book),
    groupOf: new Map(material.rows.map(({ id, groupId }) => [id, groupId])),
  };
}
