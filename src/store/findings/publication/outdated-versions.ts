/**
 * Finds versions whose result newer data would change: they contain a component with a changed match, have a finding with changed
 * facts, or contain packages of a release whose coverage changed. The search starts from the changes; other versions are not
 * read.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';

interface OutdatedVersion {
  readonly id: string;
  /** Snapshot of the newest change. */
  readonly snapshot: number;
}

/** Documents of the version whose components count. */
const LIVE = sql`b.superseded_by is null and b.deleted_at is null`;

/**
 * Components whose match changed after a snapshot. Callers materialize it, and `offset 0` keeps one lookup per release: for an
 * organization without statistics, PostgreSQL would otherwise run it again for every joined row. The bounds are computed first,
 * because `concat` is not leakproof. The index has only the memos of changed matches (`> 0`).
 */
function changedComponents(tx: OrgTx, since: number): RawBuilder<unknown> {
  return sql`
    select m.component_id, m.changed_snapshot as revision from component_memo m
    where m.org_id = ${tx.orgId} and m.changed_snapshot > ${since}::bigint and m.changed_snapshot > 0
    union all
    select k.component_id, r.revision
    from (select revision, concat(family, e'\\x1f', release, e'\\x1f') as least, concat(family, e'\\x1f', release, e'\\x20') as above
      from release_state where revision > ${since}::bigint offset 0) r
    cross join lateral (select component_id from component_key
      where org_id = ${tx.orgId} and package_key >= r.least and package_key < r.above offset 0) k`;
}

/**
 * Returns watched versions whose published data is older than a change after `since`, sorted by id. Includes versions with a
 * running analysis, which may have read older data.
 */
export async function listOutdatedVersions(
  tx: OrgTx,
  since: number,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<OutdatedVersion[]> {
  const { rows } = await sql<{ id: string; snapshot: string }>`
    with changed as materialized (${changedComponents(tx, since)}), changed_set as materialized (
      select s.sha256, max(c.revision) as revision from changed c
      join component_set s on s.org_id = ${tx.orgId} and s.component_id = c.component_id
      group by 1
    ), changed_version as materialized (
      select b.version_id, c.revision from changed_set c
      join sbom b on b.org_id = ${tx.orgId} and b.set_sha256 = c.sha256 and ${LIVE}
      union all
      select f.version_id, max(g.revision) as revision
      from (select group_id, revision from group_revision where revision > ${since}::bigint) g
      join version_finding f on f.org_id = ${tx.orgId} and f.group_id = g.group_id and f.known_to is null
      group by 1
    )
    select v.id, max(c.revision) as snapshot
    from changed_version c
    join service_version v on v.org_id = ${tx.orgId} and v.id = c.version_id
    where v.watched and v.deleted_at is null and v.frozen_at is null and coalesce(v.published_snapshot, 0) < c.revision
      and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    group by v.id order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id, snapshot }) => ({ id, snapshot: Number(snapshot) }));
}

/** Returns whether a component or a finding of the version has changed after a snapshot. */
export async function hasChangedSince(tx: OrgTx, versionId: string, since: number): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    with held as materialized (
      select distinct s.component_id from sbom b
      join component_set s on s.org_id = b.org_id and s.sha256 = b.set_sha256
      where b.org_id = ${tx.orgId} and b.version_id = ${versionId} and ${LIVE}
    ), changed as materialized (${changedComponents(tx, since)})
    select exists (
      select from held h join changed c on c.component_id = h.component_id
    ) or exists (
      select from version_finding f join group_revision g on g.group_id = f.group_id
      where f.org_id = ${tx.orgId} and f.version_id = ${versionId} and f.known_to is null and g.revision > ${since}::bigint
    ) as changed`.execute(tx.db);
  return rows[0]?.changed === true;
}
