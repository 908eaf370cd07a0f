/** Checks before planning whether a plan is needed at all, and whether an existing plan can be reused. */
import type { OrgTx } from '../../../store/database.ts';
import { findPreviousVersion } from '../../../store/findings/history/version-side.ts';
import {
  findStoredPlan,
  findPackedPlan,
  type StoredPlan,
  listFindingIds,
  computePlanDigest,
} from '../../../store/remediation/stored-plans.ts';
import { findPublishedResult, type PublishedVersionResult } from '../../../store/remediation/plan-inputs.ts';
import { pipelined } from '../../../store/pipelined.ts';
import { ENGINE_VERSION, type PipelineDeps } from '../../deps.ts';
import { PLAN_FORMAT_VERSION } from '../plan/packed-plan.ts';
import { isRecent } from '../get-plan.ts';

/** A version with a stored plan. */
export interface PlannedVersion {
  readonly versionId: string;
  readonly kept: StoredPlan;
}

export interface PlanStart {
  /** The published result already has a plan; only this fact has to be recorded. */
  readonly isKept: boolean;
  readonly digest: Buffer;
  readonly own: StoredPlan | undefined;
  /** The previous version, if it has a plan. */
  readonly previous: PlannedVersion | undefined;
  /** The previous version, if the plan of its result is missing. */
  readonly awaited: string | undefined;
  /** The packed plan that can be reused, and when it was made. */
  readonly same?: { readonly packed: Buffer; readonly at: string; readonly idOf: ReadonlyMap<string, string> };
  readonly published: PublishedVersionResult;
}

/** Returns undefined if nothing was published. */
export async function loadPlanStart(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  { orgId, versionId }: { readonly orgId: string; readonly versionId: string },
): Promise<PlanStart | undefined> {
  return await deps.database.readInOrg(orgId, async (tx) => {
    const [published, own, previousId] = await pipelined([
      findPublishedResult(tx, versionId),
      findStoredPlan(tx, versionId, PLAN_FORMAT_VERSION),
      findPreviousVersion(tx, versionId),
    ]);
    if (published === undefined || published.isFrozen) return undefined;
    const isKept = own?.analysisId === published.analysisId;
    const made = [PLAN_FORMAT_VERSION, ENGINE_VERSION, published.snapshot];
    const [{ previous, awaited }, digest] = await pipelined([
      findPreviousPlan(tx, previousId),
      isKept ? Promise.resolve(own.inputSha256) : computePlanDigest(tx, versionId, made),
    ]);
    const about = { own, published, previous, awaited, isKept, digest };
    if (isKept) return about;
    const candidates = [own && { versionId, kept: own }, previous].filter((each) => each !== undefined);
    const same = await findReusablePlan(tx, versionId, candidates, { digest, now: deps.now() });
    return { ...about, ...(same !== undefined && { same }) };
  });
}

export async function findPreviousPlan(
  tx: OrgTx,
  previousId: string | undefined,
): Promise<Pick<PlanStart, 'previous' | 'awaited'>> {
  if (previousId === undefined) return { previous: undefined, awaited: undefined };
  const [kept, published] = await pipelined([
    findStoredPlan(tx, previousId, PLAN_FORMAT_VERSION),
    findPublishedResult(tx, previousId),
  ]);
  const isAwaited = published !== undefined && !published.isFrozen && published.analysisId !== kept?.analysisId;
  return { previous: kept && { versionId: previousId, kept }, awaited: isAwaited ? previousId : undefined };
}

/** Returns the first plan that was made from the same input and is recent enough. */
async function findReusablePlan(
  tx: OrgTx,
  versionId: string,
  candidates: readonly PlannedVersion[],
  { digest, now }: { readonly digest: Buffer; readonly now: number },
): Promise<NonNullable<PlanStart['same']> | undefined> {
  const found = candidates.find(({ kept }) => kept.inputSha256.equals(digest) && isRecent(kept.at, now));
  if (found === undefined) return undefined;
  const [packed, idOf] = await pipelined([
    findPackedPlan(tx, found.versionId, found.kept),
    listFindingIds(tx, versionId),
  ]);
  return packed && { packed, at: found.kept.at, idOf };
}
