/**
 * The job after a publication: makes and stores the plan of the version, and checks the plan of the previous version. It is
 * requested in the publishing transaction; if the published result already has a plan, there is nothing to do.
 */
import { createHash } from 'node:crypto';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import { recordFinishedStage, skipSupersededStage } from '../../store/findings/analyses/finished-stages.ts';
import { findPreviousVersion } from '../../store/findings/history/version-side.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import {
  confirmPlan,
  findStoredPlan,
  savePlan,
  findPackedPlan,
  toFindingKey,
  listUncheckedSuccessors,
  setPlannedGeneration,
} from '../../store/remediation/stored-plans.ts';
import { findPublishedResult } from '../../store/remediation/plan-inputs.ts';
import { findStoredCheck } from '../../store/remediation/stored-checks.ts';
import { pipelined } from '../../store/pipelined.ts';
import { nowOf, type PipelineDeps } from '../deps.ts';
import { makeVersionPlan } from './planner/make-version-plan.ts';
import {
  CHECK_FORMAT_VERSION,
  pack,
  PLAN_FORMAT_VERSION,
  toPackedText,
  unpackPlan,
  type PackedPlan,
} from './plan/packed-plan.ts';
import { loadPlanStart, findPreviousPlan, type PlanStart } from './planner/plan-start.ts';
import { verifyPlan } from './verification/verify-plan.ts';
import type { VersionPlan } from './plan/version-plan.ts';
import type { FailedJob } from '../../queue/job-queue.ts';
import type { VersionKey } from '../../queue/jobs.ts';
import { isInfrastructureCode } from '../../store/failures.ts';
import { PLAN_BROKEN } from '../errors.ts';
import { isVerified } from '../../core/remediation/plan/plan-action.ts';
import type { StageCounts } from '../../store/findings/analyses/analyses.ts';

export interface PlanDeps extends PipelineDeps {
  /** Called with the number of mispredictions. */
  readonly onMispredicted?: (count: number) => void;
}

export async function planVersion(deps: PlanDeps, key: VersionKey): Promise<void> {
  const { orgId } = key;
  const startedAt = nowOf(deps);
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

/** Returns the versions that waited for this plan to be checked. */
async function planOne(
  deps: PlanDeps,
  key: VersionKey,
  startedAt: string,
  start: PlanStart | undefined,
): Promise<readonly string[]> {
  const plan = start === undefined || start.isKept ? undefined : await makeOrCopy(deps, key, start);
  const at = nowOf(deps);
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
    const [followers, check] = await pipelined([
      listUncheckedSuccessors(tx, version.id),
      findStoredCheck(tx, version.id, CHECK_FORMAT_VERSION),
    ]);
    // Its analysis may have failed after the plan of the previous version was made.
    const isUnchecked = start.isKept && start.previous !== undefined && check === undefined;
    return { mispredicted, followers: isUnchecked ? [version.id, ...followers] : followers };
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
          formatVersion: PLAN_FORMAT_VERSION,
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
  const at = nowOf(deps);
  const mispredicted = await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    const kept = version && (await findStoredPlan(tx, versionId, PLAN_FORMAT_VERSION));
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

/**
 * Records in the analysis that the last try to make a plan has failed. Published findings stay, and a later request may still
 * compute a plan.
 */
export async function closeFailedPlan(
  deps: PipelineDeps,
  { orgId, versionId }: VersionKey,
  { failure, tries }: FailedJob = { tries: 1, lost: true },
): Promise<void> {
  // The version stays without a plan, and the repair sweep gives it another job.
  if (failure !== undefined && isInfrastructureCode(failure.code)) return;
  const finishedAt = nowOf(deps);
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    const published = version && (await findPublishedResult(tx, versionId));
    if (version === undefined || published === undefined) return;
    const kept = await findStoredPlan(tx, versionId, PLAN_FORMAT_VERSION);
    if (kept?.analysisId !== published.analysisId) {
      const reason = (failure ?? PLAN_BROKEN({ tries })).message;
      const stage = { name: 'remediation', status: 'failed', startedAt: null, finishedAt, counts: {}, reason } as const;
      await recordFinishedStage(tx, published.analysisId, stage);
    }
    await setPlannedGeneration(tx, versionId, version.analyzedGeneration);
  });
}

type PlanContent = Pick<VersionPlan, 'plan' | 'findings'>;

function countPlan({ plan, findings }: PlanContent): StageCounts {
  const ended = new Set(plan.actions.filter(isVerified).flatMap(({ fixes }) => fixes));
  const fixes = findings.filter(({ id, isFiltered }) => !isFiltered && ended.has(id)).length;
  return { actions: plan.actions.length, fixes, residual: plan.residual.length };
}

/** Equal for plans with the same content in any version: the actions, their order, their findings and the remaining findings. */
function hashPlanContent({ plan, findings }: PlanContent): Buffer {
  const named = new Map(
    findings.flatMap(({ id, isFiltered, package: key, groupId }): [string, string][] =>
      isFiltered ? [] : [[id, `${key} ${groupId}`]],
    ),
  );
  const content = plan.actions.map(({ id, to, fixes }) => [
    id,
    to,
    [...new Set(fixes.flatMap((finding) => named.get(finding) ?? []))].toSorted(),
  ]);
  return hash([content, plan.residual.length]);
}

/** Hash of a plan without actions and without remaining findings, which needs no event. */
const EMPTY_PLAN_HASH = hash([[], 0]);

function hash(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** How much there is to do, and the first action. There is no event if the previous version had the same plan. */
function toPlanEvent(plan: VersionPlan, event: Pick<NewEvent, 'id' | 'at'>): NewEvent {
  const { versionId, serviceId, analysisId } = plan;
  const [first] = plan.plan.actions;
  const named = first && {
    id: first.id,
    kind: first.kind,
    package: first.package.name,
    to: first.to,
    text: first.text,
  };
  return {
    ...event,
    type: 'remediation.planned',
    serviceId,
    versionId,
    analysisId,
    detail: { ...countPlan(plan), first: named ?? null },
  };
}
