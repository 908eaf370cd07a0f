/**
 * Where the package of each finding should go, for reports that have one line for it. The fix of the finding alone often leaves the
 * package with other vulnerabilities.
 */
import type { VersionPlan } from './version-plan.ts';

/** By the id of the finding in the version; what no action ends is missing. */
export function listTargets({ plan, findings }: Pick<VersionPlan, 'plan' | 'findings'>): ReadonlyMap<string, string> {
  const componentOf = new Map(findings.map(({ id, componentId }) => [id, componentId]));
  return new Map(
    plan.actions.flatMap(({ fixes, changes }) => {
      const targets = new Map(changes.map(({ packageId, to }) => [packageId, to]));
      return fixes.flatMap((id): [string, string][] => {
        const to = targets.get(componentOf.get(id) ?? '') ?? null;
        return to === null ? [] : [[id, to]];
      });
    }),
  );
}
