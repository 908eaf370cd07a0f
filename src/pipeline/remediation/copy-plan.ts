/**
 * The plan of another result, or of the version before, for a version that needs the same: what is to be done is called the same
 * in all versions of a service, only the findings have ids of their own in each.
 */
import { placeOf } from '../../store/remediation/plan-digest.ts';
import type { PackedPlan } from './packed.ts';

/** `idOf`: by component and vulnerability. Undefined: it speaks of something that the version does not have. */
export function copyPlan(plan: PackedPlan, idOf: ReadonlyMap<string, string>): PackedPlan | undefined {
  const renamed = new Map(plan.findings.map((finding) => [finding.id, idOf.get(placeOf(finding))]));
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
