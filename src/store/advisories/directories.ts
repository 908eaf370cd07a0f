/** The directories of a source: sync position, state and errors. */
import { sql } from 'kysely';
import type { DirectoryStateName } from '../../core/vocabulary/source.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { ReferenceTx } from '../database.ts';

export interface DirectoryKey {
  readonly source: string;
  readonly directory: string;
}

export interface DirectoryState {
  readonly directory: string;
  readonly state: DirectoryStateName;
  /** Excludes records that are missing from the last complete list. */
  readonly records: number;
  /** The newest imported change, in UTC with six decimals; null before the first successful run. */
  readonly highWater: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Time of the last full comparison, not only of new records. */
  readonly checkedAt: string | null;
  /** Ids that were listed but could not be fetched in the listed version. */
  readonly pending: readonly string[];
  readonly lastSuccessAt: string | null;
  readonly lastError: string | null;
  /** Version of the parser that read the directory. */
  readonly readerVersion: number;
  /** Records that could not be parsed: their number, and the first of them. */
  readonly refused: number;
  readonly refusedRecords: readonly RefusedRecord[];
}

export interface RefusedRecord {
  readonly id: string;
  readonly problem: string;
}

export async function listDirectoryStates(tx: ReferenceTx, source: string): Promise<DirectoryState[]> {
  const { rows } = await sql<DatedRow<DirectoryState, 'checkedAt' | 'lastSuccessAt'>>`
    select directory, state, records, list_etag as etag, list_last_modified as "lastModified", checked_at as "checkedAt", pending,
      last_success_at as "lastSuccessAt", last_error as "lastError", reader_version as "readerVersion", refused,
      refused_records as "refusedRecords",
      to_char(high_water at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "highWater"
    from advisory_directory where source = ${source} order by directory limit 1000`.execute(tx.db);
  return rows.map(toIsoTimes);
}

interface DirectoryResult
  extends
    Pick<DirectoryState, 'highWater' | 'etag' | 'lastModified' | 'pending'>,
    Pick<DirectoryState, 'readerVersion' | 'refused' | 'refusedRecords'> {
  readonly at: string;
  /** Whether this was a full comparison. */
  readonly isComplete: boolean;
}

export async function finishDirectory(tx: ReferenceTx, place: DirectoryKey, end: DirectoryResult): Promise<void> {
  await sql`
    insert into advisory_directory
      (source, directory, state, high_water, list_etag, list_last_modified, records, checked_at, pending, last_success_at,
        reader_version, refused, refused_records)
    select ${place.source}, ${place.directory}, 'ready', ${end.highWater}::timestamptz, ${end.etag}, ${end.lastModified},
      (select count(*)::int from advisory_record
        where source = ${place.source} and directory = ${place.directory} and missing_since is null),
      case when ${end.isComplete} then ${end.at}::timestamptz end, ${end.pending}::text[], ${end.at}::timestamptz,
      ${end.readerVersion}::integer, ${end.refused}::integer, ${JSON.stringify(end.refusedRecords)}::jsonb
    on conflict (source, directory) do update set
      state = 'ready', high_water = excluded.high_water, list_etag = excluded.list_etag,
      list_last_modified = excluded.list_last_modified, records = excluded.records,
      checked_at = coalesce(excluded.checked_at, advisory_directory.checked_at), pending = excluded.pending,
      last_success_at = excluded.last_success_at, last_error = null,
      reader_version = excluded.reader_version, refused = excluded.refused,
      refused_records = excluded.refused_records`.execute(tx.db);
}

/** Records a successful run without changes. */
export async function confirmDirectory(tx: ReferenceTx, place: DirectoryKey, at: string): Promise<void> {
  await tx.db
    .updateTable('advisory_directory')
    .set({ state: 'ready', last_success_at: at, last_error: null })
    .where('source', '=', place.source)
    .where('directory', '=', place.directory)
    .execute();
}

export async function failDirectory(tx: ReferenceTx, place: DirectoryKey, problem: string): Promise<void> {
  await tx.db
    .insertInto('advisory_directory')
    .values({ ...place, state: 'failed', last_error: problem })
    .onConflict((conflict) =>
      conflict.columns(['source', 'directory']).doUpdateSet({ state: 'failed', last_error: problem }),
    )
    .execute();
}

/** Returns the number of rejected records by source. */
export async function sumRefusedRecords(tx: ReferenceTx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ source: string; refused: number }>`
    select source, sum(refused)::int as refused from advisory_directory group by source`.execute(tx.db);
  return new Map(rows.map(({ source, refused }) => [source, refused]));
}

/** Returns the listed ids that are not stored or are stored with another modification time. */
export async function findChangedIds(
  tx: ReferenceTx,
  place: DirectoryKey,
  listed: readonly { readonly id: string; readonly modified: string }[],
): Promise<string[]> {
  const ids = listed.map((entry) => entry.id);
  const times = listed.map((entry) => entry.modified);
  const { rows } = await sql<{ id: string }>`
    select distinct l.id from unnest(${ids}::text[], ${times}::timestamptz[]) l(id, modified)
    left join advisory_record r on r.source = ${place.source} and r.directory = ${place.directory} and r.id = l.id
    where r.id is null or r.modified <> l.modified`.execute(tx.db);
  return rows.map((row) => row.id);
}
