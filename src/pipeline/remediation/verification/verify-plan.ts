/**
 * Checks whether the recommendations for the previous version were applied, after the first and every further publication of a
 * version. It uses the plan as it was at the first check.
 */
import { createHash } from 'node:crypto';
import type { OrgTx } from '../../../store/database.ts';
import type { NewEvent } from '../../../store/delivery/events.ts';
import { findPublishedBase } from '../../../store/findings/publication/published-base.ts';
import { listEffectiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import { removeCheck, findStoredCheck, saveCheck, type StoredCheck } from '../../../store/remediation/stored-checks.ts';
import { findPackedPlan } from '../../../store/remediation/stored-plans.ts';
import { listSlotFindings } from '../../../store/remediation/slot-findings.ts';
import { pipelined } from '../../../store/pipelined.ts';
import type { PipelineDeps } from '../../deps.ts';
import { evaluatePlan, type PlanToEvaluate } from './evaluate-plan.ts';
import { CHECK_FORM, pack, unpackCheck, unpackPlan } from '../plan/packed-plan.ts';
import { toPlanBase } from './plan-base.ts';
import type { PlanCheck } from '../plan/plan-check.ts';
import type { PlannedVersion } from '../planner/plan-start.ts';
import type { VersionPlan } from '../plan/version-plan.ts';

export interface VerifiedPlan {
  /** Empty if nothing was checked, or the result is the same as before. */
  readonly events: readonly NewEvent[];
  /** Number of additional mispredictions. */
  readonly mispredicted: number;
}

const NOTHING: VerifiedPlan = { events: [], mispredicted: 0 };

/** The caller holds the lock on the version and has its plan. */
export async function verifyPlan(
  deps: Pick<PipelineDeps, 'newId'>,
  tx: OrgTx,
  plan: Pick<VersionPlan, 'versionId' | 'serviceId' | 'analysisId' | 'findings'>,
  { previous, at }: { readonly previous: PlannedVersion | undefined; readonly at: string },
): Promise<VerifiedPlan> {
  const { versionId } = plan;
  const previousId = previous?.versionId;
  const kept = await findStoredCheck(tx, versionId, CHECK_FORM);
  const known = kept?.previous.id === previousId ? kept : undefined;
  const earlier = previousId === undefined ? undefined : await findStoredCheck(tx, previousId, CHECK_FORM);
  // Nothing to check if the previous plan was empty and nothing was applied before.
  const isEmpty = known === undefined && earlier === undefined && previous?.kept.actionCount === 0;
  const before = previous === undefined || isEmpty ? undefined : await findBase(tx, previous, known);
  if (previousId === undefined || before === undefined) {
    if (kept !== undefined) await removeCheck(tx, versionId);
    return NOTHING;
  }
  const { base, isReplaced } = before;
  const check = await evaluatePlan(tx, plan, { previousId, earlier, base, isReplaced });
  const text = JSON.stringify(check);
  const contentSha256 = createHash('sha256').update(text).digest();
  if (known !== undefined && contentSha256.equals(known.contentSha256)) return NOTHING;
  const { analysisId, serviceId } = plan;
  await saveCheck(tx, versionId, {
    previousId,
    analysisId,
    at,
    form: CHECK_FORM,
    contentSha256,
    packed: await pack(text),
  });
  const previousCheck = known === undefined ? undefined : await unpackCheck(known.packed);
  const { counts, predicted } = check;
  const detail = { previous: previousId, outcomes: counts, mispredicted: predicted.mispredicted };
  const event = {
    id: deps.newId(),
    type: 'remediation.verified',
    at,
    serviceId,
    versionId,
    analysisId,
    detail,
  } as const;
  // A rebuild that applies none of the recommendations does not create an event each time.
  const isNews =
    previousCheck === undefined
      ? predicted.mispredicted > 0 || check.outcomes.some(({ outcome }) => outcome !== 'not_applied')
      : toEventKey(check) !== toEventKey(previousCheck);
  return {
    events: isNews ? [event] : [],
    mispredicted: Math.max(0, predicted.mispredicted - (previousCheck?.predicted.mispredicted ?? 0)),
  };
}

/** The part of a check that decides whether there is a new event. */
function toEventKey({ outcomes, predicted }: PlanCheck): string {
  return JSON.stringify([outcomes.map(({ id, outcome }) => `${id} ${outcome}`).toSorted(), predicted.mispredicted]);
}

/** Returns the base of the earlier check, or the current plan of the other version; undefined if it has none yet. */
async function findBase(
  tx: OrgTx,
  { versionId: previousId, kept }: PlannedVersion,
  known: StoredCheck | undefined,
): Promise<Pick<PlanToEvaluate, 'base' | 'isReplaced'> | undefined> {
  const base = known && (await unpackCheck(known.packed)).base;
  if (base !== undefined && kept.packedSha256.toString('hex') === base.packedSha256) {
    return { base, isReplaced: new Set() };
  }
  const packed = await findPackedPlan(tx, previousId, kept);
  if (packed === undefined) return base && { base, isReplaced: new Set() };
  const plan = { ...(await unpackPlan(packed)), snapshot: kept.snapshot, at: kept.at };
  if (base !== undefined) {
    const targets = new Map(plan.plan.actions.map(({ id, to }) => [id, to]));
    const replaced = base.recommendations.filter(({ id, to }) => targets.has(id) && targets.get(id) !== to);
    return { base, isReplaced: new Set(replaced.map(({ id }) => id)) };
  }
  const [published, sboms, rows] = await pipelined([
    findPublishedBase(tx, previousId),
    listEffectiveSboms(tx, previousId),
    listSlotFindings(tx, previousId),
  ]);
  const facts = {
    packedSha256: kept.packedSha256.toString('hex'),
    engineVersion: published?.engineVersion ?? null,
    documents: sboms.map(({ slot, image, versionName }) => ({ slot, image, versionName })),
    rows,
  };
  return { base: toPlanBase(plan, facts), isReplaced: new Set() };
}
