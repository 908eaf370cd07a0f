/** Previous versions of records, which explain why a finding changed. Changes that do not affect matching are not stored. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';

/** Call it before the stored rows are replaced. Reads `changed_record` and the staged records. */
export async function saveRevisions(
  tx: ReferenceTx,
  { source, directory, run, at }: DirectoryKey & { readonly run: string; readonly at: string },
  snapshot: number,
): Promise<void> {
  await sql`
    insert into advisory_revision (source, directory, id, snapshot, change, modified, withdrawn, raw)
    select o.source, o.directory, o.id, ${snapshot}::bigint,
      case when c.kind = 'deleted' then 'deleted'
        when n.withdrawn <= ${at}::timestamptz and (o.withdrawn is null or o.withdrawn > ${at}::timestamptz) then 'withdrawn'
        else 'revised' end,
      o.modified, o.withdrawn, o.raw
    from changed_record c
    join advisory_record o on o.source = ${source} and o.directory = ${directory} and o.id = c.id
    left join staged_record n on n.run = ${run} and n.id = c.id
    where c.kind in ('revised', 'deleted')`.execute(tx.db);
}

const REVISIONS_PER_CALL = 1_000;

/** Deletes a batch of revisions that were replaced before a time. Returns whether there may be more. */
export async function removeOldRevisions(tx: ReferenceTx, before: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from advisory_revision where ctid = any(array(
      select ctid from advisory_revision
      where snapshot <= (select max(number) from advisory_snapshot where applied_at < ${before}::timestamptz)
      limit ${REVISIONS_PER_CALL}))`.execute(tx.db);
  return Number(numAffectedRows ?? 0) === REVISIONS_PER_CALL;
}

/**
 * Applies withdrawals that were announced for a later time: raises the keys of records whose withdrawal time has passed since the
 * last call, and takes a snapshot number if there are any. A record that was already withdrawn when it was imported raised its
 * keys then.
 */
export async function applyDueWithdrawals(
  tx: ReferenceTx,
  source: string,
  at: string,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<number> {
  const come = sql`select r.source, r.directory, r.id, r.modified, r.withdrawn, r.raw
    from advisory_record r join advisory_source s on s.name = r.source
    where r.source = ${source} and r.withdrawn > coalesce(s.withdrawals_at, s.last_success_at, ${at}::timestamptz)
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
