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
  readonly #rows = new Map(COPIED_TABLES.map((table): [CopiedTable, BinaryRows] => [table, new BinaryRows()]));
  /** Most records of a source package list the same packages. */
  readonly #builtPackages = new Set<string>();

  constructor(place: StagingPlace) {
    this.#place = place;
  }

  /** The record itself is in the form of `packRecord`. */
  add(advisory: Advisory, packed: Uint8Array): void {
    const { snapshot, source, directory } = this.#place;
    const run = { uuid: this.#place.run };
    const affected = distinctEntries(advisory.affected);
    const record = [source, directory, ...toRecord({ ...advisory, affected }, packed)];
    if (snapshot === undefined) this.#add('staged_record', [run, ...record]);
    else this.#add('advisory_record', [{ bigint: snapshot }, { bigint: snapshot }, ...record]);
    let n = 0;
    for (const entry of affected) {
      const versions = neededVersions(entry, advisory.class);
      const listed = versions.length === entry.versions.length ? null : { jsonb: entry.versions };
      const needed = { jsonb: listed === null ? entry : { ...entry, versions } };
      // Which record is authoritative for a family other than that of the directory is decided when the other copies are known.
      const isOwn = entry.family === ecosystemOfDirectory(directory);
      for (const key of keysOfEntry(entry)) {
        const columns = [advisory.id, { integer: n }, key, needed, listed, isOwn];
        if (snapshot === undefined || !isOwn) this.#add('staged_entry', [run, ...columns]);
        else this.#add('affected_entry', [source, directory, true, ...columns]);
        n += 1;
      }
    }
    for (const { key, sourceName } of advisory.builtPackages) {
      const mapping = `${key}\u{1E}${sourceName}`;
      if (this.#builtPackages.has(mapping)) continue;
      this.#builtPackages.add(mapping);
      this.#add('staged_package_source', [run, key, sourceName]);
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
    toSha256(severityProjection(advisory)),
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
