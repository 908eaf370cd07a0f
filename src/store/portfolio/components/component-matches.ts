/**
 * The match memo: a distinct component of an organization is matched once per revision of its keys, however many versions contain
 * it. A memo is valid if the current engine evaluated it at a snapshot that is not older than the newest revision of its keys.
 */
import { sql } from 'kysely';
import type { PackageMatch, PackageVersion } from '../../../core/match/match.ts';
import { getSnapshot } from '../../advisories/snapshots.ts';
import type { OrgTx, ReferenceTx } from '../../database.ts';
import { pipelined } from '../../pipelined.ts';
import { lockComponentsShared } from './unused-components.ts';

export interface StaleComponent {
  readonly id: string;
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

interface StaleWindow {
  /** Components that cannot be checked may be among them. */
  readonly ids: readonly string[];
  /** Number of components read. */
  readonly count: number;
  readonly isLast: boolean;
}

/*
 * For an organization that has just uploaded its first documents, the database has no statistics and plans for one row per table,
 * so that a join scans all rows of the organization for every component. Each statement here therefore reads one table of the
 * organization, in one pass with any plan, and the results are joined in code.
 */

/**
 * Returns the components of a set, in the chunks that start at these positions, whose memo is missing or stale; components that
 * cannot be checked have no memo. A set is read once, however many of its components are new. For known components only the memo is read, and their keys
 * only if there is newer data than their matches. Memos are looked up by one sorted list, which reads neighbors together, and are
 * compared with the components only if some are missing. Chunks that the newest version of the service with a result has
 * too are not read while everything that the organization ever matched is up to date.
 */
export async function listStaleComponents(
  tx: OrgTx,
  set: Buffer,
  { engineVersion, serviceId, from, count }: StaleRequest,
): Promise<StaleWindow> {
  const end = from + count;
  const { rows } = await sql<{ count: number; isLast: boolean; unknown: string[] | null; older: Memo[] }>`
    with chunk as materialized (
      select start, chunk_sha256 as sha256 from component_set_chunk
      where org_id = ${tx.orgId} and set_sha256 = ${set} and start >= ${from} and start < ${end}
    ), matched as materialized (
      select chunk_sha256 as sha256 from component_set_chunk where org_id = ${tx.orgId} and set_sha256 = any(array(
        select unnest(p.sets) from (
          select a.sets from service_version v cross join lateral (
            select sets from analysis where org_id = ${tx.orgId} and version_id = v.id and coverage is not null
            order by finished_at desc, id desc limit 1) a
          where v.org_id = ${tx.orgId} and v.service_id = ${serviceId ?? null}::uuid and v.deleted_at is null
            and exists (select from organization where id = ${tx.orgId} and matched_engine = ${engineVersion}
              and matched_snapshot >= (select snapshot from advisory_clock))
          order by v.created_at desc, v.id desc limit 1) p))
        -- Most chunks have moved a little.
        and start >= ${from - count} and start < ${end + count}
    ), held as materialized (
      select component_id from component_chunk where org_id = ${tx.orgId} and sha256 = any(array(
        select sha256 from chunk where (sha256 in (select sha256 from matched)) is not true))
    ), memo as materialized (
      select component_id, evaluated_snapshot from component_memo
      where org_id = ${tx.orgId} and component_id = any(array(select component_id from held)) and engine_version = ${engineVersion}
    ), next as materialized (
      select start from component_set_chunk
      where org_id = ${tx.orgId} and set_sha256 = ${set} and start >= ${end} order by start limit 1
    )
    select not exists (select from next) as "isLast",
      coalesce((select start from next), (
        select c.start + (select count(*)::int from component_chunk where org_id = ${tx.orgId} and sha256 = c.sha256)
        from chunk c order by c.start desc limit 1), 0) - coalesce((select min(start) from chunk), 0) as count,
      case when (select count(*) from held) <> (select count(*) from memo) then
        array_to_json(array(select component_id from held
          where (component_id in (select component_id from memo)) is not true order by 1)) end as unknown,
      array_to_json(array(select json_build_object('id', component_id, 'snapshot', evaluated_snapshot) from memo
        where evaluated_snapshot < (select snapshot from advisory_clock))) as older`.execute(tx.db);
  const { unknown = null, older = [], isLast = true, count: seen } = rows[0] ?? { count: 0 };
  const outdated = older.length === 0 ? [] : await listOutdated(tx, older);
  return { ids: [...(unknown ?? []), ...outdated], count: seen, isLast };
}

interface StaleRequest {
  readonly engineVersion: string;
  /** Of the version that has the set. */
  readonly serviceId?: string | undefined;
  readonly from: number;
  readonly count: number;
}

interface Memo {
  readonly id: string;
  readonly snapshot: number;
}

/**
 * Returns components with a key that is newer than their match. Usually few keys have changed, which are then looked up among the
 * components.
 */
async function listOutdated(tx: OrgTx, memos: readonly Memo[]): Promise<string[]> {
  const snapshotOf = new Map(memos.map(({ id, snapshot }) => [id, snapshot]));
  const oldest = Math.min(...snapshotOf.values());
  const changed = await sql<{ key: string; revision: string }>`
    select key, revision from package_key where revision > ${oldest} limit ${memos.length + 1}`.execute(tx.db);
  const isFew = changed.rows.length <= memos.length;
  const { rows } = await (
    isFew
      ? sql<{ id: string; revision: string }>`
        select k.component_id as id, p.revision
        from unnest(${changed.rows.map(({ key }) => key)}::text[], ${changed.rows.map(({ revision }) => revision)}::bigint[]) p(key, revision)
        join component_key k on k.org_id = ${tx.orgId} and k.package_key = p.key`
      : sql<{ id: string; revision: string }>`
        select k.component_id as id, p.revision from component_key k join package_key p on p.key = k.package_key
        where k.org_id = ${tx.orgId} and k.component_id = any(${[...snapshotOf.keys()]}::uuid[])`
  ).execute(tx.db);
  const isNewer = ({ id, revision }: { id: string; revision: string }): boolean =>
    Number(revision) > (snapshotOf.get(id) ?? Infinity);
  return [...new Set(rows.filter(isNewer).map(({ id }) => id))];
}

/** Leaves out components that cannot be checked. */
export async function listComponentsById(tx: OrgTx, ids: readonly string[]): Promise<StaleComponent[]> {
  if (ids.length === 0) return [];
  // Each is looked up alone (`limit 1`), because the planner expects few components and would read all of the organization.
  const { rows } = await sql<StaleComponent>`
    select c.*, array(select package_key from component_key where org_id = ${tx.orgId} and component_id = c.id) as keys
    from unnest(${ids}::uuid[]) w(id) cross join lateral (
      select id, package from component
      where org_id = ${tx.orgId} and id = w.id and package is not null and not_checked is null limit 1) c`.execute(
    tx.db,
  );
  return rows;
}

export interface EvaluatedComponent {
  readonly id: string;
  readonly matches: readonly PackageMatch[];
  /** Why it could not be assessed as a whole. */
  readonly unassessed: string | null;
  /** Further keys that it was matched by: it also becomes stale when one of these is raised. */
  readonly sourceKeys: readonly string[];
}

/**
 * Never replaces a match of a newer snapshot, so that a slow worker does not overwrite it. Unchanged matches are not written
 * again. Changed ones get the newest snapshot number, which is not older than any data read for them, so that every version with
 * an older published snapshot is recognized as outdated.
 */
export async function saveMatches(
  tx: OrgTx,
  evaluated: readonly EvaluatedComponent[],
  snapshot: number,
  engineVersion: string,
): Promise<void> {
  // Sorted by id, to avoid deadlocks when versions that share components are analyzed at the same time.
  const sorted = evaluated.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [newest] = await pipelined([getSnapshot(tx), lockComponentsShared(tx)]);
  await saveSourceKeys(tx, sorted);
  // Components that were removed in the meantime get no results.
  // -1 marks a changed reason until the end of this function, because Citus accepts no parameter after `on conflict`.
  const { rows } = await sql<{ id: string; isNew: boolean; hasNewReason: boolean }>`
    insert into component_memo as m (org_id, component_id, evaluated_snapshot, engine_version, unassessed)
    select ${tx.orgId}, e.id, ${snapshot}, ${engineVersion}, e.unassessed
    from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ unassessed }) => unassessed)}::text[]) e(id, unassessed)
    cross join lateral (select from component where org_id = ${tx.orgId} and id = e.id limit 1) c
    on conflict (org_id, component_id) do update
      set evaluated_snapshot = excluded.evaluated_snapshot, engine_version = excluded.engine_version, unassessed = excluded.unassessed,
        changed_snapshot = case when m.unassessed is distinct from excluded.unassessed then -1 else m.changed_snapshot end
      where m.evaluated_snapshot <= excluded.evaluated_snapshot or m.engine_version <> excluded.engine_version
    returning m.component_id as id, m.xmax = 0 as "isNew", m.changed_snapshot = -1 as "hasNewReason"`.execute(tx.db);
  const accepted = new Set(rows.map(({ id }) => id));
  const matches = sorted
    .filter(({ id }) => accepted.has(id))
    .flatMap((component) => component.matches.map((match) => ({ componentId: component.id, match })));
  // A component without a previous result has no matches, and is in no published result yet.
  const fresh = new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
  const known = [...accepted].filter((id) => !fresh.has(id));
  const written = [...(await removeMatches(tx, known, matches)), ...(await writeMatches(tx, matches))];
  const reasoned = rows.filter(({ hasNewReason }) => hasNewReason).map(({ id }) => id);
  const changed = [...written.filter((id) => !fresh.has(id)), ...reasoned];
  if (changed.length === 0) return;
  await sql`
    update component_memo set changed_snapshot = ${newest}::bigint
    where org_id = ${tx.orgId} and component_id = any(${[...new Set(changed)].toSorted()}::uuid[])`.execute(tx.db);
}

async function saveSourceKeys(tx: OrgTx, evaluated: readonly EvaluatedComponent[]): Promise<void> {
  const keys = evaluated.flatMap(({ id, sourceKeys }) => sourceKeys.map((key) => ({ id, key })));
  if (keys.length === 0) return;
  await sql`
    insert into component_key (org_id, package_key, component_id)
    select ${tx.orgId}, k.key, k.id from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::uuid[]) k(key, id)
    cross join lateral (select from component where org_id = ${tx.orgId} and id = k.id limit 1) c
    on conflict do nothing`.execute(tx.db);
}

interface ComponentMatch {
  readonly componentId: string;
  readonly match: PackageMatch;
}

/** Deletes matches that no advisory supports any more, and returns their components. */
async function removeMatches(
  tx: OrgTx,
  componentIds: readonly string[],
  matches: readonly ComponentMatch[],
): Promise<string[]> {
  if (componentIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    delete from component_match o
    where o.org_id = ${tx.orgId} and o.component_id = any(${componentIds}::uuid[]) and (o.component_id, o.group_id) not in (
      select * from unnest(${matches.map(({ componentId }) => componentId)}::uuid[], ${matches.map(({ match }) => match.groupId)}::text[]))
    returning o.component_id as id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Writes new and changed matches, ignoring the order of members, and returns their components. */
async function writeMatches(tx: OrgTx, matches: readonly ComponentMatch[]): Promise<string[]> {
  if (matches.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    insert into component_match as o (org_id, component_id, group_id, state, match)
    select ${tx.orgId}, (m->>0)::uuid, m->1->>'groupId', m->1->>'state', m->1
    from jsonb_array_elements(${JSON.stringify(matches.map(({ componentId, match }) => [componentId, match]))}::jsonb) m
    on conflict (org_id, component_id, group_id) do update set state = excluded.state, match = excluded.match
      where o.match <> excluded.match
    returning o.component_id as id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/**
 * Returns keys that were raised after a snapshot, sorted, after `after`. Components that are stale after new advisory data are
 * found by them and not by the documents that contain them, so that the cost depends on the size of the change, not of the
 * inventory.
 */
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

interface StalePage {
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
  { engineVersion, after, limit }: StalePage,
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
  { engineVersion, after, limit }: StalePage,
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
  const components = await listComponentsById(
    tx,
    rows.map(({ id }) => id),
  );
  return components.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function behind(after: string | undefined, column: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return after === undefined ? sql`true` : sql`${column} > ${after}::uuid`;
}
