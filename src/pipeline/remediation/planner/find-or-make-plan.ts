/**
 * Returns the plan of a version. The stored plan is used for a day, because deadlines come closer and other services of the
 * organization may have found a fix. A request with its own options gets a newly computed plan.
 */
import { findStoredPlan, findPackedPlan } from '../../../store/remediation/stored-plans.ts';
import { findPublishedResult } from '../../../store/remediation/plan-inputs.ts';
import type { PipelineDeps } from '../../deps.ts';
import { makeVersionPlan } from './make-version-plan.ts';
import { PLAN_FORMAT_VERSION, unpackPlan } from '../plan/packed-plan.ts';
import type { PlanOptions, VersionPlan } from '../plan/version-plan.ts';

const PLAN_AGE_MS_MAX = 24 * 3600 * 1000;

/** Returns undefined if nothing was published yet. */
export async function findOrMakePlan(
  deps: PipelineDeps,
  orgId: string,
  versionId: string,
  options: PlanOptions,
): Promise<VersionPlan | undefined> {
  const kept = hasCustomOptions(options) ? undefined : await findCurrentPlan(deps, orgId, versionId);
  return kept ?? (await makeVersionPlan(deps, orgId, versionId, options));
}

function hasCustomOptions({ strategy, maxDistance, image }: PlanOptions): boolean {
  return strategy !== 'lowest' || maxDistance !== undefined || image !== undefined;
}

/** Returns the stored plan if it belongs to the published result and is recent enough; computes nothing. */
export async function findCurrentPlan(
  deps: PipelineDeps,
  orgId: string,
  versionId: string,
): Promise<VersionPlan | undefined> {
  const found = await deps.database.inOrg(orgId, async (tx) => {
    const kept = await findStoredPlan(tx, versionId, PLAN_FORMAT_VERSION);
    const published = kept && (await findPublishedResult(tx, versionId));
    if (kept === undefined || published?.analysisId !== kept.analysisId || !isRecent(kept.at, deps.now()))
      return undefined;
    const packed = await findPackedPlan(tx, versionId, kept);
    return packed && { packed, kept };
  });
  if (found === undefined) return undefined;
  const { analysisId, snapshot, at } = found.kept;
  return { ...(await unpackPlan(found.packed)), versionId, analysisId, snapshot, at };
}

export function isRecent(at: string, now: number): boolean {
  return now - Date.parse(at) < PLAN_AGE_MS_MAX;
}
