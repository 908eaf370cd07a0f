/**
 * Finds components of an organization whose matches are stale after new advisory data, by their keys and not by the documents
 * that contain them, so that the cost depends on the size of the change, not of the inventory.
 */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../../database.ts';
import { listComponentsById, type StaleComponent } from './component-matches.ts';

/** Returns keys that were raised after a snapshot, sorted, after `after`. */
export async function listRaisedKeys(
  tx: ReferenceTx,
  since: number,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from package_key where revision > ${since}::bigint and key > ${after ?? ''} order by key limit ${limit}`.execute(
    tx.db,
  );
  return rows.map(({ key }) => key);
}

interface Page {
  readonly engineVersion: string;
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Returns components with these keys whose memo is older than one of the keys, or of another engine, sorted by id. A component
 * without a memo is matched by the analysis of its document, within the limits of that analysis.
 */
export async function listStaleComponentsByKey(
  tx: OrgTx,
  keys: readonly string[],
  { engineVersion, after, limit }: Page,
): Promise<StaleComponent[]> {
  const { rows } = await sql<{ id: string }>`
    with raised as materialized (
      select p.key, p.revision from package_key p where p.key = any(array(select unnest(${keys}::text[])))
    ), holder as materialized (
      select k.component_id as id, max(p.revision) as revision
      from raised p join component_key k on k.org_id = ${tx.orgId} and k.package_key = p.key
      where ${behind(after, sql`k.component_id`)}
      group by 1
    )
    select h.id from holder h
    join component c on c.org_id = ${tx.orgId} and c.id = h.id and ${CHECKABLE}
    join component_memo m on m.org_id = ${tx.orgId} and m.component_id = h.id
    where m.evaluated_snapshot < h.revision or m.engine_version <> ${engineVersion}
    order by h.id limit ${limit}`.execute(tx.db);
  return await listInOrder(tx, rows);
}

/** Returns components that another engine version has matched, sorted by id. */
export async function listComponentsOfOtherEngines(
  tx: OrgTx,
  { engineVersion, after, limit }: Page,
): Promise<StaleComponent[]> {
  const { rows } = await sql<{ id: string }>`
    select m.component_id as id from component_memo m
    join component c on c.org_id = m.org_id and c.id = m.component_id and ${CHECKABLE}
    where m.org_id = ${tx.orgId} and m.engine_version <> ${engineVersion} and ${behind(after, sql`m.component_id`)}
    order by m.component_id limit ${limit}`.execute(tx.db);
  return await listInOrder(tx, rows);
}

/** Components that cannot be checked may have keys, but have no memo. */
const CHECKABLE = sql`c.not_checked is null and c.package is not null`;

async function listInOrder(tx: OrgTx, rows: readonly { readonly id: string }[]): Promise<StaleComponent[]> {
  const components = await listComponentsById(tx, rows);
  return components.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function behind(after: string | undefined, column: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return after === undefined ? sql`true` : sql`${column} > ${after}::uuid`;
}
