/**
 * Converts advisories into rows for COPY: their stored fields and hashes. The rows are staged, or for a first import written to the
 * tables of the records at once.
 */
import { hash } from 'node:crypto';
import type { Advisory } from '../../core/advisory/advisory.ts';
import { linkedIds } from '../../core/advisory/alias-groups.ts';
import { ENTRY_COLUMNS, RECORD_COLUMNS } from '../../core/advisory/copied-columns.ts';
import { ecosystemOfDirectory } from '../../core/advisory/distributions/published-file.ts';
import {
  distinctEntries,
  matchProjection,
  severityProjection,
  keysOfEntry,
  neededVersions,
} from '../../core/advisory/entries.ts';
import { canonicalIdOf } from '../../core/identity/vulnerability-id.ts';
import { BinaryRows, type CopyValue } from './binary-rows.ts';

/** The destination of the rows. */
export interface StagingPlace {
  readonly run: string;
  readonly source: string;
  readonly directory: string;
  /** The number of a first import: its rows are not compared with others, so they are not staged. */
  readonly snapshot?: number;
}

/** The tables in the order in which they are written, each with the columns of its rows. */
export const COPIED_COLUMNS = {
  staged_record: ['run', 'source', 'directory', ...RECORD_COLUMNS],
  staged_entry: ['run', ...ENTRY_COLUMNS],
  staged_package_source: ['run', 'key', 'source_name'],
  advisory_record: ['snapshot', 'severity_snapshot', 'source', 'directory', ...RECORD_COLUMNS],
  affected_entry: ['source', 'directory', 'active', ...ENTRY_COLUMNS],
} as const;
export type CopiedTable = keyof typeof COPIED_COLUMNS;
const COPIED_TABLES = Object.keys(COPIED_COLUMNS) as readonly CopiedTable[];

export class StagedRows {
  readonly #place: StagingPlace;
  readonly #rows: ReadonlyMap<CopiedTable, BinaryRows>;
  /** Most records of a source package list the same packages. */
  readonly #builtPackages = new Set<string>();

  constructor(place: StagingPlace) {
    this.#place = place;
    const constants = toConstants(place);
    this.#rows = new Map(COPIED_TABLES.map((table) => [table, new BinaryRows(constants[table])]));
  }

  /** The record itself is in the form of `packRecord`. */
  add(advisory: Advisory, packed: Uint8Array): void {
    const { snapshot, directory } = this.#place;
    const affected = distinctEntries(advisory.affected);
    const record = toRecord({ ...advisory, affected }, packed);
    this.#add(snapshot === undefined ? 'staged_record' : 'advisory_record', record);
    // Which record is authoritative for a family other than that of the directory is decided when the other copies are known.
    const ownFamily = ecosystemOfDirectory(directory);
    let n = 0;
    for (const entry of affected) {
      const versions = neededVersions(entry, advisory.class);
      const listed = versions.length === entry.versions.length ? null : { jsonb: entry.versions };
      const needed = { jsonb: listed === null ? entry : { ...entry, versions } };
      const isOwn = entry.family === ownFamily;
      const table = snapshot === undefined || !isOwn ? 'staged_entry' : 'affected_entry';
      for (const key of keysOfEntry(entry)) {
        this.#add(table, [advisory.id, { integer: n }, key, needed, listed, isOwn]);
        n += 1;
      }
    }
    for (const { key, sourceName } of advisory.builtPackages) {
      const mapping = `${key}\u{1E}${sourceName}`;
      if (this.#builtPackages.has(mapping)) continue;
      this.#builtPackages.add(mapping);
      this.#add('staged_package_source', [key, sourceName]);
    }
  }

  #add(table: CopiedTable, values: readonly CopyValue[]): void {
    this.#rows.get(table)?.add(values);
  }

  /** Returns the rows in the binary format of COPY. They can be taken once. */
  take(): ReadonlyMap<CopiedTable, Uint8Array<ArrayBuffer>> {
    return new Map([...this.#rows].map(([table, rows]) => [table, rows.take()]));
  }
}

/** Returns the values of the columns that are the same in all rows, which are the first ones. */
function toConstants(place: StagingPlace): Readonly<Record<CopiedTable, readonly CopyValue[]>> {
  const { source, directory } = place;
  const run = { uuid: place.run };
  const snapshot = { bigint: place.snapshot ?? 0 };
  return {
    staged_record: [run, source, directory],
    staged_entry: [run],
    staged_package_source: [run],
    advisory_record: [snapshot, snapshot, source, directory],
    affected_entry: [source, directory, true],
  };
}

/** Returns the values of `RECORD_COLUMNS`. */
function toRecord(advisory: Advisory, packed: Uint8Array): readonly CopyValue[] {
  return [
    advisory.id,
    { timestamptz: advisory.modified },
    toTime(advisory.published),
    toTime(advisory.withdrawn),
    advisory.class,
    advisory.severity,
    advisory.title,
    advisory.details,
    { jsonb: advisory.cvss },
    advisory.cwes,
    advisory.references,
    advisory.aliases,
    advisory.upstream,
    advisory.related,
    groupIdsOf(advisory),
    toSha256(matchProjection(advisory)),
    toKnownSha256(severityProjection(advisory)),
    packed,
    advisory.mentions,
  ];
}

function toTime(instant: string | undefined): CopyValue {
  return instant === undefined ? null : { timestamptz: instant };
}

/** The best guess from a single record, and mostly right; links from other records are applied when all are loaded. */
function groupIdsOf(advisory: Advisory): readonly string[] {
  if (advisory.upstream.length > 0) return advisory.upstream.toSorted();
  return [canonicalIdOf(linkedIds(advisory))];
}

function toSha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

// Thousands of records have the same severity, and for such a short text the call takes longer than the hashing.
const known = new Map<string, Uint8Array>();
const KNOWN_MAX = 5_000;

function toKnownSha256(text: string): Uint8Array {
  const found = known.get(text) ?? toSha256(text);
  if (known.size < KNOWN_MAX && text.length < KNOWN_CHARACTERS_MAX) known.set(text, found);
  return found;
}

const KNOWN_CHARACTERS_MAX = 200;
