/**
 * ENTRY. Recommends an action for the package of one finding, without the rest of the version: the target of its package version,
 * and the action that a plan for it alone would have. Cheap, because only this component is examined.
 */
import type { PlanAction } from '../../../core/remediation/plan/plan-action.ts';
import type { PlanPackage } from '../../../core/remediation/plan/plan-input.ts';
import type { ResidualReason } from '../../../core/remediation/plan/plan.ts';
import type { PipelineDeps } from '../../deps.ts';
import { findOsImages } from '../packages/find-os-images.ts';
import { gatherPackages } from '../packages/gather-packages.ts';
import { GroupFactsCache } from '../packages/group-facts.ts';
import { planWithFacts, toPlanFinding, withServiceIds } from './make-version-plan.ts';
import { nameVulnerabilities } from '../packages/name-vulnerabilities.ts';
import { loadComponentMaterial } from '../packages/plan-material.ts';
import type { PlannedVulnerability } from '../plan/version-plan.ts';

export interface FindingRecommendation {
  /** With `answer` (the target) and `withoutClean` (alternatives without a clean version). */
  readonly package: PlanPackage;
  /** Null if nothing can be done, or a system package has to bring the fix. */
  readonly action: PlanAction | null;
  /** Findings of the package without an action: id of the finding in the version, and the reason. */
  readonly residual: readonly { readonly finding: string; readonly reason: ResidualReason }[];
  /** All vulnerabilities that are mentioned. */
  readonly vulnerabilities: readonly PlannedVulnerability[];
  /** Alias group of each finding of the package, by finding id. */
  readonly groupOf: ReadonlyMap<string, string>;
}

/** Returns undefined if the version no longer contains the component, or the component is not identified. */
export async function recommendFinding(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  orgId: string,
  { versionId, componentId }: { readonly versionId: string; readonly componentId: string },
): Promise<FindingRecommendation | undefined> {
  const at = new Date(deps.now()).toISOString();
  const material = await deps.database.inOrg(
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
    residual: plan.residual,
    vulnerabilities: nameVulnerabilities(named, book),
    groupOf: new Map(material.rows.map(({ id, groupId }) => [id, groupId])),
  };
}
