/** The sources of advisories: state, age, and import lease. */
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { SourceState } from '../../../core/vocabulary/source.ts';
import type { ReferenceTx } from '../../database.ts';
import { publishAdvisoriesProgress } from '../../delivery/progress.ts';
import type { Tables } from '../../tables.ts';

export interface AdvisorySource {
  readonly name: string;
  readonly url: string;
  readonly state: SourceState;
  /** A disabled source keeps its records. */
  readonly enabled: boolean;
  readonly records: number;
  readonly newestRecordAt: string | null;
  readonly lastGoodAt: string | null;
  readonly lastError: string | null;
  readonly progress: SourceProgress | null;
}

export interface SourceProgress {
  readonly directory: string;
  readonly records: number;
  readonly recordsTotal: number;
  readonly bytes: number;
  readonly startedAt: string;
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
        ? { state: 'ready', last_good_at: end.at, last_error: null }
        : { state: 'failed', last_error: end.error }),
    })
    .where('name', '=', name)
    .execute();
}

export async function listSources(tx: ReferenceTx): Promise<AdvisorySource[]> {
  const rows = await tx.db.selectFrom('advisory_source').selectAll().orderBy('name').limit(100).execute();
  return rows.map(toSource);
}

function toSource(row: Selectable<Tables['advisory_source']>): AdvisorySource {
  return {
    name: row.name,
    url: row.url,
    state: row.state === 'syncing' || row.state === 'ready' || row.state === 'failed' ? row.state : 'never',
    enabled: row.enabled,
    records: row.records,
    newestRecordAt: row.newest_record_at?.toISOString() ?? null,
    lastGoodAt: row.last_good_at?.toISOString() ?? null,
    lastError: row.last_error,
    progress: row.progress === null ? null : Progress.parse(row.progress),
  };
}

const Progress = z.object({
  directory: z.string(),
  records: z.number(),
  recordsTotal: z.number(),
  bytes: z.number(),
  startedAt: z.string(),
});

/** Sets the age of data that was read after `since` but is older than its import. A time in the future is ignored. */
export async function backdateSource(tx: ReferenceTx, name: string, since: string, asOf: string): Promise<void> {
  for (const table of ['advisory_source', 'advisory_directory'] as const) {
    await sql`
      update ${sql.table(table)} set last_good_at = least(last_good_at, ${asOf}::timestamptz)
      where ${sql.ref(table === 'advisory_source' ? 'name' : 'source')} = ${name} and last_good_at >= ${since}`.execute(
      tx.db,
    );
  }
}
