/**
 * The step of a plan for each finding: the first verified one that fixes it, otherwise the first that may fix it, or the reason
 * why there is none.
 */
import { isVerified, type PlanAction } from '../../core/remediation/plan/plan-action.ts';
import { describeResidual, type ResidualReason } from '../../core/remediation/plan/plan.ts';
import type { VersionPlan } from './plan/version-plan.ts';

/** A step, or the findings that none fixes for the same reason. */
export type PlannedStep =
  | { readonly action: PlanAction; /** From 1. */ readonly position: number }
  | { readonly reason: { readonly code: string; readonly text: string } };

export interface PlannedSteps {
  /** By the id of the action, or the code of the reason. */
  readonly steps: ReadonlyMap<string, PlannedStep>;
  /** The key of each finding. */
  readonly findings: readonly { readonly componentId: string; readonly groupId: string; readonly key: string }[];
  /** The recommended version of each component that has one. */
  readonly targets: ReadonlyMap<string, string>;
}

/** Key of the findings that the plan does not contain. */
export const NOT_PLANNED = 'not_planned';

const NO_STEP: PlannedStep = {
  reason: { code: NOT_PLANNED, text: 'The remediation plan does not include these findings.' },
};

/** `plan` is undefined if nothing can be planned. */
export function listPlannedSteps(plan: Pick<VersionPlan, 'plan' | 'findings'> | undefined): PlannedSteps {
  const steps = new Map<string, PlannedStep>([[NOT_PLANNED, NO_STEP]]);
  if (plan === undefined) return { steps, findings: [], targets: new Map() };
  const { actions, residual } = plan.plan;
  for (const [index, action] of actions.entries()) steps.set(action.id, { action, position: index + 1 });
  const keyOf = new Map<string, string>();
  const assign = (ids: readonly string[], key: string): void => {
    for (const id of ids) if (!keyOf.has(id)) keyOf.set(id, key);
  };
  for (const action of actions) if (isVerified(action)) assign(action.fixes, action.id);
  for (const { id, fixes, mayFix } of actions) assign([...fixes, ...mayFix], id);
  for (const { finding, reason } of residual) assign([finding], reason);
  const findings = plan.findings.map(({ id, componentId, groupId }) => {
    const key = keyOf.get(id) ?? 'unknown';
    if (!steps.has(key)) steps.set(key, toReason(key as ResidualReason));
    return { componentId, groupId, key };
  });
  return { steps, findings, targets: listBestTargets(actions) };
}

function toReason(reason: ResidualReason): PlannedStep {
  return { reason: { code: reason, text: describeResidual(reason) } };
}

/** Earlier steps win, verified ones before others. */
function listBestTargets(actions: readonly PlanAction[]): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const { changes } of actions.toSorted((a, b) => Number(isVerified(b)) - Number(isVerified(a)))) {
    for (const { packageId, to } of changes) if (to !== null && !targets.has(packageId)) targets.set(packageId, to);
  }
  return targets;
}
