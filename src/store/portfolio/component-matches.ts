/**
 * The memo: a distinct component of an organization is matched once per revision of its keys, however many versions hold it.
 * Valid while it was evaluated at a snapshot that is not older than the newest revision of its keys, by the current engine.
 */
import { sql } from 'kysely';
import type { PackageMatch, PackageVersion } from '../../core/match/match.ts';
import type { OrgTx } from '../database.ts';

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
  const { rows } = await sql<{ id: string; is_stale: boolean; package: PackageVersion | null; keys: string[] | null }>`
    select c.id, k.is_stale, case when k.is_stale then c.package end as package, case when k.is_stale then k.keys end as keys
    from component c
    left join component_memo m on m.org_id = c.org_id and m.component_id = c.id
    left join lateral (
      select array_agg(ck.package_key) as keys,
        m.evaluated_snapshot is null or m.evaluated_snapshot < coalesce(max(pk.revision), 0)
          or m.engine_version is distinct from ${engineVersion} as is_stale
      from component_key ck left join package_key pk on pk.key = ck.package_key
      where ck.org_id = ${tx.orgId} and ck.component_id = c.id) k on c.not_checked is null
    where c.org_id = ${tx.orgId} and c.id = any(array(select component_id from component_set
      where org_id = ${tx.orgId} and sha256 = ${set} and position >= ${from} and position < ${from + count}))
    order by c.id`.execute(tx.db);
  const stale = rows.flatMap((row) =>
    row.is_stale && row.package !== null ? [{ id: row.id, package: row.package, keys: row.keys ?? [] }] : [],
  );
  return { stale, count: rows.length };
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
