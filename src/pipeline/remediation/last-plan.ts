/** What the version before was told to do, and what became of it in this one, for whoever asks. */
import type { OrgTx } from '../../store/database.ts';
import { findKeptCheck } from '../../store/remediation/kept-checks.ts';
import { CHECK_FORM, unpackCheck } from './packed.ts';
import type { PlanCheck } from './plan-check.ts';

export interface LastPlan extends Pick<PlanCheck, 'outcomes' | 'counts' | 'predicted'> {
  /** Whose plan it was. */
  readonly version: { readonly id: string; readonly name: string };
}

/** Undefined: there was no plan before, or it was not judged yet. */
export async function readLastPlan(tx: OrgTx, versionId: string): Promise<LastPlan | undefined> {
  const kept = await findKeptCheck(tx, versionId, CHECK_FORM);
  if (kept === undefined) return undefined;
  const { outcomes, counts, predicted } = await unpackCheck(kept.packed);
  return { version: kept.previous, outcomes, counts, predicted };
}
