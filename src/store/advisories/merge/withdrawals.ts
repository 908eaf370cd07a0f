/** Applies withdrawals that were announced for a later time, when that time has come. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';

/**
 * Raises the keys of records whose withdrawal time has passed since the last call, and takes a snapshot number if there are any.
 * A record that was already withdrawn when it was imported raised its keys then.
 */
export async function applyDueWithdrawals(
  tx: ReferenceTx,
  source: string,
  at: string,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<number> {
  const come = sql`select r.source, r.directory, r.id, r.modified, r.withdrawn, r.raw
    from advisory_record r join advisory_source s on s.name = r.source
    where r.source = ${source} and r.withdrawn > coalesce(s.withdrawals_at, s.last_good_at, ${at}::timestamptz)
      and r.withdrawn <= ${at}::timestamptz`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${come}) r`.execute(tx.db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    const snapshot = await takeSnapshot(count);
    await sql`
      update package_key set revision = ${snapshot} where key in (
        select e.package_key from (${come}) r
        join affected_entry e on e.source = r.source and e.directory = r.directory and e.record_id = r.id and e.active)`.execute(
      tx.db,
    );
    // The record itself is unchanged; the revision explains why its findings end.
    await sql`
      insert into advisory_revision (source, directory, id, snapshot, change, modified, withdrawn, raw)
      select r.source, r.directory, r.id, ${snapshot}::bigint, 'withdrawn', r.modified, r.withdrawn, r.raw from (${come}) r`.execute(
      tx.db,
    );
  }
  await sql`update advisory_source set withdrawals_at = ${at} where name = ${source}`.execute(tx.db);
  return count;
}
