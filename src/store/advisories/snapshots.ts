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
