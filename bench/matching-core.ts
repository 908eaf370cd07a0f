/**
 * Measures the pure matcher on all components of the real documents against all real advisories, both in memory: how many
 * distinct components one core matches per second, for all families mixed and for each.
 */
import { rulesOf } from '../src/core/identity/ecosystems/ecosystem.ts';
import type { CandidateEntry, PackageVersion, PackageMatch } from '../src/core/match/match.ts';
import { matchPackage } from '../src/core/match/match-package.ts';
import type { Family } from '../src/core/vocabulary/package.ts';
import { measureRounds } from './processor-time.ts';
import { inMs, judge, type BenchmarkOptions, type Table, inMib, MIB } from './report.ts';
import { createHash } from 'node:crypto';
import { canonicalPackage } from '../src/core/match/identify-package.ts';
import type { RealDocument } from '../test/support/real-matches.ts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

/** The facts about a component that the matcher needs. */
export interface CheckedComponent {
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

/** The distinct checkable components of all real documents, in an order that mixes families and documents and is always the same. */
export function listDistinct(documents: readonly RealDocument[]): readonly CheckedComponent[] {
  const distinct = new Map<string, CheckedComponent>();
  for (const { members } of documents) {
    for (const { canonical, package: own, notChecked, keys } of members) {
      if (own !== null && notChecked === null) distinct.set(hash(canonical), { package: own, keys });
    }
  }
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
}

/**
 * Returns the first ones; a smaller selection is a prefix of a larger one. If there are too few, later versions of the same packages
 * follow.
 */
export function choose(distinct: readonly CheckedComponent[], count: number): readonly CheckedComponent[] {
  const chosen = new Map<string, CheckedComponent>();
  for (let step = 0; chosen.size < count && distinct.length > 0; step += 1) {
    for (const component of distinct) {
      if (chosen.size === count) break;
      const later = { ...component, package: raise(component.package, step) };
      chosen.set(canonicalPackage(later.package), later);
    }
  }
  return [...chosen.values()];
}

function raise({ identity, version, assumptions }: PackageVersion, step: number): PackageVersion {
  if (step === 0) return { identity, version, assumptions };
  const { source } = identity;
  const built = source?.version === undefined ? source : { ...source, version: raiseText(source.version, step) };
  return { identity: { ...identity, source: built }, version: raiseText(version, step), assumptions };
}

const LAST_NUMBER = /[0-9]+(?=[^0-9]*$)/;

/** `raiseText('1.2.9-alpine', 1)` returns `1.2.10-alpine`; a version without a number gets one. */
function raiseText(version: string, step: number): string {
  const raised = version.replace(LAST_NUMBER, (digits) => String(BigInt(digits) + BigInt(step)));
  return raised === version ? `${version}.${step}` : raised;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const HELD_MAX = 100 * MIB;

/**
 * Measures the memory of matching beyond its inputs, the components and their candidates: parsed bounds and results. The pipeline
 * writes results in batches; keeping all of them at once is the upper bound. Requires fresh candidates, of which nothing has been
 * parsed yet.
 */
export function measureMemory(components: readonly CheckedComponent[], candidates: Candidates): Table {
  const before = heapInUse();
  const answers = components.map(({ package: own, keys }) => matchPackage(own, candidatesOf(keys, candidates)));
  const all = heapInUse() - before;
  const count = answers.reduce((sum, ofOne) => sum + ofOne.length, 0);
  forget(answers);
  const bounds = heapInUse() - before;
  return {
    title: 'Memory used by matching',
    notes: ['Heap in use in addition to the components and their candidates, after garbage collection.'],
    columns: ['components', 'results', 'with all results', 'written in batches', 'target'],
    rows: [
      [
        components.length.toLocaleString('en'),
        count.toLocaleString('en'),
        inMib(all),
        inMib(bounds),
        judge(all <= HELD_MAX, `<= ${inMib(HELD_MAX)}`),
      ],
    ],
  };
}

function forget(answers: PackageMatch[][]): void {
  answers.length = 0;
}

export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
