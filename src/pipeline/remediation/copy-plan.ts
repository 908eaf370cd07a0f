/**
 * Reuses the plan of another result, or of the previous version, for a version with the same input: action ids are equal in all
 * versions of a service, but findings have their own ids in each version.
 */
import { toFindingKey } from '../../store/remediation/plan-digest.ts';
import type { PackedPlan } from './packed.ts';

/**
 * `idOf` maps component and vulnerability to the finding id. Returns undefined if the plan mentions a finding that the version
 * does not have.
 */
export function copyPlan(plan: PackedPlan, idOf: ReadonlyMap<string, string>): PackedPlan | undefined {
  const renamed = new Map(plan.findings.map((finding) => [finding.id, idOf.get(toFindingKey(finding))]));
  if ([...renamed.values()].includes(undefined)) return undefined;
  const rename = (id: string): string => renamed.get(id) ?? id;
  return {
    ...plan,
    plan: {
      ...plan.plan,
      actions: plan.plan.actions.map((action) => ({
        ...action,
        fixes: action.fixes.map(rename).toSorted(),
        mayFix: action.mayFix.map(rename).toSorted(),
      })),
      residual: plan.plan.residual.map((each) => ({ ...each, finding: rename(each.finding) })),
    },
    findings: plan.findings.map((finding) => ({ ...finding, id: rename(finding.id) })),
  };
}
