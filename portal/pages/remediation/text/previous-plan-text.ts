/** Texts for the results of the previous plan: whether it was followed and whether its predictions held. */
import type { WirePreviousPlan } from '../../../../src/api/contract/findings/remediation.ts';
import { formatCount } from '../../../text/format/counts.ts';
import { CAUSE_LABELS } from '../../../text/history/finding-history-text.ts';

type Outcome = WirePreviousPlan['outcomes'][number]['outcome'];
type Difference = WirePreviousPlan['predicted']['differences'][number];

/** In display order. */
const OUTCOMES = [
  'applied',
  'partially',
  'superseded',
  'not_applied',
  'regressed',
  'not_uploaded',
] as const satisfies readonly Outcome[];

export const STEP_OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  applied: 'Applied',
  partially: 'Partially applied',
  superseded: 'Fixed another way',
  not_applied: 'Not applied',
  regressed: 'Reintroduced',
  not_uploaded: 'Not uploaded yet',
};

/** `3 applied, 1 not applied.` */
export function describeOutcomes({ counts }: Pick<WirePreviousPlan, 'counts'>): string {
  const parts = OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0).map(
    (outcome) => `${formatCount(counts[outcome] ?? 0)} ${STEP_OUTCOME_LABELS[outcome].toLowerCase()}`,
  );
  return parts.length === 0 ? 'No steps.' : `${parts.join(', ')}.`;
}

export const DIFFERENCE_CAUSES: Readonly<Record<Difference['cause'], string>> = {
  ...CAUSE_LABELS,
  code: 'Other component changes',
  mispredicted: 'Unexplained: wrong prediction',
};
