/** Texts for a stage of an analysis: amount of work and outcome. */
import { describeCounts, describeStageReason } from '../../../text/analysis/ai-text.ts';
import type { Stage } from '../../../text/analysis/analysis-text.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeCode } from '../../../text/findings/relevance-text.ts';

type Amount = readonly [what: string, describe: (count: number) => string];

const plain =
  (label: string) =>
  (count: number): string =>
    `${formatCount(count)} ${label}`;
const noun =
  (one: string) =>
  (count: number): string =>
    countOf(count, one);

/** In display order. The first one is shown even if it is zero. */
const AMOUNTS: Readonly<Record<Exclude<Stage['name'], 'ai'>, readonly Amount[]>> = {
  parse: [
    ['documents', noun('SBOM')],
    ['read', plain('newly parsed')],
    ['failed', plain('failed')],
  ],
  identify: [
    ['components', noun('component')],
    ['checked', plain('checkable')],
  ],
  match: [
    ['evaluated', plain('newly matched')],
    ['known', plain('reused')],
  ],
  relevance: [
    ['relevant', plain('relevant')],
    ['suggested', (count) => `${formatCount(count)} ${count === 1 ? 'needs' : 'need'} review`],
    ['deprioritized', plain('lower priority')],
    ['notRelevant', plain('not relevant')],
  ],
  remediation: [
    ['actions', noun('step')],
    ['fixes', plain('fixed')],
    ['residual', plain('remaining')],
  ],
  history: [
    ['findings', noun('finding')],
    ['introduced', plain('introduced')],
    ['resolved', plain('fixed')],
    ['changed', plain('changed')],
    ['unchanged', plain('unchanged')],
  ],
};

/** `2 SBOMs, 1 newly parsed`; counts unknown to this portal come last, under their own names. */
export function describeAmounts({ name, counts }: Pick<Stage, 'name' | 'counts'>): string {
  if (name === 'ai') return describeCounts(counts).join(', ');
  const amounts = AMOUNTS[name];
  const known = amounts.flatMap(([what, describe], index) => {
    const count = counts[what];
    return count === undefined || (count === 0 && index > 0) ? [] : [describe(count)];
  });
  const others = Object.entries(counts)
    .filter(([what, count]) => count > 0 && amounts.every(([each]) => each !== what))
    .map(([what, count]) => `${describeCode(what)}: ${formatCount(count)}`);
  return [...known, ...others].join(', ');
}

/** The reason for the state; empty if the counts already say it. */
export function describeStageNote({ status, reason, counts }: Pick<Stage, 'status' | 'reason' | 'counts'>): string {
  if (reason === null || (status === 'done' && Object.keys(counts).length > 0)) return '';
  return `: ${describeStageReason(reason)}`;
}
