/**
 * The AI stage of a version, which runs after its findings are published: a model assesses the findings that are still relevant,
 * the most urgent first. Every answer is stored as it arrives, so a run that ends early loses nothing. The version is published
 * again only if a verified result has changed. If the stage fails, the findings stay as they are, and retryable failures are
 * retried later.
 */
import { AssayError } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import {
  removePendingAssessment,
  findPendingAssessment,
  postponeAssessment,
} from '../../../store/ai/pending-assessments.ts';
import type { OrgTx } from '../../../store/database.ts';
import type { Stage } from '../../../store/findings/analyses/analyses.ts';
import { findNewestFinishedAnalysis } from '../../../store/findings/analyses/list-analyses.ts';
import { recordFinishedStage } from '../../../store/findings/analyses/finished-stages.ts';
import { isInfrastructureFailure } from '../../../store/failures.ts';
import { lockVersion } from '../../../store/portfolio/versions/change-versions.ts';
import { SECRET_UNREADABLE } from '../../../store/secrets/errors.ts';
import { requestAnalyses } from '../../request-analysis.ts';
import { nowOf } from '../../deps.ts';
import { getAiAvailability } from '../ai-settings.ts';
import { prepareAssessment } from './prepare-assessment.ts';
import { assessFindings, type AssessmentDeps, type AssessmentJob } from './assess-findings.ts';
import { AssessmentTally, retryPauseMs, nextRetryAt } from './assessment-tally.ts';
import { PENDING_AI_STAGE, enqueueAssessment } from '../request-assessment.ts';

type RecordStage = (tx: OrgTx, stage: Omit<Stage, 'name' | 'startedAt'>) => Promise<void>;

export async function assessVersion(deps: AssessmentDeps, job: AssessmentJob): Promise<void> {
  const startedAt = nowOf(deps);
  const inOrg = async <Result>(work: (tx: OrgTx) => Promise<Result>): Promise<Result> =>
    await deps.database.inOrg(job.orgId, work);
  // Analysis and pending assessment are written together, as by others that hold the lock.
  const locked = async <Result>(work: (tx: OrgTx) => Promise<Result>): Promise<Result> =>
    await inOrg(async (tx) => {
      await lockVersion(tx, job.versionId);
      return await work(tx);
    });
  const note: RecordStage = async (tx, stage) => {
    await recordFinishedStage(tx, job.analysisId, { name: 'ai', startedAt, retryAt: null, ...stage });
  };
  const skip = async (reason: string): Promise<void> =>
    await locked(async (tx) => {
      await note(tx, { status: 'skipped', finishedAt: nowOf(deps), counts: {}, reason });
      await removePendingAssessment(tx, job);
    });
  let begun: BegunTry | undefined;
  try {
    begun = await locked(async (tx) => await begin(deps, tx, job, note));
    if (begun === undefined) return await skip('superseded');
    const { serviceId, tries, requestedAt } = begun;
    if (tries > LIMITS.aiTriesMax) return;
    const prepared = await prepareAssessment(deps, job.orgId, { id: job.versionId, serviceId });
    if ('skipped' in prepared) return await skip(prepared.skipped);
    const tally = new AssessmentTally();
    tally.add('candidates', prepared.selected.length);
    const tellProgress = async (): Promise<void> =>
      await inOrg(
        async (tx) => await note(tx, { status: 'running', finishedAt: null, counts: tally.toCounts(), reason: null }),
      );
    const hasNews = await assessFindings(deps, { ...job, requestedAt }, prepared, { tally, tellProgress });
    deps.crashPoint('assessment-done');
    const isOver = await locked(async (tx) => {
      // A run that was interrupted by a change of settings does not know the reason.
      const { off } = await getAiAvailability(deps.ai, tx, serviceId);
      if (off !== null) tally.stop = off;
      return await end(deps, tx, job, { tally, tries, note });
    });
    deps.crashPoint('assessment-recorded');
    if (hasNews) await inOrg(async (tx) => await requestAnalyses(deps, tx, [job.versionId], 'ai'));
    // Only now: if the process died before, the result would never be published.
    if (isOver) await inOrg(async (tx) => await removePendingAssessment(tx, job));
  } catch (error) {
    const at = nowOf(deps);
    const failed = { status: 'failed', finishedAt: at, counts: {} } as const;
    // The API key was encrypted with a secret key that this process does not have: the model is not asked, and a retry would not
    // help.
    if (error instanceof AssayError && error.code === SECRET_UNREADABLE.code)
      return await locked(async (tx) => {
        await note(tx, { ...failed, reason: 'auth' });
        await postponeAssessment(tx, { ...job, at, dueAt: null, tries: 0 });
      });
    // A stop of the process and infrastructure errors do not count as a try. The queue may retry the job earlier.
    const isCounted = !deps.signal.aborted && !isInfrastructureFailure(error);
    const { tries = 0, dueAt = null } = begun ?? {};
    const retryAt = (isCounted ? dueAt : null) ?? toRestart(Date.parse(at), 1);
    // A retry reuses the answers stored so far.
    await locked(async (tx) => {
      await note(tx, { ...failed, reason: 'interrupted', retryAt });
      if (begun !== undefined)
        await postponeAssessment(tx, { ...job, at, dueAt: retryAt, tries: isCounted ? tries : tries - 1 });
    }).catch(() => {});
    throw error;
  }
}

interface BegunTry {
  readonly serviceId: string;
  readonly tries: number;
  readonly requestedAt: string;
  /** When the sweep starts another try if this one has lost its job. */
  readonly dueAt: string | null;
}

/**
 * The try is counted before the work begins, so that a version that crashes the process each time is not retried forever. Returns
 * undefined if a newer analysis has replaced this one.
 */
async function begin(
  deps: AssessmentDeps,
  tx: OrgTx,
  job: AssessmentJob,
  note: RecordStage,
): Promise<BegunTry | undefined> {
  const newest = await findNewestFinishedAnalysis(tx, job.versionId);
  if (newest?.id !== job.analysisId) return undefined;
  const pending = await findPendingAssessment(tx, job);
  const at = nowOf(deps);
  const tries = (pending?.tries ?? 0) + 1;
  const isGivenUp = tries > LIMITS.aiTriesMax;
  const dueAt = isGivenUp ? null : toRestart(Date.parse(at), tries);
  if (isGivenUp) await note(tx, { status: 'failed', finishedAt: at, counts: {}, reason: 'interrupted' });
  else await note(tx, { status: 'running', finishedAt: null, counts: {}, reason: null });
  await postponeAssessment(tx, { ...job, at, dueAt, tries });
  return { serviceId: newest.serviceId, tries, requestedAt: pending?.requestedAt ?? at, dueAt };
}

function toRestart(nowMs: number, tries: number): string {
  return new Date(nowMs + retryPauseMs(tries, LIMITS.aiRestartPauseMs)).toISOString();
}

/** Records the result and the time of the next try, if any. Returns false if the version still has to be assessed. */
async function end(
  deps: AssessmentDeps,
  tx: OrgTx,
  job: AssessmentJob,
  { tally, tries, note }: { readonly tally: AssessmentTally; readonly tries: number; readonly note: RecordStage },
): Promise<boolean> {
  if (tally.stop === 'changed') {
    // The row of a newer analysis stays, and its own job reads it.
    if ((await findNewestFinishedAnalysis(tx, job.versionId))?.id !== job.analysisId) {
      await note(tx, { status: 'skipped', finishedAt: nowOf(deps), counts: {}, reason: 'superseded' });
      return true;
    }
    await recordFinishedStage(tx, job.analysisId, PENDING_AI_STAGE);
    await enqueueAssessment(deps, tx, job);
    return false;
  }
  // A run that made progress resets the number of tries.
  const isFurther = tally.countOf('sent') > tally.countOf('failed') || tally.stop === 'day' || tally.stop === 'month';
  const counted = isFurther ? 1 : tries;
  // Reads the clock once, so that the pause until the next try is exact.
  const nowMs = deps.now();
  const again = nextRetryAt(tally.toEndedRun(), { tries: counted, nowMs });
  const retryAt = again ?? null;
  const finishedAt = new Date(nowMs).toISOString();
  await note(tx, { ...tally.toOutcome(), finishedAt, counts: tally.toCounts(), retryAt });
  if (again !== undefined) await postponeAssessment(tx, { ...job, at: finishedAt, dueAt: retryAt, tries: counted });
  return again === undefined;
}
