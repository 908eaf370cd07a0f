/** Counts versions whose analysis is queued, is running, or failed in the latest attempt. */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';

export interface OpenAnalyses {
  readonly queued: number;
  readonly running: number;
  readonly failed: number;
}

export async function countOpenAnalyses(tx: OrgTx): Promise<OpenAnalyses> {
  const { rows } = await sql<OpenAnalyses>`
    select
      (select count(*) from analysis where org_id = ${tx.orgId} and status = 'queued')::int as queued,
      (select count(*) from analysis where org_id = ${tx.orgId} and status = 'running')::int as running,
      (select count(*) from analysis a
        join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null
        where a.org_id = ${tx.orgId} and a.status = 'failed' and not exists (
          select from analysis n where n.org_id = a.org_id and n.version_id = a.version_id
            and (n.created_at, n.id) > (a.created_at, a.id)))::int as failed`.execute(tx.db);
  return rows[0] ?? { queued: 0, running: 0, failed: 0 };
}
