/**
 * Which versions new advisory data is looked at for: the newest ones of each service and those that have an alias. All others
 * keep what was published for them. The column says what was so when data was last applied: who is watched again has to catch up.
 */
import { sql } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';

/** For a version `v` that is neither deleted nor frozen. */
function isWatched(): ReturnType<typeof sql> {
  return sql`(
    exists (select from version_name n where n.org_id = v.org_id and n.version_id = v.id and n.kind = 'alias')
    or not exists (select from service_version n
      where n.org_id = v.org_id and n.service_id = v.service_id and n.deleted_at is null
        and (n.created_at, n.id) > (v.created_at, v.id)
      order by n.created_at desc, n.id desc limit 1 offset ${LIMITS.watchedVersionsPerService - 1}))`;
}

/** Services with more versions than are watched; in all others every version is. */
function ofLargeServices(tx: OrgTx): ReturnType<typeof sql> {
  return sql`v.org_id = ${tx.orgId} and v.deleted_at is null and v.service_id in (
    select id from service where org_id = ${tx.orgId} and version_count > ${LIMITS.watchedVersionsPerService})`;
}

/** Those that newer ones have taken the place of, or that retention has frozen. */
export async function unwatchOlder(tx: OrgTx): Promise<void> {
  await sql`
    update service_version v set watched = false
    where ${ofLargeServices(tx)} and v.watched and v.frozen_at is null and not ${isWatched()}`.execute(tx.db);
}

/** Not watched when data was last applied, and to be watched now. In order of id. */
export async function listWatchedAgain(tx: OrgTx, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and not v.watched and v.deleted_at is null and v.frozen_at is null and ${isWatched()}
      and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Whether a service has versions that are not watched and may have to be, now that another one has gone or an alias has moved. */
export async function hasUnwatched(tx: OrgTx, serviceId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from service_version
    where org_id = ${tx.orgId} and service_id = ${serviceId} and not watched and deleted_at is null and frozen_at is null
    limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** The caller holds the lock on the version. */
export async function watchAgain(tx: OrgTx, versionId: string): Promise<void> {
  await tx.db
    .updateTable('service_version')
    .set({ watched: true })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', versionId)
    .execute();
}
