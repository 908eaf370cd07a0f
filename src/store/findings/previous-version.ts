/** Defines the version with which a version is compared, for a single version or for many in one statement. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

/**
 * For a row `v` of `service_version`: the id of the newest earlier version of the same git branch, or else of the newest earlier
 * version. Frozen versions come last, because little of them is left to compare with.
 */
export const PREVIOUS_VERSION = sql`
  select p.id from service_version p
  where p.org_id = v.org_id and p.service_id = v.service_id and p.deleted_at is null
    and (p.created_at, p.id) < (v.created_at, v.id)
  order by p.frozen_at is null desc, (p.git_branch is not null and p.git_branch = v.git_branch) desc, p.created_at desc,
    p.id desc limit 1`;

export async function findPreviousVersion(tx: OrgTx, versionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from service_version v cross join lateral (${PREVIOUS_VERSION}) p
    where v.org_id = ${tx.orgId} and v.id = ${versionId}`.execute(tx.db);
  return rows[0]?.id;
}
