/**
 * Tells which of many versions are not deleted. Deleted ones are few, because their rows are removed soon, so they are excluded:
 * looking up every version would take longer than everything else in a list that covers a hundred thousand of them.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../services.ts';

/**
 * Returns a condition on the id of a version: neither it nor its service was deleted, and its service is in scope. `is true` prevents a
 * join: the versions in scope are read once from the index, instead of one for each row that is tested.
 */
export function isLive(tx: OrgTx, scope: ServiceScope, versionId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope !== 'all') return sql<boolean>`(${versionId} in (${liveVersionsOf(tx, scope)})) is true`;
  return sql<boolean>`${versionId} not in (
      select n.id from service_version n where n.org_id = ${tx.orgId} and n.deleted_at is not null)
    and ${versionId} not in (
      select n.id from service s join service_version n on n.org_id = s.org_id and n.service_id = s.id
      where s.org_id = ${tx.orgId} and s.deleted_at is not null)`;
}

/** Returns a query for the versions of these services that are not deleted. */
export function liveVersionsOf(tx: OrgTx, services: readonly string[]): RawBuilder<unknown> {
  return sql`select n.id from service_version n
    where n.org_id = ${tx.orgId} and n.deleted_at is null and n.service_id = any(array(
      select s.id from service s
      where s.org_id = ${tx.orgId} and s.id = any(${services}::uuid[]) and s.deleted_at is null))`;
}
