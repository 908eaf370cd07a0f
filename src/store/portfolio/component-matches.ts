/**
 * The memo: a distinct component of an organization is matched once per revision of its keys, however many versions hold it.
 * Valid while it was evaluated at a snapshot that is not older than the newest revision of its keys, by the current engine.
 */
import { sql } from 'kysely';
import type { PackageMatch, PackageVersion } from '../../core/match/match.ts';
import type { OrgTx } from '../database.ts';
import { together } from '../together.ts';

export interface StaleComponent {
  readonly id: string;
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

export interface StaleWindow {
  readonly stale: readonly StaleComponent[];
  /** Components looked at; fewer than asked for at the end of the set. */
  readonly count: number;
}

/*
 * An organization that has just sent its first documents is unknown to the statistics of the database, which then plans as if it
 * had one row in each table: a join walks all rows of the organization for every component. So each statement here reads one table
 * of the organization, which is one pass whatever the plan, and what belongs together is put together here.
 */

/**
 * Of the components at these positions of a set, those whose memo is missing or stale; those that cannot be checked have none.
 * A set is walked once, however many of its components are new.
 */
export async function listStaleComponents(
  tx: OrgTx,
  set: Buffer,
  engineVersion: string,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<StaleWindow> {
  const members = sql`array(
    select component_id from component_set
    where org_id = ${tx.orgId} and sha256 = ${set} and position >= ${from} and position < ${from + count} order by position)`;
  const [components, memos, revisions] = await together([
    sql<{ id: string; checkable: boolean }>`
      select id, not_checked is null as checkable from component
      where org_id = ${tx.orgId} and id = any(${members})`.execute(tx.db),
    sql<{ id: string; snapshot: string }>`
      select component_id as id, evaluated_snapshot as snapshot from component_memo
      where org_id = ${tx.orgId} and component_id = any(${members}) and engine_version = ${engineVersion}`.execute(
      tx.db,
    ),
    sql<{ id: string; revision: string }>`
      select k.component_id as id, p.revision from component_key k join package_key p on p.key = k.package_key
      where k.org_id = ${tx.orgId} and k.component_id = any(${members})`.execute(tx.db),
  ]);
  const snapshotOf = new Map(memos.rows.map(({ id, snapshot }) => [id, Number(snapshot)]));
  const isOutdated = ({ id, revision }: (typeof revisions.rows)[number]): boolean =>
    Number(revision) > (snapshotOf.get(id) ?? 0);
  const outdated = new Set(revisions.rows.filter(isOutdated).map(({ id }) => id));
  const stale = components.rows.filter(({ id, checkable }) => checkable && (outdated.has(id) || !snapshotOf.has(id)));
  return { stale: await readComponents(tx, stale), count: components.rows.length };
}

async function readComponents(tx: OrgTx, wanted: readonly { readonly id: string }[]): Promise<StaleComponent[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ id }) => id);
  const [components, keys] = await together([
    sql<{ id: string; package: PackageVersion }>`
      select id, package from component
      where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and package is not null`.execute(tx.db),
    sql<{ id: string; key: string }>`
      select component_id as id, package_key as key from component_key
      where org_id = ${tx.orgId} and component_id = any(${ids}::uuid[])`.execute(tx.db),
  ]);
  const keysOf = Map.groupBy(keys.rows, ({ id }) => id);
  return components.rows.map(({ id, package: own }) => ({
    id,
    package: own,
    keys: (keysOf.get(id) ?? []).map(({ key }) => key),
  }));
}

export interface EvaluatedComponent {
  readonly id: string;
  readonly matches: readonly PackageMatch[];
  /** Why it could not be assessed as a whole. */
  readonly unassessed: string | null;
}

/** Never goes back to an older snapshot: a slow worker must not overwrite a newer answer. */
export async function keepMatches(
  tx: OrgTx,
  evaluated: readonly EvaluatedComponent[],
  snapshot: number,
  engineVersion: string,
): Promise<void> {
  // In the order of their ids: versions that share components may be analyzed at the same time.
  const sorted = evaluated.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await sql<{ component_id: string }>`
    insert into component_memo as m (org_id, component_id, evaluated_snapshot, engine_version, unassessed)
    select ${tx.orgId}, e.id, ${snapshot}, ${engineVersion}, e.unassessed
    from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ unassessed }) => unassessed)}::text[]) e(id, unassessed)
    on conflict (org_id, component_id) do update
      set evaluated_snapshot = excluded.evaluated_snapshot, engine_version = excluded.engine_version, unassessed = excluded.unassessed
      where m.evaluated_snapshot <= excluded.evaluated_snapshot or m.engine_version <> excluded.engine_version
    returning m.component_id`.execute(tx.db);
  const accepted = new Set(rows.map((row) => row.component_id));
  const matches = sorted
    .filter(({ id }) => accepted.has(id))
    .flatMap((component) => component.matches.map((match) => ({ componentId: component.id, match })));
  await sql`delete from component_match where org_id = ${tx.orgId} and component_id = any(${[...accepted]}::uuid[])`.execute(
    tx.db,
  );
  if (matches.length === 0) return;
  await sql`
    insert into component_match (org_id, component_id, group_id, state, match)
    select ${tx.orgId}, (m->>0)::uuid, m->1->>'groupId', m->1->>'state', m->1
    from jsonb_array_elements(${JSON.stringify(matches.map(({ componentId, match }) => [componentId, match]))}::jsonb) m`.execute(
    tx.db,
  );
}
