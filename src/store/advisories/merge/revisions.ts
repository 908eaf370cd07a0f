/** Previous versions of records, which explain why a finding changed. Changes that do not affect matching are not stored. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../sources/directories.ts';

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
