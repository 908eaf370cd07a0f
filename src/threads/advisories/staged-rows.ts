/** Converts an advisory into rows of the staging tables in COPY format: its stored fields and hashes. */
import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import type { Advisory } from '../../core/advisory/advisory.ts';
import { linkedIds } from '../../core/advisory/alias-groups.ts';
import { distinctEntries } from '../../core/advisory/entries/distinct-entries.ts';
import { keysOfEntry } from '../../core/advisory/entries/entry-keys.ts';
import { neededVersions } from '../../core/advisory/entries/needed-versions.ts';
import { matchProjection, severityProjection } from '../../core/advisory/entries/projection.ts';
import { canonicalIdOf } from '../../core/identity/vulnerability-id.ts';
import { toCopyLine } from './copy-text.ts';

/** The destination of the rows. */
export interface StagingPlace {
  readonly run: string;
  readonly source: string;
  readonly directory: string;
}

export const RECORD_COLUMNS = [
  'run',
  'source',
  'directory',
  'id',
  'modified',
  'published',
  'withdrawn',
  'class',
  'severity',
  'title',
  'details',
  'cvss',
  'cwes',
  'references',
  'aliases',
  'upstream',
  'related',
  'group_ids',
  'projection_sha256',
  'severity_sha256',
  'raw',
  'mentions',
] as const;

export const ENTRY_COLUMNS = ['run', 'record_id', 'n', 'package_key', 'entry', 'listed', 'own'] as const;

export const SOURCE_COLUMNS = ['run', 'key', 'source_name'] as const;

export function toStagedRows(
  place: StagingPlace,
  advisory: Advisory,
  bytes: Uint8Array,
): { readonly record: string; readonly entries: string; readonly sources: readonly string[] } {
  const affected = distinctEntries(advisory.affected);
  const record = toCopyLine([
    place.run,
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
    zstdCompressSync(bytes),
    advisory.mentions,
  ]);
  const filed = affected.flatMap((entry) => {
    const versions = neededVersions(entry, advisory.class);
    const listed = versions.length === entry.versions.length ? null : { json: entry.versions };
    // Which record is authoritative for a family other than that of the directory is decided when the other copies are known.
    const isOwn = entry.family === place.directory;
    return keysOfEntry(entry).map((key) => [key, { json: { ...entry, versions } }, listed, isOwn] as const);
  });
  const entries = filed.map((columns, n) => toCopyLine([place.run, advisory.id, n, ...columns]));
  const sources = advisory.builtPackages.map(({ key, sourceName }) => toCopyLine([place.run, key, sourceName]));
  return { record, entries: entries.join(''), sources };
}

/** The best guess from a single record, and mostly right; links from other records are applied when all are loaded. */
function groupIdsOf(advisory: Advisory): readonly string[] {
  if (advisory.upstream.length > 0) return advisory.upstream.toSorted();
  return [canonicalIdOf(linkedIds(advisory))];
}

function toSha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
