/**
 * Texts for a whole plan: its result, the effect of a part of it, the remaining findings with reasons, and whether the previous plan
 * was followed and its predictions held.
 */
import type {
  WireRemainingCounts,
  WireRemediation,
  WirePreviousPlan,
} from '../../../../src/api/contract/findings/remediation.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeGaps } from '../../../text/analysis/coverage-text.ts';
import { CAUSE_LABELS } from '../../../text/history/finding-history-text.ts';
import { findLabel } from '../../../text/format/labels.ts';

/** `9 steps fix 198 of 212 findings. 14 remain.` */
export function describePlan({
  actionCount,
  prediction: { before, after },
}: Pick<WireRemediation, 'actionCount' | 'prediction'>): string {
  const fixed = Math.max(0, before.total - after.total);
  const steps = countOf(actionCount, 'step');
  const rest =
    after.total === 0 ? 'None remain' : `${formatCount(after.total)} ${after.total === 1 ? 'remains' : 'remain'}`;
  if (fixed === 0) return `${steps}, ${actionCount === 1 ? '' : 'all '}unverified. ${rest}.`;
  return `${steps} ${actionCount === 1 ? 'fixes' : 'fix'} ${formatCount(fixed)} of ${countOf(before.total, 'finding')}. ${rest}.`;
}

export interface Stop {
  /** Number of steps taken. */
  readonly steps: number;
  readonly of: number;
  readonly before: WireRemainingCounts;
  readonly after: WireRemainingCounts;
}

/** `Remaining after 3 of 9 steps: 40 of 212 findings, 22 % of the risk.` */
export function describeStop({ steps, of, before, after }: Stop): string {
  if (steps === 0) return `Before the first step: ${countOf(before.findings, 'open finding')}.`;
  const remaining = `${describeRemaining(before, after)}.`;
  if (steps === of) return `Remaining after ${of === 1 ? 'the step' : `all ${formatCount(of)} steps`}: ${remaining}`;
  return `Remaining after ${formatCount(steps)} of ${countOf(of, 'step')}: ${remaining}`;
}

/** `40 of 212 findings, 22 % of the risk` */
export function describeRemaining(before: WireRemainingCounts, after: WireRemainingCounts): string {
  const all = countOf(before.findings, 'finding');
  if (after.findings === 0) return `none of ${all}`;
  return `${formatCount(after.findings)} of ${all}, ${toShare(after.risk, before.risk)} of the risk`;
}

/** Whole percents, but never 0 % while something remains, nor 100 % when something is fixed. */
export function toShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0 %';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0) return 'less than 1 %';
  return percent === 100 && part < whole ? 'more than 99 %' : `${Math.min(percent, 100)} %`;
}

const RESIDUAL_LABELS: Readonly<Record<string, string>> = {
  malicious: 'Malicious: remove it',
  cannot_assess: 'Could not be assessed',
  eol: 'End of life',
  wont_fix: 'Distribution will not fix',
  paid_channel: 'Fix requires a paid channel',
  reduces: 'Reduced, not fixed',
  replaced: 'Fixed only in another package',
  only_last_affected: 'No fixed version named',
  unmaintained: 'Unmaintained',
  workaround: 'Workaround only',
  feature: 'Affects one feature only',
  not_affected_before: 'No fix, older versions not affected',
  no_fix: 'No fix exists',
  remains_at_target: 'Recommended version also affected',
  unverified: 'Only an unverified step',
  os_package: 'Part of an OS package without a fix',
  unknown: 'No known fix',
};

/** A reason unknown to this portal is returned unchanged. */
export function describeResidual(reason: string): string {
  return findLabel(RESIDUAL_LABELS, reason, reason.replaceAll('_', ' '));
}

export type Residual = WireRemediation['residual'][number];

/** Remaining findings by reason, most frequent first. */
export function groupResidual(residual: readonly Residual[]): readonly (readonly [string, readonly Residual[]])[] {
  return [...Map.groupBy(residual, ({ reason }) => reason)].toSorted(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  );
}

type EmptyFacts = Pick<WireRemediation, 'prediction' | 'coverage' | 'basis'>;

/** Text in place of the steps if there are none, instead of a bare zero. */
export function describeEmptyPlan({ prediction: { before }, coverage, basis }: EmptyFacts): string {
  const { total } = before;
  if (total === 0) {
    if (coverage === null) return 'Nothing to upgrade: 0 open findings.';
    const checked = countOf(coverage.checked, 'checked component');
    return `Nothing to upgrade: 0 open findings in ${checked}.${describeGaps(coverage)}`;
  }
  const findings = total === 1 ? 'the open finding' : `the ${formatCount(total)} open findings`;
  return basis.maxDistance === null
    ? `No fix exists for ${findings}.`
    : `No fix for ${findings} within the upgrade distance.`;
}

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

export const DIFFERENCE_LABELS: Readonly<Record<Difference['cause'], string>> = {
  ...CAUSE_LABELS,
  code: 'Other component changes',
  mispredicted: 'Unexplained: wrong prediction',
};
