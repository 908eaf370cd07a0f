/**
 * Measures the pure matcher on all components of the real documents against all real advisories, both in memory: how many
 * distinct components one core matches per second, for all families mixed and for each.
 */
import { rulesOf } from '../src/core/identity/ecosystems/ecosystem.ts';
import type { CandidateEntry } from '../src/core/match/match.ts';
import { matchPackage } from '../src/core/match/match-package.ts';
import type { Family } from '../src/core/vocabulary/package.ts';
import type { CheckedComponent } from './matching-components.ts';
import { measureRounds } from './matching-rounds.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

export type Candidates = ReadonlyMap<string, readonly CandidateEntry[]>;

const PER_SECOND_MIN = 100_000;
const MIXED = 'all ecosystems mixed';
/** Families with a separate row; the documents contain little of the others. */
const LANGUAGES: ReadonlySet<Family> = new Set(['npm', 'Maven', 'Go', 'PyPI', 'RubyGems', 'NuGet']);

export async function measureCore(
  components: readonly CheckedComponent[],
  candidates: Candidates,
  { quick, print, quiet }: BenchmarkOptions,
): Promise<Table> {
  const rounds = quick ? 3 : 9;
  const busy = await quiet();
  const groups = Map.groupBy(components, (component) => groupOf(component.package.identity.family));
  const largestFirst = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const measured: readonly (readonly [string, readonly CheckedComponent[]])[] = [[MIXED, components], ...largestFirst];
  const rows: string[][] = [];
  for (const [name, members] of measured) {
    const { result: answers, best, median } = measureRounds(rounds, () => matchAll(members, candidates));
    const pairs = members.reduce((sum, { keys }) => sum + candidatesOf(keys, candidates).length, 0);
    const rate = toRate(members.length, best);
    const row = [
      name,
      members.length.toLocaleString('en'),
      pairs.toLocaleString('en'),
      answers.toLocaleString('en'),
      inMs(best),
      `${rate.toLocaleString('en')}/s`,
      `${toRate(members.length, median).toLocaleString('en')}/s`,
      `${((best * 1_000) / Math.max(1, pairs)).toFixed(1)} us`,
      name === MIXED ? judge(rate >= PER_SECOND_MIN, '>= 100,000/s') : '',
    ];
    print(row.join(', '));
    rows.push(row);
  }
  return {
    title: 'Matching in memory',
    notes: [
      'Distinct components of all real documents, already identified, matched with all advisories about them: one warm thread,',
      `best of ${rounds} rounds and their median, in CPU time of the thread, which hardly depends on other load. An entry is one package of one record, counted once per vulnerability of the record;`,
      'a result is one vulnerability of one component with its evidence: affected, cannot be assessed, or fixed by the distribution.',
      `Load before: ${busy}.`,
    ],
    columns: ['components', 'count', 'entries tested', 'results', 'time', 'best', 'median', 'per entry', 'target'],
    rows,
  };
}

function groupOf(family: Family): string {
  const rules = rulesOf(family);
  // Distributions with the same package format share a version order and a matcher.
  if (rules?.distribution !== undefined) return rules.purlTypes[0] ?? family;
  return LANGUAGES.has(family) ? family : 'other languages';
}

export function matchAll(components: readonly CheckedComponent[], candidates: Candidates): number {
  let answers = 0;
  for (const { package: own, keys } of components) answers += matchPackage(own, candidatesOf(keys, candidates)).length;
  return answers;
}

export function candidatesOf(keys: readonly string[], candidates: Candidates): CandidateEntry[] {
  return keys.flatMap((key) => candidates.get(key) ?? []);
}

export function toRate(count: number, ms: number): number {
  return Math.round((count * 1_000) / Math.max(ms, 0.001));
}
