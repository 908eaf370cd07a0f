/** The sources of advisories: whether they are loaded, how old they are, and who is importing. */
import { sql, type Selectable } from 'kysely';
import type { ReferenceTx } from '../database.ts';
import type { Tables } from '../tables.ts';

export interface AdvisorySource {
  readonly name: string;
  readonly state: 'never' | 'syncing' | 'ready' | 'failed';
  readonly records: number;
  readonly newestRecordAt: string | null;
  readonly lastGoodAt: string | null;
  readonly lastError: string | null;
}

/** Undefined when another process imports this source; its lease ends by itself if it dies. */
export async function takeLease(
  tx: ReferenceTx,
  source: { readonly name: string; readonly url: string },
  nowMs: number,
  leaseMs: number,
): Promise<{ readonly lastEndedWell: boolean } | undefined> {
  const before = await tx.db
    .selectFrom('advisory_source')
    .select('state')
    .where('name', '=', source.name)
    .executeTakeFirst();
  const { rows } = await sql`
    insert into advisory_source (name, url, state, lease_until)
    values (${source.name}, ${source.url}, 'syncing', ${new Date(nowMs + leaseMs)})
    on conflict (name) do update set url = excluded.url, state = 'syncing', lease_until = excluded.lease_until
      where advisory_source.lease_until is null or advisory_source.lease_until < ${new Date(nowMs)}
    returning name`.execute(tx.db);
  return rows.length > 0 ? { lastEndedWell: before?.state === 'ready' } : undefined;
}

export async function renewLease(tx: ReferenceTx, name: string, until: Date): Promise<void> {
  await tx.db.updateTable('advisory_source').set({ lease_until: until }).where('name', '=', name).execute();
}

export async function endImport(
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

/** Removes everything a source brought; its keys get a new revision, so that nothing keeps an answer made from it. */
export async function removeSource(tx: ReferenceTx, name: string, snapshot: number): Promise<void> {
  await sql`
    update package_key set revision = ${snapshot}
    where key in (select package_key from affected_entry where source = ${name})`.execute(tx.db);
  await sql`delete from advisory_record where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_snapshot where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_source where name = ${name}`.execute(tx.db);
}

function toSource(row: Selectable<Tables['advisory_source']>): AdvisorySource {
  return {
    name: row.name,
    state: row.state === 'syncing' || row.state === 'ready' || row.state === 'failed' ? row.state : 'never',
    records: row.records,
    newestRecordAt: row.newest_record_at?.toISOString() ?? null,
    lastGoodAt: row.last_good_at?.toISOString() ?? null,
    lastError: row.last_error,
  };
}
