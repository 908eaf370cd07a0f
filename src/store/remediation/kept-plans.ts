/**
 * The plan of a version as it is kept: packed, and read as a whole. What is in it is the business of those who make it; here is
 * known of which result it is, what it was made from, and whether it says something else than before.
 */
import type { OrgTx } from '../database.ts';

export interface KeptPlan {
  readonly analysisId: string;
  readonly snapshot: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly inputSha256: Buffer;
  readonly saysSha256: Buffer;
  readonly packedSha256: Buffer;
}

/** Undefined also for one in a form that is not the asked one. */
export async function findKeptPlan(tx: OrgTx, versionId: string, form: number): Promise<KeptPlan | undefined> {
  const row = await tx.db
    .selectFrom('remediation_plan')
    .select(['analysis_id', 'snapshot', 'at', 'input_sha256', 'says_sha256', 'packed_sha256'])
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('form', '=', form)
    .executeTakeFirst();
  return (
    row && {
      analysisId: row.analysis_id,
      snapshot: Number(row.snapshot),
      at: row.at.toISOString(),
      inputSha256: row.input_sha256,
      saysSha256: row.says_sha256,
      packedSha256: row.packed_sha256,
    }
  );
}

/** The bytes of one that was found, unless it is another one by now. */
export async function readPackedPlan(
  tx: OrgTx,
  versionId: string,
  { packedSha256 }: Pick<KeptPlan, 'packedSha256'>,
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

export interface NewPlan extends KeptPlan {
  readonly form: number;
  readonly packed: Buffer;
}

/** In the place of the one before. The caller holds the lock on the version. */
export async function keepPlan(tx: OrgTx, versionId: string, plan: NewPlan): Promise<void> {
  const about = {
    analysis_id: plan.analysisId,
    snapshot: plan.snapshot,
    at: plan.at,
    form: plan.form,
    input_sha256: plan.inputSha256,
    says_sha256: plan.saysSha256,
    packed_sha256: plan.packedSha256,
    packed: plan.packed,
  };
  await tx.db
    .insertInto('remediation_plan')
    .values({ org_id: tx.orgId, version_id: versionId, ...about })
    .onConflict((conflict) => conflict.columns(['org_id', 'version_id']).doUpdateSet(about))
    .execute();
}

/** The same bytes for a newer result: nothing of them is written again. The caller holds the lock on the version. */
export async function confirmPlan(
  tx: OrgTx,
  versionId: string,
  { analysisId, snapshot, at, inputSha256 }: Pick<KeptPlan, 'analysisId' | 'snapshot' | 'at' | 'inputSha256'>,
): Promise<void> {
  await tx.db
    .updateTable('remediation_plan')
    .set({ analysis_id: analysisId, snapshot, at, input_sha256: inputSha256 })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .execute();
}
