/**
 * Returns the plan of a version. The stored plan is used for a day, because deadlines come closer and other services of the
 * organization may have found a fix. A request with its own options gets a newly computed plan.
 */
import { findKeptPlan, readPackedPlan } from '../../store/remediation/kept-plans.ts';
import { findPublishedResult } from '../../store/remediation/plan-inputs.ts';
import type { PipelineDeps } from '../deps.ts';
import { makeVersionPlan } from './make-version-plan.ts';
import { PLAN_FORM, unpackPlan } from './packed.ts';
import type { PlanOptions, VersionPlan } from './version-plan.ts';

const KEPT_FOR_MS = 24 * 3600 * 1000;

/** Returns undefined if nothing was published yet. */
export async function readVersionPlan(
  deps: PipelineDeps,
  orgId: string,
  versionId: string,
  options: PlanOptions,
): Promise<VersionPlan | undefined> {
  const kept = hasWishes(options) ? undefined : await findCurrentPlan(deps, orgId, versionId);
  return kept ?? (await makeVersionPlan(deps, orgId, versionId, options));
}

function hasWishes({ strategy, maxDistance, image }: PlanOptions): boolean {
  return strategy !== 'lowest' || maxDistance !== undefined || image !== undefined;
}

/** Returns the stored plan if it belongs to the published result and is recent enough; computes nothing. */
export async function findCurrentPlan(
  deps: PipelineDeps,
  orgId: string,
  versionId: string,
): Promise<VersionPlan | undefined> {
  const found = await deps.database.inOrg(orgId, async (tx) => {
    const kept = await findKeptPlan(tx, versionId, PLAN_FORM);
    const published = kept && (await findPublishedResult(tx, versionId));
    if (kept === undefined || published?.analysisId !== kept.analysisId || !isYoung(kept.at, deps.now()))
      return undefined;
    const packed = await readPackedPlan(tx, versionId, kept);
    return packed && { packed, kept };
  });
  if (found === undefined) return undefined;
  const { analysisId, snapshot, at } = found.kept;
  return { ...(await unpackPlan(found.packed)), versionId, analysisId, snapshot, at };
}

export function isYoung(at: string, now: number): boolean {
  return now - Date.parse(at) < KEPT_FOR_MS;
}
