/** Texts for the results of the previous plan: whether it was followed and whether its predictions held. */
import { PLAN_OUTCOMES, type PlanOutcome } from '../../../../src/core/vocabulary/remediation.ts';
import type { WireLastPlan } from '../../../../src/api/contract/findings/remediation.ts';
import { formatCount } from '../../../text/format/counts.ts';
import { CAUSE_LABELS } from '../../../text/history/finding-history-text.ts';

type Difference = WireLastPlan['predicted']['differences'][number];

export const STEP_OUTCOME_LABELS: Readonly<Record<PlanOutcome, string>> = {
  applied: 'Applied',
  partially: 'Partially applied',
  superseded: 'Fixed another way',
  not_applied: 'Not applied',
  regressed: 'Reintroduced',
  not_seen: 'Not uploaded yet',
};

/** `3 applied, 1 not applied.` */
export function describeOutcomes({ counts }: Pick<WireLastPlan, 'counts'>): string {
  const parts = PLAN_OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0).map(
    (outcome) => `${formatCount(counts[outcome] ?? 0)} ${STEP_OUTCOME_LABELS[outcome].toLowerCase()}`,
  );
  return parts.length === 0 ? 'No steps.' : `${parts.join(', ')}.`;
}

export const DIFFERENCE_CAUSES: Readonly<Record<Difference['cause'], string>> = {
  ...CAUSE_LABELS,
  code: 'Other component changes',
  mispredicted: 'Unexplained: wrong prediction',
};
