/** Words for the results of the previous plan: whether it was followed and whether its predictions held. */
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
  superseded: 'Ended another way',
  not_applied: 'Not applied',
  regressed: 'Came back',
  not_uploaded: 'Not seen',
};

/** `3 applied, 1 not applied.` */
export function describeOutcomes({ counts }: Pick<WirePreviousPlan, 'counts'>): string {
  const parts = OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0).map(
    (outcome) => `${formatCount(counts[outcome] ?? 0)} ${STEP_OUTCOME_LABELS[outcome].toLowerCase()}`,
  );
  return parts.length === 0 ? 'It had no steps.' : `${parts.join(', ')}.`;
}

export const DIFFERENCE_CAUSES: Readonly<Record<Difference['cause'], string>> = {
  ...CAUSE_LABELS,
  code: 'Other components moved',
  mispredicted: 'Not explained: the prediction was wrong',
};
