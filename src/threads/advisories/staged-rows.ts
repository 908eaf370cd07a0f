/**
 * Converts an advisory into rows in COPY format: its stored fields and hashes. The rows are staged, or for a first import written
 * to the tables of the records at once.
 */
import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
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

/** The destination of the rows. */
export interface StagingPlace {
  readonly run: string;
  readonly source: string;
  readonly directory: string;
  /** The number of a first import: its rows are not compared with others, so they are not staged. */
  readonly snapshot?: number;
}

/** The tables in the order in which they are written, each with the columns of its lines. */
export const COPIED_COLUMNS = {
  staged_record: ['run', 'source', 'directory', ...RECORD_COLUMNS],
  staged_entry: ['run', ...ENTRY_COLUMNS],
  staged_package_source: ['run', 'key', 'source_name'],
  advisory_record: ['snapshot', 'severity_snapshot', 'source', 'directory', ...RECORD_COLUMNS],
  affected_entry: ['source', 'directory', 'active', ...ENTRY_COLUMNS],
} as const;
export type CopiedTable = keyof typeof COPIED_COLUMNS;
export const COPIED_TABLES = Object.keys(COPIED_COLUMNS) as readonly CopiedTable[];

/** Calls `write` with each COPY line of the advisory. */
export function writeStagedRows(
  { run, snapshot, ...place }: StagingPlace,
  advisory: Advisory,
  bytes: Uint8Array,
  write: (table: CopiedTable, line: string) => void,
): void {
  const affected = distinctEntries(advisory.affected);
  const record = [
    place.source,
    place.directory,
    advisory.id,
    advisory.modified,
    advisory.published ?? null,
    advisory.withdrawn ?? null,
    advisory.class,
    advisory.severity,
    advisory.title,
    advisory.details,
    { json: advisory.cvss },
    advisory.cwes,
    advisory.references,
    advisory.aliases,
    advisory.upstream,
    advisory.related,
    groupIdsOf(advisory),
    toSha256(matchProjection({ ...advisory, affected })),
    toSha256(severityProjection(advisory)),
    zstdCompressSync(bytes, { chunkSize: Math.min(Math.max(CHUNK_BYTES_MIN, bytes.length), CHUNK_BYTES_MAX) }),
    advisory.mentions,
  ];
  if (snapshot === undefined) write('staged_record', toCopyLine([run, ...record]));
  else write('advisory_record', toCopyLine([snapshot, snapshot, ...record]));
  let n = 0;
  for (const entry of affected) {
    const versions = neededVersions(entry, advisory.class);
    const listed = versions.length === entry.versions.length ? null : { json: entry.versions };
    // Which record is authoritative for a family other than that of the directory is decided when the other copies are known.
    const isOwn = entry.family === ecosystemOfDirectory(place.directory);
    for (const key of keysOfEntry(entry)) {
      const columns = [advisory.id, n, key, { json: { ...entry, versions } }, listed, isOwn];
      if (snapshot === undefined || !isOwn) write('staged_entry', toCopyLine([run, ...columns]));
      else write('affected_entry', toCopyLine([place.source, place.directory, true, ...columns]));
      n += 1;
    }
  }
  for (const { key, sourceName } of advisory.builtPackages) {
    write('staged_package_source', toCopyLine([run, key, sourceName]));
  }
}

// Memory for the result; most records are much smaller than the default, which is the maximum here.
const CHUNK_BYTES_MIN = 64;
const CHUNK_BYTES_MAX = 16 * 1024;

/** The best guess from a single record, and mostly right; links from other records are applied when all are loaded. */
function groupIdsOf(advisory: Advisory): readonly string[] {
  if (advisory.upstream.length > 0) return advisory.upstream.toSorted();
  return [canonicalIdOf(linkedIds(advisory))];
}

function toSha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

/** A list of texts is a `text[]`, bytes are `bytea`, and `{ json }` is `jsonb`. */
type CopyValue = string | number | boolean | null | readonly string[] | Uint8Array | { readonly json: unknown };

/**
 * Formats a row for COPY in text format, which PostgreSQL loads much faster than INSERT statements. Runs in a thread, so that the main
 * thread only passes bytes on. `toCopyLine(['a\tb', 1, null])` returns `a\\tb\t1\t\\N\n`.
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
function toCopyLine(values: readonly CopyValue[]): string {
  return `${values.map(toField).join('\t')}\n`;
}

function toField(value: CopyValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'string') return escapeField(toStorable(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Two backslashes, because COPY consumes one of them.
  if (value instanceof Uint8Array)
    return String.raw`\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  if (isList(value)) return escapeField(`{${value.map(toElement).join(',')}}`);
  return escapeField(toJson(value.json));
}

function isList(value: readonly string[] | { readonly json: unknown }): value is readonly string[] {
  return Array.isArray(value);
}

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPED = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};

function escapeField(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(ESCAPED, (character) => ESCAPES[character] ?? character) : text;
}

const NEEDS_QUOTE = /["\\]/;
const QUOTED = /["\\]/g;

function toElement(text: string): string {
  const storable = toStorable(text);
  return NEEDS_QUOTE.test(storable) ? `"${storable.replace(QUOTED, String.raw`\$&`)}"` : `"${storable}"`;
}

/** Replaces the only characters that PostgreSQL text cannot store: NUL and lone surrogates. */
function toStorable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\u{FFFD}') : wellFormed;
}

function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  // NUL and lone surrogates are escaped as \u, which jsonb rejects. Other, valid characters are too, but rarely.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? toStorable(member) : member));
}
