/** Finds the analysis whose findings a version shows, so that later stages know whether they were superseded. */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';

/** Returns undefined if no analysis has ended or the version is deleted. */
export async function findNewestFinishedAnalysis(
  tx: OrgTx,
  versionId: string,
): Promise<{ readonly id: string; readonly serviceId: string } | undefined> {
  const { rows } = await sql<{ id: string; serviceId: string }>`
    select a.id, v.service_id as "serviceId" from analysis a
    join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null
    where a.org_id = ${tx.orgId} and a.version_id = ${versionId} and a.coverage is not null
    order by a.created_at desc, a.id desc limit 1`.execute(tx.db);
  return rows[0];
}
