/** Finds versions that wait for a plan, or for the plan of the previous version. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { PREVIOUS_VERSION } from '../findings/previous-version.ts';

/** Records that the plan covers this generation, or was given up. The caller must hold the lock on the version. */
export async function setPlannedGeneration(tx: OrgTx, versionId: string, generation: number): Promise<void> {
  await tx.db
    .updateTable('service_version')
    .set({ planned_generation: generation })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', versionId)
    .where('planned_generation', '<', generation)
    .execute();
}

/** Returns versions whose newest result has no plan yet, sorted by id. */
export async function listUnplannedVersions(tx: OrgTx, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and v.planned_generation < v.analyzed_generation and v.deleted_at is null
      and v.frozen_at is null and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the versions right after this one that were planned before it had a plan, and can check that plan now. There are
 * several if branches started here.
 */
export async function listUncheckedSuccessors(tx: OrgTx, versionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version o
    join service_version v on v.org_id = o.org_id and v.service_id = o.service_id and v.deleted_at is null
      and v.frozen_at is null and (v.created_at, v.id) > (o.created_at, o.id)
    join remediation_plan p on p.org_id = v.org_id and p.version_id = v.id
    cross join lateral (${PREVIOUS_VERSION}) b
    where o.org_id = ${tx.orgId} and o.id = ${versionId} and b.id = o.id
      and not exists (select from remediation_check c where c.org_id = v.org_id and c.version_id = v.id)
    order by v.created_at, v.id limit ${SUCCESSORS_MAX}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

const SUCCESSORS_MAX = 20;
