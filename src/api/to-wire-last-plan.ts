/** Maps the results of the previous plan to the API. */
import { LIMITS } from '../core/limits.ts';
import type { LastPlan } from '../pipeline/remediation/last-plan.ts';
import type { WireLastPlan } from './contract/remediation.ts';

export function toWireLastPlan({ version, outcomes, counts, predicted }: LastPlan): WireLastPlan {
  const { resolved, remaining, introduced, differences, mispredicted } = predicted;
  return {
    version: { id: version.id, name: version.name },
    outcomes: outcomes
      .slice(0, LIMITS.remediationActionsMax)
      .map(({ id, kind, package: name, from, to, outcome, fixes, open, notSeen, text }) => ({
        ...{ id, kind, package: name, from: [...from], to, outcome, fixes, text },
        ...{ open: [...open], notSeen: [...notSeen] },
      })),
    counts: { ...counts },
    predicted: {
      resolved: { ...resolved },
      remaining: { ...remaining },
      introduced: { ...introduced },
      differences: differences.map((each) => ({ ...each })),
      mispredicted,
    },
  };
}
