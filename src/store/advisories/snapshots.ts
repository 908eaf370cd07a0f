/** Snapshots: numbered states of the advisory data. */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';
import { once } from '../shared-transactions.ts';

/** Returns the next number. The clock's row stays locked until the transaction ends, so that numbers become visible in order. */
export async function takeSnapshot(tx: ReferenceTx, source: string, records: number, at: string): Promise<number> {
  const { rows } = await sql<{ snapshot: string }>`
    insert into advisory_clock (snapshot) values (1)
    on conflict (singleton) do update set snapshot = advisory_clock.snapshot + 1
    returning snapshot`.execute(tx.db);
  const number = Number(rows[0]?.snapshot);
  await tx.db.insertInto('advisory_snapshot').values({ number, source, records, applied_at: at }).execute();
  return number;
}

export async function getSnapshot(tx: ReferenceTx): Promise<number> {
  const row = await once(
    tx,
    'snapshot',
    async () => await tx.db.selectFrom('advisory_clock').select('snapshot').executeTakeFirst(),
  );
  return Number(row?.snapshot ?? 0);
}

/**
 * A new engine version also takes the next snapshot number, once for all processes, although no source has changed. An older
 * process that still runs does not reset it. Before the first snapshot there is nothing to change.
 */
export async function recordEngineVersion(tx: ReferenceTx, engineVersion: string): Promise<void> {
  await sql`
    update advisory_clock set snapshot = snapshot + (engine_version is not null)::int,
      announced_snapshot = announced_snapshot + (engine_version is not null and announced_snapshot = snapshot)::int, engine_version = ${engineVersion}
    where coalesce(engine_version::int, 0) < ${engineVersion}::int`.execute(tx.db);
}

/** Returns how many records each source has changed since the organization was last notified, or since it was created. */
export async function countUnannouncedChanges(tx: OrgTx, snapshot: number): Promise<Readonly<Record<string, number>>> {
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

/** Returns the times of the outdated sources in the last notice that all organizations got, as JSON. */
export async function findStaleNotice(tx: ReferenceTx): Promise<string | undefined> {
  const row = await tx.db.selectFrom('advisory_clock').select('announced_stale').executeTakeFirst();
  return row?.announced_stale ?? undefined;
}

export async function recordStaleNotice(tx: ReferenceTx, sinceBySource: string): Promise<void> {
  await tx.db.updateTable('advisory_clock').set({ announced_stale: sinceBySource }).execute();
}

/** Returns the newest number if organizations were not notified about it yet. */
export async function findUnannouncedSnapshot(tx: ReferenceTx): Promise<number | undefined> {
  const row = await tx.db
    .selectFrom('advisory_clock')
    .select('snapshot')
    .whereRef('announced_snapshot', '<', 'snapshot')
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.snapshot);
}

/** Records that all organizations were notified. Numbers that were taken meanwhile belong to the next notification. */
export async function recordAnnouncedSnapshot(tx: ReferenceTx, snapshot: number): Promise<void> {
  await sql`
    update advisory_clock set announced_snapshot = greatest(announced_snapshot, ${snapshot}::bigint)`.execute(tx.db);
}
