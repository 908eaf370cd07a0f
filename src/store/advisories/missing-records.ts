/**
 * Records that a complete list no longer names. One list may be wrong: the first that lacks a record only marks it, and the
 * next one that lacks it too ends it.
 */
import { sql } from 'kysely';
import type { ReferenceTx } from '../database.ts';
import type { DirectoryPlace } from './directories.ts';

export interface MissingRecords {
  readonly stored: number;
  /** Missing now, and not in the list before. */
  readonly fresh: number;
}

/** Marks what is missing, and takes the mark from what is back; those that were marked before are left for the merge to end. */
export async function markMissing(
  tx: ReferenceTx,
  { source, directory }: DirectoryPlace,
  present: readonly string[],
  at: string,
): Promise<MissingRecords> {
  await sql`create temporary table present_id on commit drop as select distinct id from unnest(${present}::text[]) i(id)`.execute(
    tx.db,
  );
  await sql`create index on present_id (id)`.execute(tx.db);
  await sql`analyze present_id`.execute(tx.db);
  await sql`create temporary table gone_record on commit drop as
    select r.id from advisory_record r left join present_id p on p.id = r.id
    where r.source = ${source} and r.directory = ${directory} and p.id is null and r.missing_since is not null`.execute(
    tx.db,
  );
  await sql`
    update advisory_record r set missing_since = null from present_id p
    where r.source = ${source} and r.directory = ${directory} and r.id = p.id and r.missing_since is not null`.execute(
    tx.db,
  );
  const { numAffectedRows } = await sql`
    update advisory_record r set missing_since = ${at}
    where r.source = ${source} and r.directory = ${directory} and r.missing_since is null
      and not exists (select from present_id p where p.id = r.id)`.execute(tx.db);
  const { rows } = await sql<{ stored: number }>`
    select count(*)::int as stored from advisory_record where source = ${source} and directory = ${directory}`.execute(
    tx.db,
  );
  return { stored: rows[0]?.stored ?? 0, fresh: Number(numAffectedRows ?? 0) };
}
