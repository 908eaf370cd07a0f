/**
 * Alias groups over everything that is stored. Reading ids and aliases of all records is cheap beside importing them, and a
 * group computed from all of them cannot depend on the order in which they came. Where a record's groups change, its keys get
 * the snapshot: whoever holds such a package is matched again.
 */
import { sql } from 'kysely';
import type { ReferenceTx } from '../database.ts';

export interface RecordLinks {
  readonly source: string;
  readonly directory: string;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly upstream: readonly string[];
}

export interface GroupedRecord {
  readonly source: string;
  readonly directory: string;
  readonly id: string;
  readonly groupIds: readonly string[];
}

export interface AliasOfGroup {
  readonly id: string;
  readonly groupId: string;
  readonly canonicalId: string;
}

export async function readRecordLinks(tx: ReferenceTx): Promise<RecordLinks[]> {
  return await tx.db
    .selectFrom('advisory_record')
    .select(['source', 'directory', 'id', 'aliases', 'upstream'])
    .orderBy('id')
    .execute();
}

export async function writeGroups(
  tx: ReferenceTx,
  records: readonly GroupedRecord[],
  aliases: readonly AliasOfGroup[],
  snapshot: number,
): Promise<void> {
  await sql`create temporary table regrouped (source text, directory text, id text, group_ids text[]) on commit drop`.execute(
    tx.db,
  );
  await sql`
    insert into regrouped
    select r->>0, r->>1, r->>2, array(select jsonb_array_elements_text(r->3))
    from jsonb_array_elements(${JSON.stringify(records.map((record) => [record.source, record.directory, record.id, record.groupIds]))}::jsonb) r`.execute(
    tx.db,
  );
  await sql`
    update package_key set revision = ${snapshot} where key in (
      select e.package_key from regrouped n
      join advisory_record o on o.source = n.source and o.directory = n.directory and o.id = n.id and o.group_ids <> n.group_ids
      join affected_entry e on e.source = o.source and e.directory = o.directory and e.record_id = o.id)`.execute(
    tx.db,
  );
  await sql`
    update advisory_record o set group_ids = n.group_ids from regrouped n
    where o.source = n.source and o.directory = n.directory and o.id = n.id and o.group_ids <> n.group_ids`.execute(
    tx.db,
  );
  await sql`delete from alias`.execute(tx.db);
  await sql`
    insert into alias (id, group_id, canonical_id)
    select a->>0, a->>1, a->>2
    from jsonb_array_elements(${JSON.stringify(aliases.map((alias) => [alias.id, alias.groupId, alias.canonicalId]))}::jsonb) a`.execute(
    tx.db,
  );
}
