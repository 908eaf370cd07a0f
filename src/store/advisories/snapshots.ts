/** Snapshots: numbered states of the advisory data. */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';

/** The next number. The clock's row stays locked until the transaction ends, so numbers become visible in order. */
export async function takeSnapshot(tx: ReferenceTx, source: string, records: number, at: string): Promise<number> {
  const { rows } = await sql<{ snapshot: string }>`
    insert into advisory_clock (snapshot) values (1)
    on conflict (singleton) do update set snapshot = advisory_clock.snapshot + 1
    returning snapshot`.execute(tx.db);
  const number = Number(rows[0]?.snapshot);
  await tx.db.insertInto('advisory_snapshot').values({ number, source, records, applied_at: at }).execute();
  return number;
}

export async function readSnapshot(tx: ReferenceTx): Promise<number> {
  const row = await tx.db.selectFrom('advisory_clock').select('snapshot').executeTakeFirst();
  return Number(row?.snapshot ?? 0);
}

/**
 * A change of our own matching is a state of the data too, which no source has brought: it takes the next number, once for all
 * processes. An older process that still runs does not take it back. Before the first number there is nothing to change.
 */
export async function noteEngine(tx: ReferenceTx, engineVersion: string): Promise<void> {
  await sql`
    update advisory_clock set snapshot = snapshot + (engine_version is not null)::int,
      told_snapshot = told_snapshot + (engine_version is not null and told_snapshot = snapshot)::int, engine_version = ${engineVersion}
    where coalesce(engine_version::int, 0) < ${engineVersion}::int`.execute(tx.db);
}

/** How many records each source has changed after the last snapshot that the organization was told of, or since it exists. */
export async function countNews(tx: OrgTx, snapshot: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ source: string; records: number }>`
    select s.source, sum(s.records)::int as records
    from advisory_snapshot s
    where s.number <= ${snapshot}
      and s.number > coalesce((select max(e.snapshot) from event e
        where e.org_id = ${tx.orgId} and e.type = 'advisories.updated'), 0)
      and s.applied_at >= (select o.created_at from organization o where o.id = ${tx.orgId})
    group by s.source order by s.source`.execute(tx.db);
  return Object.fromEntries(rows.map(({ source, records }) => [source, records]));
}

/** Since when the data had not been refreshed when organizations were last told so. */
export async function readStaleTold(tx: ReferenceTx): Promise<string | undefined> {
  const row = await tx.db.selectFrom('advisory_clock').select('stale_told').executeTakeFirst();
  return row?.stale_told?.toISOString();
}

export async function noteStaleTold(tx: ReferenceTx, since: string): Promise<void> {
  await tx.db.updateTable('advisory_clock').set({ stale_told: since }).execute();
}

/** The newest number, if organizations do not know of it yet. */
export async function findUntoldSnapshot(tx: ReferenceTx): Promise<number | undefined> {
  const row = await tx.db
    .selectFrom('advisory_clock')
    .select('snapshot')
    .whereRef('told_snapshot', '<', 'snapshot')
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.snapshot);
}

/** All of them were told; what was taken meanwhile is told of by the next. */
export async function noteTold(tx: ReferenceTx, snapshot: number): Promise<void> {
  await sql`
    update advisory_clock set told_snapshot = greatest(told_snapshot, ${snapshot}::bigint)`.execute(tx.db);
}
