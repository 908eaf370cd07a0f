/**
 * Distinct components of an organization, their keys, and the sets that documents hold. They come as JSON texts that a thread has
 * made and that the database takes apart, so that this process does not have to.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { holdComponents } from './unused-components.ts';

/** Two lists in the same order: what the components are, and how the set holds them. Each names them by hash. */
export interface NewComponents {
  readonly count: number;
  /** `{sha256, purl, name, version, ecosystem, unversioned, sort_key, package, not_checked, keys}` */
  readonly components: string;
  /** `{sha256, position, scope, direct, type, purl}`, and `{owners, ownership}` of what came with packages of the system. */
  readonly members: string;
}

/** Keeps what is new of a part of a set. May be repeated; a set counts as complete when a document refers to it. */
export async function keepComponents(
  tx: OrgTx,
  setSha256: Buffer,
  { count, components, members }: NewComponents,
  newId: () => string,
): Promise<void> {
  await holdComponents(tx);
  await insertNew(tx, components, Array.from({ length: count }, newId));
  await updateReasons(tx, components);
  await insertMembers(tx, setSha256, members);
}

/*
 * Known components are looked up by an array of hashes in all three statements. A join would do the same in fewer words, but as
 * long as the statistics of a growing table lag behind, the planner reads all components of the organization for it.
 */

/** In the order of their hashes: two documents with the same new components must not wait for each other in a circle. */
async function insertNew(tx: OrgTx, components: string, ids: readonly string[]): Promise<void> {
  await sql`
    with incoming as materialized (
      select value, n, decode(value->>'sha256', 'hex') as hash
      from jsonb_array_elements(${components}::jsonb) with ordinality e(value, n)),
    known as materialized (
      select component_sha256 as hash from component
      where org_id = ${tx.orgId} and component_sha256 = any(array(select hash from incoming))),
    inserted as (
      insert into component
        (org_id, id, component_sha256, purl, name, version, ecosystem, unversioned, sort_key, package, not_checked)
      select ${tx.orgId}, (${ids}::uuid[])[t.n], t.hash, t.value->>'purl', t.value->>'name', t.value->>'version',
        t.value->>'ecosystem', t.value->>'unversioned', t.value->>'sort_key', nullif(t.value->'package', 'null'), t.value->>'not_checked'
      from incoming t where not exists (select 1 from known k where k.hash = t.hash)
      order by t.hash
      on conflict (org_id, component_sha256) do nothing
      returning id, component_sha256 as hash)
    insert into component_key (org_id, package_key, component_id)
    select ${tx.orgId}, k.key, i.id from inserted i join incoming t on t.hash = i.hash
    cross join lateral jsonb_array_elements_text(t.value->'keys') k(key)`.execute(tx.db);
}

/** What an older engine could not check may be checkable now, and the other way round. */
async function updateReasons(tx: OrgTx, components: string): Promise<void> {
  await sql`
    with incoming as materialized (
      select decode(sha256, 'hex') as hash, not_checked from jsonb_to_recordset(${components}::jsonb) t(sha256 text, not_checked text)),
    changed as (
      select c.id, t.not_checked from component c join incoming t on t.hash = c.component_sha256
      where c.org_id = ${tx.orgId} and c.component_sha256 = any(array(select hash from incoming))
        and c.not_checked is distinct from t.not_checked
      order by c.id for update of c)
    update component c set not_checked = changed.not_checked
    from changed where c.org_id = ${tx.orgId} and c.id = changed.id`.execute(tx.db);
}

async function insertMembers(tx: OrgTx, setSha256: Buffer, members: string): Promise<void> {
  await sql`
    with incoming as materialized (
      select *, decode(sha256, 'hex') as hash
      from jsonb_to_recordset(${members}::jsonb)
        t(sha256 text, position int, scope text, direct boolean, type text, purl text, owners int[], ownership text))
    insert into component_set (org_id, sha256, position, component_id, scope, direct, type, purl, owners, ownership)
    select ${tx.orgId}, ${setSha256}, m.position, c.id, m.scope, m.direct, m.type,
      case when m.purl is distinct from c.purl then m.purl end, m.owners, m.ownership
    from component c join incoming m on m.hash = c.component_sha256
    where c.org_id = ${tx.orgId} and c.component_sha256 = any(array(select hash from incoming))
    on conflict do nothing`.execute(tx.db);
}

/** Whether some document of the organization has been read into this set: then all of it is here. */
export async function isSetComplete(tx: OrgTx, setSha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sbom where org_id = ${tx.orgId} and set_sha256 = ${setSha256} limit 1`.execute(tx.db);
  return rows.length > 0;
}
