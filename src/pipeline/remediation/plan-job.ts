/**
 * What happens after a publication: the plan of the version is made and kept, and the plan of the version before it is judged. Asked
 * for in the transaction that publishes; a job that finds a plan of the published result has nothing to do.
 */
import { createHash } from 'node:crypto';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import { noteFinishedStage, skipOvertakenStage } from '../../store/findings/note-finished-stage.ts';
import { findPreviousVersion } from '../../store/findings/previous-version.ts';
import { lockVersion } from '../../store/portfolio/change-versions.ts';
import {
  confirmPlan,
  findKeptPlan,
  keepPlan,
  readPackedPlan,
  type KeptPlan,
} from '../../store/remediation/kept-plans.ts';
import { readFindingIds, readPlanDigest } from '../../store/remediation/plan-digest.ts';
import { findPublishedResult, type PublishedVersionResult } from '../../store/remediation/plan-inputs.ts';
import { listUnjudgedFollowers, setPlannedGeneration } from '../../store/remediation/plan-progress.ts';
import { ENGINE_VERSION, type PipelineDeps } from '../deps.ts';
import { copyPlan } from './copy-plan.ts';
import { makeVersionPlan } from './make-version-plan.ts';
import { pack, PLAN_FORM, toPackedText, unpackPlan } from './packed.ts';
import { countPlan, EMPTY_SAYS, tellPlan, toSays } from './plan-news.ts';
import { isYoung } from './read-version-plan.ts';
import { verifyPlan } from './verify-plan.ts';
import type { VersionPlan } from './version-plan.ts';

export interface PlanDeps extends PipelineDeps {
  /** Told how often a prediction was wrong without a cause. */
  readonly onMispredicted?: (count: number) => void;
}

interface VersionKey {
  readonly orgId: string;
  readonly versionId: string;
}

export async function planVersion(deps: PlanDeps, key: VersionKey): Promise<void> {
  const { orgId, versionId } = key;
  const startedAt = new Date(deps.now()).toISOString();
  const first = await readStart(deps, key);
  // A version that comes before the plan of the one before it is made would have nothing to judge.
  if (first?.awaited !== undefined) await planOne(deps, { orgId, versionId: first.awaited }, startedAt);
  await planOne(deps, key, startedAt, first?.awaited === undefined ? first : await readStart(deps, key));
  const followers = await deps.database.inOrg(orgId, async (tx) => await listUnjudgedFollowers(tx, versionId));
  for (const follower of followers) await judgeAgain(deps, { orgId, versionId: follower });
}

async function planOne(deps: PlanDeps, key: VersionKey, startedAt: string, known?: Start): Promise<void> {
  const { orgId, versionId } = key;
  const start = known ?? (await readStart(deps, key));
  if (start === undefined) return;
  const plan = start.isKept ? undefined : await makeOrCopy(deps, key, start);
  const at = new Date(deps.now()).toISOString();
  const mispredicted = await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    const published = version && (await findPublishedResult(tx, versionId));
    // A newer publication has a job of its own.
    if (version === undefined || published?.analysisId !== start.published.analysisId) return 0;
    await setPlannedGeneration(tx, versionId, version.analyzedGeneration);
    return plan?.analysisId === published.analysisId ? await write(deps, tx, plan, { ...start, startedAt, at }) : 0;
  });
  if (mispredicted > 0) deps.onMispredicted?.(mispredicted);
}

interface Start {
  /** There is one of the published result: only that it is has to be noted. */
  readonly isKept: boolean;
  readonly digest: Buffer;
  readonly own: KeptPlan | undefined;
  /** The version before, where it has a plan. */
  readonly previous: { readonly versionId: string; readonly kept: KeptPlan } | undefined;
  /** The version before, where the plan of its result is missing. */
  readonly awaited: string | undefined;
  /** The packed plan that serves as well, and when it was made. */
  readonly same?: { readonly packed: Buffer; readonly at: string; readonly idOf: ReadonlyMap<string, string> };
  readonly published: PublishedVersionResult;
}

/** Undefined: nothing was published, or the documents are gone. */
async function readStart(deps: PlanDeps, { orgId, versionId }: VersionKey): Promise<Start | undefined> {
  return await deps.database.inOrg(orgId, async (tx) => {
    const published = await findPublishedResult(tx, versionId);
    if (published === undefined || published.isFrozen) return undefined;
    const own = await findKeptPlan(tx, versionId, PLAN_FORM);
    const { previous, awaited } = await readPrevious(tx, versionId);
    const about = { own, published, previous, awaited };
    if (own?.analysisId === published.analysisId) return { ...about, isKept: true, digest: own.inputSha256 };
    const digest = await readPlanDigest(tx, versionId, [PLAN_FORM, ENGINE_VERSION, published.snapshot]);
    const candidates = [own && { versionId, kept: own }, previous].filter((each) => each !== undefined);
    const same = await findSame(tx, versionId, candidates, { digest, now: deps.now() });
    return { ...about, isKept: false, digest, ...(same !== undefined && { same }) };
  });
}

async function readPrevious(tx: OrgTx, versionId: string): Promise<Pick<Start, 'previous' | 'awaited'>> {
  const previousId = await findPreviousVersion(tx, versionId);
  if (previousId === undefined) return { previous: undefined, awaited: undefined };
  const kept = await findKeptPlan(tx, previousId, PLAN_FORM);
  const published = await findPublishedResult(tx, previousId);
  const isAwaited = published !== undefined && !published.isFrozen && published.analysisId !== kept?.analysisId;
  return { previous: kept && { versionId: previousId, kept }, awaited: isAwaited ? previousId : undefined };
}

/** The first that was made from the same, not too long ago. */
async function findSame(
  tx: OrgTx,
  versionId: string,
  candidates: readonly { readonly versionId: string; readonly kept: KeptPlan }[],
  { digest, now }: { readonly digest: Buffer; readonly now: number },
): Promise<NonNullable<Start['same']> | undefined> {
  const found = candidates.find(({ kept }) => kept.inputSha256.equals(digest) && isYoung(kept.at, now));
  const packed = found && (await readPackedPlan(tx, found.versionId, found.kept));
  if (found === undefined || packed === undefined) return undefined;
  return { packed, at: found.kept.at, idOf: await readFindingIds(tx, versionId) };
}

async function makeOrCopy(
  deps: PlanDeps,
  { orgId, versionId }: VersionKey,
  { same, published }: Start,
): Promise<VersionPlan | undefined> {
  const copied = same && copyPlan(await unpackPlan(same.packed), same.idOf);
  if (same !== undefined && copied !== undefined) {
    const { analysisId, snapshot, coverage } = published;
    return { ...copied, versionId, analysisId, snapshot, coverage, at: same.at };
  }
  return await makeVersionPlan(deps, orgId, versionId, { strategy: 'lowest' });
}

/** Everything that follows from a plan, under the lock on its version. How often a prediction was wrong. */
async function write(
  deps: PlanDeps,
  tx: OrgTx,
  plan: VersionPlan,
  { own, previous, digest, startedAt, at }: Start & { readonly startedAt: string; readonly at: string },
): Promise<number> {
  const { versionId, analysisId, snapshot } = plan;
  const text = toPackedText(plan);
  const packedSha256 = createHash('sha256').update(text).digest();
  const saysSha256 = toSays(plan);
  const about = { analysisId, snapshot, at: plan.at, inputSha256: digest };
  if (own?.packedSha256.equals(packedSha256) === true) await confirmPlan(tx, versionId, about);
  else await keepPlan(tx, versionId, { ...about, form: PLAN_FORM, saysSha256, packedSha256, packed: await pack(text) });
  const isNews = !saysSha256.equals((own ?? previous?.kept)?.saysSha256 ?? EMPTY_SAYS);
  const verified = await verifyPlan(deps, tx, plan, at);
  const planned: readonly NewEvent[] = isNews ? [tellPlan(plan, { id: deps.newId(), at })] : [];
  const events = [...planned, ...verified.events];
  if (events.length > 0) await insertEvents(tx, events);
  const stage = {
    name: 'remediation',
    status: 'done',
    startedAt,
    finishedAt: at,
    counts: countPlan(plan),
    reason: null,
  } as const;
  await noteFinishedStage(tx, analysisId, stage);
  await skipOvertakenStage(tx, versionId, { ...stage, reason: OVERTAKEN });
  return verified.mispredicted;
}

const OVERTAKEN = 'A newer analysis has published before.';

/** For a version whose own plan is kept, when the plan of the one before it has come. */
async function judgeAgain(deps: PlanDeps, { orgId, versionId }: VersionKey): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  const mispredicted = await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    const kept = version && (await findKeptPlan(tx, versionId, PLAN_FORM));
    const packed = kept && (await readPackedPlan(tx, versionId, kept));
    if (kept === undefined || packed === undefined) return 0;
    const { analysisId } = kept;
    const verified = await verifyPlan(deps, tx, { ...(await unpackPlan(packed)), versionId, analysisId }, at);
    if (verified.events.length > 0) await insertEvents(tx, verified.events);
    return verified.mispredicted;
  });
  if (mispredicted > 0) deps.onMispredicted?.(mispredicted);
}
