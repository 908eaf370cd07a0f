/**
 * Stored plans of versions, compressed and read as a whole. The store does not interpret their content, only the analysis and
 * inputs that they belong to, and whether their content changed.
 */
import { sql } from 'kysely';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';

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

export interface NewPlan extends StoredPlan {
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
