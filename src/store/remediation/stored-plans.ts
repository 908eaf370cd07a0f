/**
 * Stored plans of versions, compressed and read as a whole. The store does not interpret their content, only the analysis and
 * inputs that they belong to, and whether their content changed.
 */
import { sql } from 'kysely';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { createHash } from 'node:crypto';
import { betterPreviousVersion } from '../findings/history/version-side.ts';

export interface StoredPlan {
  readonly analysisId: string;
  readonly snapshot: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly inputSha256: Buffer;
  readonly contentSha256: Buffer;
  readonly packedSha256: Buffer;
  readonly actionCount: number;
}

/** Returns undefined also for another format. */
export async function findStoredPlan(
  tx: OrgTx,
  versionId: string,
  formatVersion: number,
): Promise<StoredPlan | undefined> {
  const row = await tx.db
    .selectFrom('remediation_plan')
    .select([
      ...([
        'analysis_id as analysisId',
        'at',
        'input_sha256 as inputSha256',
        'content_sha256 as contentSha256',
      ] as const),
      ...(['packed_sha256 as packedSha256', 'action_count as actionCount'] as const),
      sql<number>`snapshot::float8`.as('snapshot'),
    ])
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('format_version', '=', formatVersion)
    .executeTakeFirst();
  return row && toIsoTimes(row);
}

/** Returns the bytes of a plan, or undefined if it was replaced in the meantime. */
export async function findPackedPlan(
  tx: OrgTx,
  versionId: string,
  { packedSha256 }: Pick<StoredPlan, 'packedSha256'>,
): Promise<Buffer | undefined> {
  const row = await tx.db
    .selectFrom('remediation_plan')
    .select('packed')
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('packed_sha256', '=', packedSha256)
    .executeTakeFirst();
  return row?.packed;
}

interface NewPlan extends StoredPlan {
  readonly formatVersion: number;
  readonly packed: Buffer;
}

/** Replaces the previous plan. The caller must hold the lock on the version. */
export async function savePlan(tx: OrgTx, versionId: string, plan: NewPlan): Promise<void> {
  const about = {
    analysis_id: plan.analysisId,
    snapshot: plan.snapshot,
    at: plan.at,
    format_version: plan.formatVersion,
    input_sha256: plan.inputSha256,
    content_sha256: plan.contentSha256,
    packed_sha256: plan.packedSha256,
    action_count: plan.actionCount,
    packed: plan.packed,
  };
  await tx.db
    .insertInto('remediation_plan')
    .values({ org_id: tx.orgId, version_id: versionId, ...about })
    .onConflict((conflict) => conflict.columns(['org_id', 'version_id']).doUpdateSet(about))
    .execute();
}

/** Assigns the same bytes to a newer result without writing them again. The caller must hold the lock on the version. */
export async function confirmPlan(
  tx: OrgTx,
  versionId: string,
  { analysisId, snapshot, at, inputSha256 }: Pick<StoredPlan, 'analysisId' | 'snapshot' | 'at' | 'inputSha256'>,
): Promise<void> {
  await tx.db
    .updateTable('remediation_plan')
    .set({ analysis_id: analysisId, snapshot, at, input_sha256: inputSha256 })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .execute();
}

/**
 * Computes a hash of all inputs of a plan: two versions of a service with the same hash have the same plan. Builds are far more
 * frequent than changes of dependencies, and computing the hash is much cheaper than computing a plan. `made` contains other inputs
 * of a plan, such as the version of the planner.
 */
export async function computePlanDigest(tx: OrgTx, versionId: string, made: readonly unknown[]): Promise<Buffer> {
  // Everything of a finding that may differ for the same component and vulnerability, and the graphs of the documents.
  const { rows } = await sql<{ findings: string | null; documents: string | null }>`
    select (select md5(string_agg(concat_ws(' ', v.component_id, v.group_id, v.relevance, v.risk, v.severity_rank, v.kev,
        v.decided, v.label, v.due_at, v.due_days, v.direct, v.images), e'\\n' order by v.component_id, v.group_id))
      from version_finding v
      where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null) as findings,
    (select string_agg(concat_ws(' ', b.slot, b.image, encode(b.set_sha256, 'hex'), md5(b.packed)), e'\\n' order by b.slot, b.id)
      from sbom b
      where b.org_id = ${tx.orgId} and b.version_id = ${versionId} and b.superseded_by is null and b.deleted_at is null) as documents`.execute(
    tx.db,
  );
  return createHash('sha256')
    .update(JSON.stringify([made, rows[0]?.findings ?? null, rows[0]?.documents ?? null]))
    .digest();
}

/** Returns the ids of this version's findings by component and vulnerability. */
export async function listFindingIds(tx: OrgTx, versionId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; componentId: string; groupId: string }>`
    select id, component_id as "componentId", group_id as "groupId" from version_finding
    where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is null`.execute(tx.db);
  return new Map(rows.map((row) => [toFindingKey(row), row.id]));
}

export function toFindingKey(finding: { readonly componentId: string; readonly groupId: string }): string {
  return `${finding.componentId} ${finding.groupId}`;
}

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
 * several if branches started here. There is nothing to check in an empty plan of a version that has no check itself. A version
 * that is about to be analyzed or planned again checks it then.
 */
export async function listUncheckedSuccessors(tx: OrgTx, versionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version o
    join remediation_plan q on q.org_id = o.org_id and q.version_id = o.id
    join service_version v on v.org_id = o.org_id and v.service_id = o.service_id and v.deleted_at is null
      and v.frozen_at is null and v.planned_generation = v.generation and (v.created_at, v.id) > (o.created_at, o.id)
    join remediation_plan p on p.org_id = v.org_id and p.version_id = v.id
    where o.org_id = ${tx.orgId} and o.id = ${versionId}
      and (q.action_count > 0 or exists (select from remediation_check c where c.org_id = ${tx.orgId} and c.version_id = o.id))
      and not exists (select from remediation_check c where c.org_id = ${tx.orgId} and c.version_id = v.id)
      and not exists (${betterPreviousVersion(tx)})
    order by v.created_at, v.id limit ${SUCCESSORS_MAX}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

const SUCCESSORS_MAX = 20;
