/** Snapshots: numbered states of the advisory data. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../database.ts';

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
