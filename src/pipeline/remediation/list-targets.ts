/**
 * Lists the target version for the package of each finding, for reports with one line per finding. The fix of a finding alone
 * often leaves the package with other vulnerabilities.
 */
import type { VersionPlan } from './plan/version-plan.ts';

/** By the id of the finding in the version; findings without an action are missing. */
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
