/**
 * The open findings of vulnerabilities, each finding and package name once. The index is searched for the next finding after each one
 * found: a common vulnerability has a row in nearly every version, and reading them all takes seconds.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { isLive } from '../../portfolio/versions/live-versions.ts';

/**
 * Returns the content of `with recursive held (group_id, finding_id, package_name)`, for versions that are not deleted. `groups` is a
 * query for ids of alias groups. Findings of all services are returned, because a finding tells its service, and testing each of its
 * versions takes longer.
 */
export function heldFindings(tx: OrgTx, groups: RawBuilder<unknown>): RawBuilder<unknown> {
  const next = (groupId: RawBuilder<unknown>, after: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select v.finding_id, v.package_name from version_finding v
    where v.org_id = ${tx.orgId} and v.group_id = ${groupId} and v.known_to is null and ${after}
      and ${isLive(tx, 'all', sql`v.version_id`)}
    order by v.finding_id, v.package_name limit 1`;
  const behind = sql`(v.finding_id, v.package_name) > (h.finding_id, h.package_name)`;
  return sql`
    select g.id, n.finding_id, n.package_name from (${groups}) g (id) cross join lateral (${next(sql`g.id`, sql`true`)}) n
    union all
    select h.group_id, n.finding_id, n.package_name from held h cross join lateral (${next(sql`h.group_id`, behind)}) n`;
}

/**
 * Returns the service of a row `h` of `held`, from an index in the order of the vulnerabilities. A finding whose vulnerability got another
 * group since is looked up by its id.
 */
export function serviceOfHeld(tx: OrgTx): RawBuilder<string> {
  return sql<string>`coalesce(
    (select i.service_id from finding i where i.org_id = ${tx.orgId} and i.group_id = h.group_id and i.id = h.finding_id),
    (select i.service_id from finding i where i.org_id = ${tx.orgId} and i.id = h.finding_id))`;
}
