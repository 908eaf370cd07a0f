/**
 * Formats the comparison as the table in docs/concepts/matching-quality.md: pairs reported by both sides per ecosystem, and the others by class.
 */
import { compareText } from '../../../src/core/text/compare-text.ts';
import type { Pair } from './compare-document.ts';

export const PAIRS_HEAD = '| Ecosystem | Both | Only Assay | Only the evaluator |';

export function describePairs(pairs: readonly Pair[]): string {
  const ecosystems = Map.groupBy(pairs, ({ ecosystem }) => ecosystem);
  const rows = [...ecosystems].toSorted(([a], [b]) => compareText(a, b)).map(([name, own]) => toRow(name, own));
  return [PAIRS_HEAD, '|---|---:|---|---|', ...rows, toRow('all', pairs)].join('\n');
}

function toRow(name: string, pairs: readonly Pair[]): string {
  const both = pairs.filter(({ reportedBy }) => reportedBy === 'both').length;
  const cells = (['assay', 'evaluator'] as const).map((side) => {
    const classes = Map.groupBy(
      pairs.filter(({ reportedBy }) => reportedBy === side),
      (pair) => pair.class,
    );
    return [...classes]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([each, { length }]) => `${length} ${each}`)
      .join(', ');
  });
  return `| ${[name, both, ...cells].join(' | ')} |`;
}
