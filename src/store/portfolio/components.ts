/**
 * Distinct components of an organization, their keys, and the sets that documents hold. They come as JSON texts that a thread has
 * made and that the database takes apart, so that this process does not have to.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

/** Two lists in the same order: what the components are, and how the set holds them. Each names them by hash. */
export interface NewComponents {
  readonly count: number;
  /** `{sha256, purl, name, version, ecosystem, unversioned, sort_key, package, not_checked, keys}` */
  readonly components: string;
  /** `{sha256, position, scope, direct, type, purl}` */
  readonly members: string;
}

/** Keeps what is new of a part of a set. May be repeated; a set counts as complete when a document refers to it. */
export async function keepComponents(
  tx: OrgTx,
  setSha256: Buffer,
  { count, components, members }: NewComponents,
  newId: () => string,
): Promise<void> {
  const changed = [
    ...(await insertNew(tx, components, Array.from({ length: count }, newId))),
    ...(await updateReasons(tx, components)),
  ];
  if (changed.length > 0) await keepKeys(tx, components, changed);
  await sql`
    insert into component_set (org_id, sha256, component_id, position, scope, direct, type, purl, sort_key)
    select ${tx.orgId}, ${setSha256}, c.id, m.position, m.scope, m.direct, m.type,
      case when m.purl is distinct from c.purl then m.purl end, c.sort_key
    from jsonb_to_recordset(${members}::jsonb)
      m(sha256 text, position int, scope text, direct boolean, type text, purl text)
    join component c on c.org_id = ${tx.orgId} and c.component_sha256 = decode(m.sha256, 'hex')
    on conflict do nothing`.execute(tx.db);
}

/** In the order of their hashes: two documents with the same new components must not wait for each other in a circle. */
async function insertNew(tx: OrgTx, components: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into component
      (org_id, id, component_sha256, purl, name, version, ecosystem, unversioned, sort_key, package, not_checked)
    select ${tx.orgId}, (${ids}::uuid[])[t.n], t.hash, t.value->>'purl', t.value->>'name', t.value->>'version',
      t.value->>'ecosystem', t.value->>'unversioned', t.value->>'sort_key', nullif(t.value->'package', 'null'), t.value->>'not_checked'
    from (select value, n, decode(value->>'sha256', 'hex') as hash
      from jsonb_array_elements(${components}::jsonb) with ordinality e(value, n)) t
    where not exists (select 1 from component c where c.org_id = ${tx.orgId} and c.component_sha256 = t.hash)
    order by t.hash
    on conflict (org_id, component_sha256) do nothing
    returning id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** What an older engine could not check may be checkable now, and the other way round. */
async function updateReasons(tx: OrgTx, components: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      select c.id, t.not_checked
      from jsonb_to_recordset(${components}::jsonb) t(sha256 text, not_checked text)
      join component c on c.org_id = ${tx.orgId} and c.component_sha256 = decode(t.sha256, 'hex')
      where c.not_checked is distinct from t.not_checked
      order by c.id for update of c)
    update component c set not_checked = changed.not_checked
    from changed where c.org_id = ${tx.orgId} and c.id = changed.id
    returning c.id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Those that are here already have their keys. */
async function keepKeys(tx: OrgTx, components: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into component_key (org_id, package_key, component_id)
    select ${tx.orgId}, k.key, c.id
    from jsonb_to_recordset(${components}::jsonb) t(sha256 text, keys jsonb)
    join component c on c.org_id = ${tx.orgId} and c.component_sha256 = decode(t.sha256, 'hex') and c.id = any(${ids}::uuid[])
    cross join lateral jsonb_array_elements_text(t.keys) k(key)
    order by k.key, c.id
    on conflict do nothing`.execute(tx.db);
}

/** Whether some document of the organization has been read into this set: then all of it is here. */
export async function isSetComplete(tx: OrgTx, setSha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sbom where org_id = ${tx.orgId} and set_sha256 = ${setSha256} limit 1`.execute(tx.db);
  return rows.length > 0;
}
