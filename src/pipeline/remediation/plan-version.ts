/**
 * The job after a publication: makes and stores the plan of the version, and checks the plan of the previous version. It is
 * requested in the publishing transaction; if the published result already has a plan, there is nothing to do.
 */
import { createHash } from 'node:crypto';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import { recordFinishedStage, skipSupersededStage } from '../../store/findings/analyses/finished-stages.ts';
import { findPreviousVersion } from '../../store/findings/previous-version.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import { confirmPlan, findStoredPlan, savePlan, findPackedPlan } from '../../store/remediation/stored-plans.ts';
import { findPublishedResult } from '../../store/remediation/plan-inputs.ts';
import { listUncheckedSuccessors, setPlannedGeneration } from '../../store/remediation/plan-progress.ts';
import { pipelined } from '../../store/pipelined.ts';
import type { PipelineDeps } from '../deps.ts';
import { makeVersionPlan } from './planner/make-version-plan.ts';
import { pack, PLAN_FORM, toPackedText, unpackPlan, type PackedPlan } from './plan/packed-plan.ts';
import { countPlan, EMPTY_PLAN_HASH, toPlanEvent, hashPlanContent } from './plan/plan-event.ts';
import { loadPlanStart, findPreviousPlan, type PlanStart } from './planner/plan-start.ts';
import { verifyPlan } from './verification/verify-plan.ts';
import type { VersionPlan } from './plan/version-plan.ts';
import { toFindingKey } from '../../store/remediation/plan-digest.ts';

export interface PlanDeps extends PipelineDeps {
  /** Called with the number of mispredictions. */
  readonly onMispredicted?: (count: number) => void;
}

interface VersionKey {
  readonly orgId: string;
  readonly versionId: string;
}

export async function planVersion(deps: PlanDeps, key: VersionKey): Promise<void> {
  const { orgId } = key;
  const startedAt = new Date(deps.now()).toISOString();
  const first = await loadPlanStart(deps, key);
  // Make the plan of the previous version first if it is missing; otherwise there would be nothing to check.
  const { awaited } = first ?? {};
  if (awaited !== undefined) {
    const before = { orgId, versionId: awaited };
    await planOne(deps, before, startedAt, await loadPlanStart(deps, before));
  }
  const start = awaited === undefined ? first : await loadPlanStart(deps, key);
  const followers = await planOne(deps, key, startedAt, start);
  for (const versionId of followers) await verifyAgain(deps, { orgId, versionId });
}

/** Returns the next versions that waited for this plan. */
async function planOne(
  deps: PlanDeps,
  key: VersionKey,
  startedAt: string,
  start: PlanStart | undefined,
): Promise<readonly string[]> {
  const plan = start === undefined || start.isKept ? undefined : await makeOrCopy(deps, key, start);
  const at = new Date(deps.now()).toISOString();
  const finish = async (
    tx: OrgTx,
  ): Promise<{ readonly mispredicted: number; readonly followers: readonly string[] }> => {
    const version = await lockVersion(tx, key.versionId);
    const published = version && (await findPublishedResult(tx, version.id));
    // A newer publication has its own job.
    if (version === undefined || published?.analysisId !== start?.published.analysisId) return NOTHING_DONE;
    await setPlannedGeneration(tx, version.id, version.analyzedGeneration);
    if (start === undefined) return NOTHING_DONE;
    const isWritten = plan?.analysisId === published?.analysisId;
    const isFirst = version.analyzedGeneration === 1;
    const mispredicted =
      plan !== undefined && isWritten ? await writePlan(deps, tx, plan, { ...start, startedAt, at, isFirst }) : 0;
    return { mispredicted, followers: await listUncheckedSuccessors(tx, version.id) };
  };
  const { mispredicted, followers } = await deps.database.inOrg(key.orgId, finish, REPEATABLE);
  if (mispredicted > 0) deps.onMispredicted?.(mispredicted);
  return followers;
}

const NOTHING_DONE = { mispredicted: 0, followers: [] } as const;
/** A plan that is lost with its commit is made again. */
const REPEATABLE = { durable: false } as const;

async function makeOrCopy(
  deps: PlanDeps,
  { orgId, versionId }: VersionKey,
  { same, published }: PlanStart,
): Promise<VersionPlan | undefined> {
  const copied = same && copyPlan(await unpackPlan(same.packed), same.idOf);
  if (same !== undefined && copied !== undefined) {
    const { analysisId, snapshot, coverage } = published;
    return { ...copied, versionId, analysisId, snapshot, coverage, at: same.at };
  }
  return await makeVersionPlan(deps, orgId, versionId, { strategy: 'lowest' });
}

/**
 * Writes the plan, its events and the check of the previous plan under the lock on the version. Returns the number of
 * mispredictions.
 */
async function writePlan(
  deps: PlanDeps,
  tx: OrgTx,
  plan: VersionPlan,
  {
    own,
    previous,
    digest,
    startedAt,
    at,
    isFirst,
  }: PlanStart & {
    readonly startedAt: string;
    readonly at: string;
    /** There is no older result of the version. */
    readonly isFirst: boolean;
  },
): Promise<number> {
  const { versionId, analysisId, snapshot } = plan;
  const text = await toPackedText(plan);
  const packedSha256 = createHash('sha256').update(text).digest();
  const contentSha256 = hashPlanContent(plan);
  const about = { analysisId, snapshot, at: plan.at, inputSha256: digest };
  const isSame = own?.packedSha256.equals(packedSha256) === true;
  const packed = isSame ? undefined : await pack(text);
  const verified = await verifyPlan(deps, tx, plan, { previous, at });
  const isNews = !contentSha256.equals((own ?? previous?.kept)?.contentSha256 ?? EMPTY_PLAN_HASH);
  const planned: readonly NewEvent[] = isNews ? [toPlanEvent(plan, { id: deps.newId(), at })] : [];
  const counts = countPlan(plan);
  const stage = { name: 'remediation', status: 'done', startedAt, finishedAt: at, counts, reason: null } as const;
  await pipelined([
    packed === undefined
      ? confirmPlan(tx, versionId, about)
      : savePlan(tx, versionId, {
          ...about,
          form: PLAN_FORM,
          contentSha256,
          packedSha256,
          packed,
          actionCount: plan.plan.actions.length,
        }),
    insertEvents(tx, [...planned, ...verified.events]),
    recordFinishedStage(tx, analysisId, stage),
  ]);
  if (!isFirst) await skipSupersededStage(tx, versionId, { name: stage.name, reason: OVERTAKEN });
  return verified.mispredicted;
}

const OVERTAKEN = 'A newer analysis was published first.';

/** For a version with a stored plan, after the plan of the previous version was made. */
async function verifyAgain(deps: PlanDeps, { orgId, versionId }: VersionKey): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  const mispredicted = await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    const kept = version && (await findStoredPlan(tx, versionId, PLAN_FORM));
    const { previous } = await findPreviousPlan(tx, await findPreviousVersion(tx, versionId));
    const packed = kept && (await findPackedPlan(tx, versionId, kept));
    if (kept === undefined || packed === undefined) return 0;
    const { analysisId } = kept;
    const verified = await verifyPlan(
      deps,
      tx,
      { ...(await unpackPlan(packed)), versionId, analysisId },
      { previous, at },
    );
    if (verified.events.length > 0) await insertEvents(tx, verified.events);
    return verified.mispredicted;
  });
  if (mispredicted > 0) deps.onMispredicted?.(mispredicted);
}

// Reuses the plan of another result, or of the previous version, for a version with the same input: action ids are equal in all
// versions of a service, but findings have their own ids in each version.

/**
 * `idOf` maps component and vulnerability to the finding id. Returns undefined if the plan mentions a finding that the version
 * does not have.
 */
function copyPlan(plan: PackedPlan, idOf: ReadonlyMap<string, string>): PackedPlan | undefined {
  const renamed = new Map(plan.findings.map((finding) => [finding.id, idOf.get(toFindingKey(finding))]));
  if ([...renamed.values()].includes(undefined)) return undefined;
  const rename = (id: string): string => renamed.get(id) ?? id;
  return {
    ...plan,
    plan: {
      ...plan.plan,
      actions: plan.plan.actions.map((action) => ({
        ...action,
        fixes: action.fixes.map(rename).toSorted(),
        mayFix: action.mayFix.map(rename).toSorted(),
      })),
      residual: plan.plan.residual.map((each) => ({ ...each, finding: rename(each.finding) })),
    },
    findings: plan.findings.map((finding) => ({ ...finding, id: rename(finding.id) })),
  };
}
