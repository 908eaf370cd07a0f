/** Which version a version is compared with, said once for everybody who asks: one by one, or for many versions in a statement. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

/**
 * Of a row of `service_version` that is called `v`: the id of the newest earlier version of the same git branch where both have
 * one, else of the newest earlier version. Frozen ones come last: there is little left of them to compare with.
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
