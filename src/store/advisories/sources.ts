/** The sources of advisories: state, age, and import lease. */
import { sql } from 'kysely';
import { DIRECTORY_RECORDS_MIN } from '../../core/advisory/source-freshness.ts';
import type { SourceState } from '../../core/vocabulary/source.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { ReferenceTx } from '../database.ts';
import { publishAdvisoriesProgress } from '../delivery/progress.ts';

export interface AdvisorySource {
  readonly name: string;
  readonly url: string;
  readonly state: SourceState;
  /** A disabled source keeps its records. */
  readonly enabled: boolean;
  readonly records: number;
  readonly newestRecordAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastError: string | null;
  /** Oldest of the newest records of each directory that has enough records to be judged. */
  readonly oldestDirectoryAt: string | null;
  readonly progress: SourceProgress | null;
}

export interface SourceProgress {
  readonly directory: string;
  readonly records: number;
  readonly recordsTotal: number;
  readonly bytes: number;
  readonly startedAt: string;
  /** Position of the directory in this run, from 1, and their number. */
  readonly directoryNumber: number;
  readonly directoryCount: number;
}

interface NamedSource {
  readonly name: string;
  readonly url: string;
}

/** Registers the configured sources, and disables all others. A disabled source keeps its records. */
export async function registerSources(tx: ReferenceTx, sources: readonly NamedSource[]): Promise<void> {
  for (const { name, url } of sources) {
    await sql`
      insert into advisory_source (name, url, state) values (${name}, ${url}, 'never')
      on conflict (name) do update set enabled = true where not advisory_source.enabled`.execute(tx.db);
  }
  const names = sources.map((source) => source.name);
  await sql`
    update advisory_source set enabled = false where enabled and name <> all(${names}::text[])`.execute(tx.db);
}

/** Acquires the import lease. Returns undefined when another process holds it; the lease expires if that process dies. */
export async function acquireLease(
  tx: ReferenceTx,
  source: NamedSource,
  nowMs: number,
  leaseMs: number,
): Promise<{ readonly until: Date } | undefined> {
  const until = new Date(nowMs + leaseMs);
  const { rows } = await sql`
    insert into advisory_source (name, url, state, lease_until)
    values (${source.name}, ${source.url}, 'syncing', ${until})
    on conflict (name) do update set url = excluded.url, state = 'syncing', lease_until = excluded.lease_until
      where advisory_source.lease_until is null or advisory_source.lease_until < ${new Date(nowMs)}
    returning name`.execute(tx.db);
  return rows.length > 0 ? { until } : undefined;
}

/** Returns false if the lease has expired and another process has, or had, acquired it. */
export async function renewLease(tx: ReferenceTx, name: string, held: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('advisory_source')
    .set({ lease_until: until })
    .where('name', '=', name)
    .where('lease_until', '=', held)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the lease is still held, and locks the row of the source until the transaction ends. */
export async function lockLease(tx: ReferenceTx, name: string, held: Date): Promise<boolean> {
  const row = await tx.db
    .selectFrom('advisory_source')
    .select('name')
    .where('name', '=', name)
    .where('lease_until', '=', held)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordProgress(tx: ReferenceTx, name: string, progress: SourceProgress): Promise<void> {
  await tx.db
    .updateTable('advisory_source')
    .set({ progress: JSON.stringify(progress) })
    .where('name', '=', name)
    .where('state', '=', 'syncing')
    .execute();
  publishAdvisoriesProgress(tx, { source: name, ...progress });
}

export async function recordImportResult(
  tx: ReferenceTx,
  name: string,
  end: { readonly at: string } | { readonly error: string },
): Promise<void> {
  const counted = sql<number>`(select count(*)::int from advisory_record where source = ${name})`;
  const newest = sql<Date>`(select max(modified) from advisory_record where source = ${name})`;
  await tx.db
    .updateTable('advisory_source')
    .set({
      records: counted,
      newest_record_at: newest,
      lease_until: null,
      progress: null,
      ...('at' in end
        ? { state: 'ready', last_success_at: end.at, last_error: null }
        : { state: 'failed', last_error: end.error }),
    })
    .where('name', '=', name)
    .execute();
}

export async function listSources(tx: ReferenceTx): Promise<AdvisorySource[]> {
  const { rows } = await sql<SourceRow>`
    select name, url, state, enabled, records, newest_record_at as "newestRecordAt", last_success_at as "lastSuccessAt",
      last_error as "lastError", progress,
      (select min(d.high_water) from advisory_directory d
        where d.source = advisory_source.name and d.records >= ${DIRECTORY_RECORDS_MIN}) as "oldestDirectoryAt"
    from advisory_source order by name limit 100`.execute(tx.db);
  return rows.map((row) => ({ ...toIsoTimes(row), progress: row.progress && { ...FIRST_DIRECTORY, ...row.progress } }));
}

type SourceRow = DatedRow<AdvisorySource, 'newestRecordAt' | 'lastSuccessAt' | 'oldestDirectoryAt'>;

/** Absent if an older version started the run. */
const FIRST_DIRECTORY = { directoryNumber: 1, directoryCount: 1 };

/** Sets the age of data that was read after `since` but is older than its import. A time in the future is ignored. */
export async function backdateSource(tx: ReferenceTx, name: string, since: string, asOf: string): Promise<void> {
  const older = sql`last_success_at = least(last_success_at, ${asOf}::timestamptz)`;
  await sql`update advisory_source set ${older} where name = ${name} and last_success_at >= ${since}`.execute(tx.db);
  await sql`update advisory_directory set ${older} where source = ${name} and last_success_at >= ${since}`.execute(
    tx.db,
  );
}

/**
 * Returns the digest of the files that a bundled source was loaded from, so that a start with the same files loads nothing, or
 * undefined if the source was never loaded completely.
 */
export async function findSourceDigest(tx: ReferenceTx, name: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('advisory_source')
    .select('etag')
    .where('name', '=', name)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.etag ?? undefined;
}

export async function setSourceDigest(tx: ReferenceTx, name: string, digest: string): Promise<void> {
  await tx.db
    .updateTable('advisory_source')
    .set({ etag: digest })
    .where('name', '=', name)
    .where('state', '=', 'ready')
    .execute();
}

/** The row of a source that consists of one file: the cache validators for the next request, and the result of the last one. */
export interface LastFile {
  readonly records: number;
  readonly asOf: string | null;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** Returns undefined before the first successful download. The cache validators of another URL are discarded. */
export async function findLastFile(
  tx: ReferenceTx,
  source: { readonly name: string; readonly url: string },
): Promise<LastFile | undefined> {
  const row = await tx.db
    .selectFrom('advisory_source')
    .select(['url', 'records', 'newest_record_at as asOf', 'etag', 'last_modified as lastModified'])
    .where('name', '=', source.name)
    .where('last_success_at', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { url, etag, lastModified, ...file } = toIsoTimes(row);
  if (url === source.url) return { ...file, etag: etag ?? undefined, lastModified: lastModified ?? undefined };
  await sql`update advisory_source set etag = null, last_modified = null where name = ${source.name}`.execute(tx.db);
  return { ...file, etag: undefined, lastModified: undefined };
}

type FileResult =
  | ({ readonly kind: 'read'; readonly at: string } & LastFile)
  | { readonly kind: 'unchanged'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: string };

/** A failure keeps the figures of the last good file. */
export async function recordFileResult(tx: ReferenceTx, name: string, end: FileResult): Promise<void> {
  const state =
    end.kind === 'failed'
      ? { state: 'failed', last_error: end.error }
      : { state: 'ready', last_error: null, last_success_at: end.at };
  const figures = end.kind === 'read' && {
    records: end.records,
    newest_record_at: end.asOf,
    etag: end.etag ?? null,
    last_modified: end.lastModified ?? null,
  };
  await tx.db
    .updateTable('advisory_source')
    .set({ ...state, ...figures, lease_until: null, progress: null })
    .where('name', '=', name)
    .execute();
}
