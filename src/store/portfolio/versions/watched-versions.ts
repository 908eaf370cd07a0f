/**
 * Watched versions, to which new advisory data is applied: the newest of each service and those with an alias. All others keep
 * their result. The column holds the state of the last time that data was applied, so a version that is watched again must catch
 * up.
 */
import { sql } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';

/** For a version `v` that is neither deleted nor frozen. */
function isWatched(tx: OrgTx): ReturnType<typeof sql> {
  return sql`(
    exists (select from version_name n where n.org_id = ${tx.orgId} and n.version_id = v.id and n.kind = 'alias')
    or not exists (select from service_version n
      where n.org_id = ${tx.orgId} and n.service_id = v.service_id and n.deleted_at is null
        and (n.created_at, n.id) > (v.created_at, v.id)
      order by n.created_at desc, n.id desc limit 1 offset ${LIMITS.watchedVersionsPerService - 1}))`;
}

/** Versions of services with more versions than are watched; in smaller services every version is watched. */
function ofLargeServices(tx: OrgTx): ReturnType<typeof sql> {
  return sql`v.org_id = ${tx.orgId} and v.deleted_at is null and v.service_id in (
    select id from service where org_id = ${tx.orgId} and version_count > ${LIMITS.watchedVersionsPerService})`;
}

/** Unwatches versions that were pushed out by newer ones. */
export async function unwatchOlder(tx: OrgTx): Promise<void> {
  await sql`
    update service_version v set watched = false
    where ${ofLargeServices(tx)} and v.watched and v.frozen_at is null and not ${isWatched(tx)}`.execute(tx.db);
}

/** Returns versions that were not watched when data was last applied, but are to be watched now, sorted by id. */
export async function listVersionsToWatch(tx: OrgTx, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and not v.watched and v.deleted_at is null and v.frozen_at is null and ${isWatched(tx)}
      and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/**
 * Returns whether a service has unwatched versions that may have to be watched, after another one was deleted or an alias moved.
 */
export async function hasUnwatchedVersions(tx: OrgTx, serviceId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from service_version
    where org_id = ${tx.orgId} and service_id = ${serviceId} and not watched and deleted_at is null and frozen_at is null
    limit 1`.execute(tx.db);
  return rows.length > 0;
}
