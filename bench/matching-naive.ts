/**
 * Measures the naive approach on the same components for comparison: the raw records of a package, with each range formatted as
 * text and passed to the ecosystem's own library together with the version.
 */
import { createRequire } from 'node:module';
import { satisfies as satisfiesPep440 } from '@renovatebot/pep440';
import type { PackageMatch } from '../src/core/match/match.ts';
import { matchPackage } from '../src/core/match/match-package.ts';
import type { Family } from '../src/core/vocabulary/package.ts';
import { readRealRecords } from '../test/support/real-advisories.ts';
import { type CheckedComponent, candidatesOf, matchAll, toRate, type Candidates } from './matching-core.ts';
import { measureRounds } from './processor-time.ts';
import { inMs, type BenchmarkOptions, type Table } from './report.ts';

interface Library {
  readonly name: string;
  readonly family: Family;
  /** How the two ends of a range, and several ranges, are joined. */
  readonly and: string;
  readonly satisfies: (version: string, range: string) => boolean;
}

// The package has no types.
const require = createRequire(import.meta.url);
const semver = require('semver') as {
  satisfies(version: string, range: string, options: { loose: boolean; includePrerelease: boolean }): boolean;
};

const LIBRARIES: readonly Library[] = [
  {
    name: '`semver`',
    family: 'npm',
    and: ' ',
    satisfies: (version, range) => semver.satisfies(version, range, { loose: true, includePrerelease: true }),
  },
  {
    name: '`@renovatebot/pep440`',
    family: 'PyPI',
    and: ',',
    satisfies: (version, range) => satisfiesPep440(version, range, { prereleases: true }),
  },
];

export async function measureNaive(
  components: readonly CheckedComponent[],
  candidates: Candidates,
  { quick, print, quiet }: BenchmarkOptions,
): Promise<Table> {
  const busy = await quiet();
  const rows: string[][] = [];
  const examples: string[] = [];
  for (const library of LIBRARIES) {
    const own = components.filter((component) => component.package.identity.family === library.family);
    const records = indexRaw((await readRealRecords(library.family)) ?? [], library.family);
    const rounds = quick ? 1 : 3;
    const findAll = (): ReadonlySet<string>[] => own.map((component) => findNaively(component, records, library));
    const [naive, ours] = measureInTurn(rounds, findAll, () => matchAll(own, candidates));
    const { both, onlyNaive, onlyOurs } = compare(own, findAll(), candidates);
    const row = [
      `${library.family} with ${library.name}`,
      own.length.toLocaleString('en'),
      inMs(naive),
      `${toRate(own.length, naive).toLocaleString('en')}/s`,
      `${toRate(own.length, ours).toLocaleString('en')}/s`,
      (naive / ours).toFixed(1),
      ...[both.length, onlyNaive.length, onlyOurs.length].map((count) => count.toLocaleString('en')),
    ];
    print(row.join(', '));
    rows.push(row);
    if (onlyNaive[0] !== undefined) examples.push(`Only found by the library: ${onlyNaive[0]}.`);
    if (onlyOurs[0] !== undefined) examples.push(`Only found by Assay: ${onlyOurs[0]}.`);
  }
  return {
    title: 'Matching with ecosystem libraries',
    notes: [
      'The same components and advisories: raw records by name, in memory, with each range passed as text to the library of the ecosystem.',
      'CPU time, as above. `semver` caches parsed ranges. This approach does not merge aliases and provides neither evidence nor fixes. The table compares pairs of a component and a record that affects it.',
      ...examples,
      `Load before: ${busy}.`,
    ],
    columns: [
      'library',
      'components',
      'time',
      'library rate',
      'Assay rate',
      'ratio',
      'both',
      'only the library',
      'only Assay',
    ],
    rows,
  };
}

/** Alternates between both, so that other work on the machine affects both. */
function measureInTurn(rounds: number, one: () => unknown, other: () => unknown): [number, number] {
  const best: [number, number] = [Infinity, Infinity];
  for (let turn = 0; turn < rounds; turn += 1) {
    best[0] = Math.min(best[0], measureRounds(2, one).best);
    best[1] = Math.min(best[1], measureRounds(2, other).best);
  }
  return best;
}

interface RawRecord {
  readonly id: string;
  readonly withdrawn?: string;
  readonly affected?: readonly RawEntry[];
}

interface RawEntry {
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly versions?: readonly string[];
  readonly ranges?: readonly { readonly type: string; readonly events: readonly Readonly<Record<string, string>>[] }[];
}

type RawIndex = ReadonlyMap<string, readonly { readonly id: string; readonly entry: RawEntry }[]>;

function indexRaw(records: readonly unknown[], family: Family): RawIndex {
  const index = new Map<string, { readonly id: string; readonly entry: RawEntry }[]>();
  for (const { id, withdrawn, affected = [] } of records as readonly RawRecord[]) {
    if (withdrawn !== undefined) continue;
    for (const entry of affected) {
      if (entry.package?.ecosystem !== family) continue;
      const name = family === 'PyPI' ? entry.package.name.toLowerCase().replaceAll(/[-_.]+/g, '-') : entry.package.name;
      const filed = index.get(name) ?? [];
      filed.push({ id, entry });
      index.set(name, filed);
    }
  }
  return index;
}

/** Returns the ids of the records that affect the component. */
function findNaively({ package: own }: CheckedComponent, index: RawIndex, library: Library): ReadonlySet<string> {
  const hits = new Set<string>();
  for (const { id, entry } of index.get(own.identity.name) ?? []) {
    const isListed = entry.versions?.includes(own.version) === true;
    if (isListed || toRanges(entry, library).some((range) => library.satisfies(own.version, range))) hits.add(id);
  }
  return hits;
}

/** `['>=1.0.0 <1.2.3', '>=2.0.0 <=2.4.1']` */
function toRanges({ ranges = [] }: RawEntry, { and }: Library): string[] {
  const texts: string[] = [];
  for (const { type, events } of ranges) {
    if (type === 'GIT') continue;
    let from: string | undefined;
    for (const { introduced, fixed, last_affected: last } of events) {
      if (introduced !== undefined) from = `>=${introduced}`;
      if (from === undefined || (fixed ?? last) === undefined) continue;
      texts.push(`${from}${and}${fixed === undefined ? `<=${last}` : `<${fixed}`}`);
      from = undefined;
    }
    if (from !== undefined) texts.push(from);
  }
  return texts;
}

function compare(
  components: readonly CheckedComponent[],
  naive: readonly ReadonlySet<string>[],
  candidates: Candidates,
): Readonly<Record<'both' | 'onlyNaive' | 'onlyOurs', string[]>> {
  const both: string[] = [];
  const onlyNaive: string[] = [];
  const onlyOurs: string[] = [];
  for (const [index, { package: own, keys }] of components.entries()) {
    const matches = matchPackage(own, candidatesOf(keys, candidates));
    const ours = new Set(matches.flatMap(affectingRecords));
    const theirs = naive[index] ?? new Set<string>();
    const describe = (recordId: string): string => {
      const match = matches.find(({ evidence }) => evidence.some((each) => each.recordId === recordId));
      const why = match === undefined ? 'no result' : [match.state, ...match.assumptions].join(', ');
      return `\`${own.identity.name}\` ${own.version} by ${recordId} (Assay: ${why})`;
    };
    for (const recordId of theirs) (ours.has(recordId) ? both : onlyNaive).push(describe(recordId));
    for (const recordId of ours) if (!theirs.has(recordId)) onlyOurs.push(describe(recordId));
  }
  return { both, onlyNaive, onlyOurs };
}

function affectingRecords({ state, evidence }: PackageMatch): string[] {
  if (state !== 'affected') return [];
  return evidence.filter(({ outcome }) => outcome === 'affected').map(({ recordId }) => recordId);
}
