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
  let counted = 0;
  try {
    const { newest, tries, requestedAt } = await inOrg(async (tx) => await begin(deps, tx, job));
    counted = tries;
    if (newest?.id !== job.analysisId) return await skip('superseded');
    const prepared = await prepareAssessment(deps, job.orgId, { id: job.versionId, serviceId: newest.serviceId });
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
      const { off } = await getAiAvailability(deps.ai, tx, newest.serviceId);
      if (off !== null) tally.stop = off;
      return await end(deps, tx, job, { tally, tries, note });
    });
    deps.crashPoint('assessment-recorded');
    if (hasNews) await inOrg(async (tx) => await requestAnalyses(deps, tx, [job.versionId], 'ai'));
    // Only now: if the process died before, the result would never be published.
    if (isOver) await inOrg(async (tx) => await removePendingAssessment(tx, job));
  } catch (error) {
    const failed = { status: 'failed', finishedAt: nowOf(deps), counts: {} } as const;
    // The API key was encrypted with a secret key that this process does not have: the model is not asked, and a retry would not
    // help.
    if (error instanceof AssayError && error.code === SECRET_UNREADABLE.code)
      return await locked(async (tx) => {
        await note(tx, { ...failed, reason: 'auth' });
        await postponeAssessment(tx, { ...job, dueAt: null, tries: 0 });
      });
    // A retry reuses the answers stored so far.
    await locked(async (tx) => {
      await note(tx, { ...failed, reason: 'interrupted' });
      // Infrastructure errors do not count as a try.
      if (counted > 0 && isInfrastructureFailure(error)) {
        const dueAt = new Date(deps.now() + retryPauseMs(counted)).toISOString();
        await postponeAssessment(tx, { ...job, dueAt, tries: counted - 1 });
      }
    }).catch(() => {});
    throw error;
  }
}

/** The try is counted before the work begins, so that a version that crashes the process each time is not retried forever. */
async function begin(
  deps: AssessmentDeps,
  tx: OrgTx,
  job: AssessmentJob,
): Promise<{
  readonly newest: Awaited<ReturnType<typeof findNewestFinishedAnalysis>>;
  readonly tries: number;
  readonly requestedAt: string;
}> {
  const newest = await findNewestFinishedAnalysis(tx, job.versionId);
  const pending = await findPendingAssessment(tx, job);
  const tries = (pending?.tries ?? 0) + 1;
  const dueAt = tries > LIMITS.aiTriesMax ? null : new Date(deps.now() + retryPauseMs(tries)).toISOString();
  await postponeAssessment(tx, { ...job, dueAt, tries });
  return { newest, tries, requestedAt: pending?.requestedAt ?? nowOf(deps) };
}

/** Records the result and the time of the next try, if any. Returns false if the version still has to be assessed. */
async function end(
  deps: AssessmentDeps,
  tx: OrgTx,
  job: AssessmentJob,
  { tally, tries, note }: { readonly tally: AssessmentTally; readonly tries: number; readonly note: RecordStage },
): Promise<boolean> {
  if (tally.stop === 'changed') {
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
  if (again !== undefined) await postponeAssessment(tx, { ...job, dueAt: retryAt, tries: counted });
  return again === undefined;
}
