/**
 * Records that are missing from a complete list. A list may be wrong, and the same wrong list may be read many times: the first
 * list that lacks a record marks it, and a different list, at least one feed interval later, deletes it.
 */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';

interface CompleteList {
  readonly present: readonly string[];
  /** Equal for lists with the same content. */
  readonly sha256: Uint8Array;
  readonly at: string;
  /** Minimum time between the first list that lacks a record and the one that deletes it. */
  readonly intervalMs: number;
}

interface MissingRecords {
  readonly stored: number;
  /** Missing for the first time. */
  readonly fresh: number;
}

/** Marks missing records, unmarks present ones, and fills the temporary table `removed_record` with those to delete. */
export async function markMissing(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
  { present, sha256, at, intervalMs }: CompleteList,
): Promise<MissingRecords> {
  await sql`create temporary table present_id on commit drop as select distinct id from unnest(${present}::text[]) i(id)`.execute(
    tx.db,
  );
  await sql`create index on present_id (id)`.execute(tx.db);
  await sql`analyze present_id`.execute(tx.db);
  const before = new Date(Date.parse(at) - intervalMs).toISOString();
  await sql`create temporary table missing_record on commit drop as
    select r.id, r.missing_since, r.missing_list_sha256 from advisory_record r left join present_id p on p.id = r.id
    where r.source = ${source} and r.directory = ${directory} and p.id is null`.execute(tx.db);
  await sql`create temporary table removed_record on commit drop as
    select id from missing_record
    where missing_since <= ${before} and missing_list_sha256 <> ${Buffer.from(sha256)}`.execute(tx.db);
  await sql`
    update advisory_record r set missing_since = null, missing_list_sha256 = null from (select id from present_id) p
    where r.source = ${source} and r.directory = ${directory} and r.id = p.id and r.missing_since is not null`.execute(
    tx.db,
  );
  const { numAffectedRows } = await sql`
    update advisory_record r set missing_since = ${at}, missing_list_sha256 = ${Buffer.from(sha256)}
    from (select id from missing_record where missing_since is null) m
    where r.source = ${source} and r.directory = ${directory} and r.id = m.id`.execute(tx.db);
  const { rows } = await sql<{ stored: number }>`
    select count(*)::int as stored from advisory_record where source = ${source} and directory = ${directory}`.execute(
    tx.db,
  );
  return { stored: rows[0]?.stored ?? 0, fresh: Number(numAffectedRows ?? 0) };
}

/** For a list whose newest entries alone are compared: unmarks the records that it names. */
export async function unmarkListed(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
  isListed: (id: string) => boolean,
): Promise<void> {
  const marked = await tx.db
    .selectFrom('advisory_record')
    .select('id')
    .where('source', '=', source)
    .where('directory', '=', directory)
    .where('missing_since', 'is not', null)
    .execute();
  const ids = marked.map(({ id }) => id).filter(isListed);
  if (ids.length === 0) return;
  await sql`
    update advisory_record set missing_since = null, missing_list_sha256 = null
    where source = ${source} and directory = ${directory} and id = any(${ids}::text[])`.execute(tx.db);
}
