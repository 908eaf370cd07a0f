/** Words for a whole plan: its result, the effect of a part of it, and the remaining findings with reasons. */
import type { WireRemainingCounts, WireRemediation } from '../../../../src/api/contract/findings/remediation.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeGaps } from '../../../text/analysis/coverage-text.ts';

/** `Do these 9 things in this order: 198 of 212 findings end, 14 remain.` */
export function describePlan({
  actionCount,
  prediction: { before, after },
}: Pick<WireRemediation, 'actionCount' | 'prediction'>): string {
  const ended = Math.max(0, before.total - after.total);
  const what = actionCount === 1 ? 'Do this one thing' : `Do these ${formatCount(actionCount)} things in this order`;
  const rest =
    after.total === 0 ? 'none remains' : `${formatCount(after.total)} ${after.total === 1 ? 'remains' : 'remain'}`;
  if (ended === 0) return `${what}: no finding is fixed for certain, ${rest}.`;
  return `${what}: ${formatCount(ended)} of ${countOf(before.total, 'finding')} ${ended === 1 ? 'ends' : 'end'}, ${rest}.`;
}

export interface Stop {
  /** Number of steps taken. */
  readonly steps: number;
  readonly of: number;
  readonly before: WireRemainingCounts;
  readonly after: WireRemainingCounts;
}

/** `After 3 of 9 steps 40 of 212 findings and 22 % of the risk remain.` */
export function describeStop({ steps, of, before, after }: Stop): string {
  const all = countOf(before.findings, 'finding');
  if (steps === 0) return `Before the first step ${all} ${before.findings === 1 ? 'is' : 'are'} open.`;
  const left = `${describeRemaining(before, after)}.`;
  if (steps === of) return `After ${of === 1 ? 'the step' : `all ${formatCount(of)} steps`} ${left}`;
  return `After ${formatCount(steps)} of ${countOf(of, 'step')} ${left}`;
}

/** `40 of 212 findings and 22 % of the risk remain` */
export function describeRemaining(before: WireRemainingCounts, after: WireRemainingCounts): string {
  const all = countOf(before.findings, 'finding');
  if (after.findings === 0) return `nothing remains of ${all}`;
  return `${formatCount(after.findings)} of ${all} and ${toShare(after.risk, before.risk)} of the risk remain`;
}

/** Whole percents, but never 0 % while something remains, nor 100 % when something is fixed. */
export function toShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0 %';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0) return 'less than 1 %';
  return percent === 100 && part < whole ? 'more than 99 %' : `${Math.min(percent, 100)} %`;
}

const RESIDUAL_LABELS: Readonly<Record<string, string>> = {
  malicious: 'Malicious: it has to be removed',
  cannot_assess: 'Could not be checked',
  eol: 'Release no longer supported',
  wont_fix: 'The distribution will not fix it',
  paid_channel: 'Fix requires a paid channel',
  reduces: 'Reduced, not ended',
  replaced: 'Fixed in another package only',
  only_last_affected: 'No fixed version is named',
  unmaintained: 'Nobody looks after it any more',
  workaround: 'Only a workaround is known',
  feature: 'Only one feature is affected',
  not_affected_before: 'No fix; older versions do not have it',
  no_fix: 'No fix exists',
  remains_at_target: 'The recommended version has it too',
  unverified: 'The only step is unverified',
  os_package: 'It came with a package of the system, which has no fix',
  unknown: 'No fix is known',
};

/** A reason unknown to this portal is returned unchanged. */
export function describeResidual(reason: string): string {
  return (Object.hasOwn(RESIDUAL_LABELS, reason) ? RESIDUAL_LABELS[reason] : undefined) ?? reason.replaceAll('_', ' ');
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
    return `Nothing to upgrade: 0 open findings among ${checked}.${describeGaps(coverage)}`;
  }
  const findings = total === 1 ? 'the open finding' : `the ${formatCount(total)} open findings`;
  return basis.maxDistance === null
    ? `No fix exists for ${findings}.`
    : `No fix for ${findings} is as near as was asked for.`;
}
