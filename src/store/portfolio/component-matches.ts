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
  /** Where the next window begins; undefined when this was the last. */
  readonly next: string | undefined;
}

/**
 * Of the next so many components of the given sets, those whose memo is missing or stale; those that cannot be checked have none.
 * In windows by id, so that a set is walked once, however many of its components are new.
 */
export async function listStaleComponents(
  tx: OrgTx,
  sets: readonly Buffer[],
  engineVersion: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<StaleWindow> {
  const { rows } = await sql<{ id: string; is_stale: boolean; package: PackageVersion | null; keys: string[] | null }>`
    select c.id, k.is_stale, case when k.is_stale then c.package end as package, case when k.is_stale then k.keys end as keys
    from component c
    left join lateral (
      select array_agg(ck.package_key) as keys,
        c.evaluated_snapshot is null or c.evaluated_snapshot < coalesce(max(pk.revision), 0)
          or c.engine_version is distinct from ${engineVersion} as is_stale
      from component_key ck left join package_key pk on pk.key = ck.package_key
      where ck.org_id = ${tx.orgId} and ck.component_id = c.id) k on c.not_checked is null
    where c.org_id = ${tx.orgId} and c.id = any(array(select distinct component_id from component_set
      where org_id = ${tx.orgId} and sha256 = any(${sets}) and component_id > ${after ?? FIRST}::uuid
      order by component_id limit ${limit}))
    order by c.id`.execute(tx.db);
  const stale = rows.flatMap((row) =>
    row.is_stale && row.package !== null ? [{ id: row.id, package: row.package, keys: row.keys ?? [] }] : [],
  );
  return { stale, next: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

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
  // Locked in one order: versions that share components may be analyzed at the same time.
  const { rows } = await sql<{ id: string }>`
    with locked as (
      select c.id, e.unassessed from component c
      join unnest(${evaluated.map(({ id }) => id)}::uuid[], ${evaluated.map(({ unassessed }) => unassessed)}::text[]) e(id, unassessed)
        on e.id = c.id
      where c.org_id = ${tx.orgId} and c.id = any(${evaluated.map(({ id }) => id)}::uuid[])
        and (evaluated_snapshot is null or evaluated_snapshot <= ${snapshot} or engine_version is distinct from ${engineVersion})
      order by c.id for update of c)
    update component c set evaluated_snapshot = ${snapshot}, engine_version = ${engineVersion}, unassessed = locked.unassessed
    from locked where c.org_id = ${tx.orgId} and c.id = locked.id
    returning c.id`.execute(tx.db);
  const accepted = new Set(rows.map((row) => row.id));
  const matches = evaluated
    .filter((component) => accepted.has(component.id))
    .flatMap((component) => component.matches.map((match) => ({ componentId: component.id, match })));
  await sql`delete from component_match where org_id = ${tx.orgId} and component_id = any(${[...accepted]}::uuid[])`.execute(
    tx.db,
  );
  await sql`
    insert into component_match (org_id, component_id, group_id, state, match)
    select ${tx.orgId}, (m->>0)::uuid, m->1->>'groupId', m->1->>'state', m->1
    from jsonb_array_elements(${JSON.stringify(matches.map(({ componentId, match }) => [componentId, match]))}::jsonb) m`.execute(
    tx.db,
  );
}
