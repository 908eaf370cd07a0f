/** Reads the plan of the previous version and its result in this version. */
import type { OrgTx } from '../../../store/database.ts';
import { findStoredCheck } from '../../../store/remediation/stored-checks.ts';
import { CHECK_FORMAT_VERSION, unpackCheck } from '../plan/packed-plan.ts';
import type { PlanCheck } from '../plan/plan-check.ts';

export interface LastPlan extends Pick<PlanCheck, 'outcomes' | 'counts' | 'predicted'> {
  /** The version that the plan belongs to. */
  readonly version: { readonly id: string; readonly name: string };
}

/** Returns undefined if there is no earlier plan, or it is not evaluated yet. */
export async function findLastPlan(tx: OrgTx, versionId: string): Promise<LastPlan | undefined> {
  const kept = await findStoredCheck(tx, versionId, CHECK_FORMAT_VERSION);
  if (kept === undefined) return undefined;
  const { outcomes, counts, predicted } = await unpackCheck(kept.packed);
  return { version: kept.previous, outcomes, counts, predicted };
}
