/**
 * Naive reference implementation of npm matching: every record against every component, with its own version order. It shares no
 * code with the implementation that it is compared with.
 */
import type { ExportRecord } from '../support/osv-mirror.ts';

export interface NpmRecord extends ExportRecord {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly withdrawn?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string };
    readonly ranges?: readonly {
      readonly type: string;
      readonly events: readonly Readonly<Record<string, string>>[];
    }[];
    readonly versions?: readonly string[];
  }[];
}

export type NpmComponents = ReadonlyMap<string, readonly string[]>;

export interface NaiveFinding {
  readonly package: string;
  /** Ids of all matching records, and their aliases. */
  readonly ids: ReadonlySet<string>;
}

/** One finding per package and vulnerability: records that share an id describe the same one. */
export function findNaively(records: readonly NpmRecord[], components: NpmComponents): NaiveFinding[] {
  const findings: { package: string; ids: Set<string> }[] = [];
  for (const record of records) {
    if (record.withdrawn !== undefined) continue;
    const ids = [record.id, ...(record.aliases ?? [])];
    for (const name of affectedPackages(record, components)) {
      const same = findings.filter((each) => each.package === name && ids.some((id) => each.ids.has(id)));
      const merged = { package: name, ids: new Set([...ids, ...same.flatMap((each) => [...each.ids])]) };
      for (const each of same) findings.splice(findings.indexOf(each), 1);
      findings.push(merged);
    }
  }
  return findings;
}

function affectedPackages({ affected = [] }: NpmRecord, components: NpmComponents): Set<string> {
  const names = new Set<string>();
  for (const { package: about, ranges = [], versions = [] } of affected) {
    if (about === undefined || about.ecosystem !== 'npm') continue;
    for (const version of components.get(about.name) ?? []) {
      const isInside = ranges.some(({ type, events }) => type !== 'GIT' && isIn(version, events));
      if (isInside || versions.includes(version)) names.add(about.name);
    }
  }
  return names;
}

/** Events may be in any order: the last one that is not above the version decides. */
function isIn(version: string, events: readonly Readonly<Record<string, string>>[]): boolean {
  let isAffected = false;
  const sorted = events
    .flatMap((event) => Object.entries(event).map(([kind, at]) => ({ kind, at })))
    .filter(({ kind }) => kind === 'introduced' || kind === 'fixed' || kind === 'last_affected')
    .toSorted((a, b) => compare(a.at, b.at));
  for (const { kind, at } of sorted) {
    const order = compare(version, at);
    if (kind === 'introduced' && order >= 0) isAffected = true;
    if (kind === 'fixed' && order >= 0) isAffected = false;
    if (kind === 'last_affected' && order > 0) isAffected = false;
  }
  return isAffected;
}

function compare(a: string, b: string): number {
  if (a === '0' || b === '0') return Number(b === '0') - Number(a === '0');
  const [left, right] = [split(a), split(b)];
  for (let at = 0; at < 3; at += 1) {
    const order = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (order !== 0) return order;
  }
  if (left.pre === '' || right.pre === '') return Number(left.pre === '') - Number(right.pre === '');
  return left.pre.localeCompare(right.pre, 'en', { numeric: true });
}

function split(version: string): { readonly numbers: readonly number[]; readonly pre: string } {
  const [core = '', ...pre] = (version.split('+')[0] ?? '').split('-');
  return { numbers: core.split('.').map(Number), pre: pre.join('-') };
}

export interface NaiveChanges {
  readonly begun: readonly NaiveFinding[];
  readonly ended: readonly NaiveFinding[];
}

/** A finding continues if it shares an id with an earlier one, whatever its current id. */
export function compareNaively(before: readonly NaiveFinding[], now: readonly NaiveFinding[]): NaiveChanges {
  const isSame = (a: NaiveFinding, b: NaiveFinding): boolean =>
    a.package === b.package && [...a.ids].some((id) => b.ids.has(id));
  return {
    begun: now.filter((finding) => !before.some((each) => isSame(each, finding))),
    ended: before.filter((finding) => !now.some((each) => isSame(each, finding))),
  };
}
