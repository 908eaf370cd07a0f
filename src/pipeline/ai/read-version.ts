/**
 * The AI step of a version, after its findings are published: those that still matter are read by a model, the most urgent first.
 * Every answer is kept when it comes, so a run that ends early loses nothing; a version is published again only where what was
 * verified is news. Whatever fails here, the findings stay as they are, and what may pass is tried again later.
 */
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { endReading, findAwaited, putOffReading } from '../../store/ai/awaited-readings.ts';
import type { OrgTx } from '../../store/database.ts';
import type { Stage } from '../../store/findings/analyses.ts';
import { findNewestFinished } from '../../store/findings/newest-finished.ts';
import { noteFinishedStage } from '../../store/findings/note-finished-stage.ts';
import { isInfrastructureTrouble } from '../../store/infrastructure-trouble.ts';
import { SECRET_UNREADABLE } from '../../store/secrets/errors.ts';
import { askVersions } from '../ask-versions.ts';
import type { PipelineDeps } from '../deps.ts';
import { readAiStanding } from './ai-standing.ts';
import { prepareReading } from './prepare-reading.ts';
import { readAll } from './read-all.ts';
import type { ReadingDeps, ReadingJob } from './read-one.ts';
import { ReadingTally } from './reading-tally.ts';
import { pauseAfter, whenAgain } from './when-again.ts';
import { PENDING, wishReading } from './wish-reading.ts';

type Note = (tx: OrgTx, stage: Omit<Stage, 'name' | 'startedAt'>) => Promise<void>;

export async function readVersion(deps: ReadingDeps, job: ReadingJob): Promise<void> {
  const startedAt = nowOf(deps);
  const inOrg = async <Result>(work: (tx: OrgTx) => Promise<Result>): Promise<Result> =>
    await deps.database.inOrg(job.orgId, work);
  const note: Note = async (tx, stage) => {
    await noteFinishedStage(tx, job.analysisId, { name: 'ai', startedAt, retryAt: null, ...stage });
  };
  const skip = async (reason: string, counts = {}): Promise<void> =>
    await inOrg(async (tx) => {
      await note(tx, { status: 'skipped', finishedAt: nowOf(deps), counts, reason });
      await endReading(tx, job);
    });
  let counted = 0;
  try {
    const { newest, tries } = await inOrg(async (tx) => await begin(deps, tx, job));
    counted = tries;
    if (newest?.id !== job.analysisId) return await skip('superseded');
    const prepared = await prepareReading(deps, job.orgId, { id: job.versionId, serviceId: newest.serviceId });
    if ('skipped' in prepared) return await skip(prepared.skipped, prepared.counts);
    const tally = new ReadingTally();
    tally.add('candidates', prepared.selected.length);
    tally.add('withoutProfile', prepared.withoutProfile);
    const tellProgress = async (): Promise<void> =>
      await inOrg(
        async (tx) => await note(tx, { status: 'running', finishedAt: null, counts: tally.toCounts(), reason: null }),
      );
    const hasNews = await readAll(deps, job, prepared, { tally, tellProgress });
    deps.crashPoint('reading-done');
    const isOver = await inOrg(async (tx) => {
      // Whoever was interrupted by it has not asked why.
      const { off } = await readAiStanding(deps.ai, tx, newest.serviceId);
      if (off !== null) tally.stop = off;
      return await end(deps, tx, job, { tally, tries, note });
    });
    deps.crashPoint('reading-noted');
    if (hasNews) await inOrg(async (tx) => await askVersions(deps, tx, [job.versionId], 'ai'));
    // Not before: what was found out and not told would never be told.
    if (isOver) await inOrg(async (tx) => await endReading(tx, job));
  } catch (error) {
    const failed = { status: 'failed', finishedAt: nowOf(deps), counts: {} } as const;
    // The key was sealed by another secret key than that of this process: nobody is asked, and trying again changes nothing.
    if (error instanceof AssayError && error.code === SECRET_UNREADABLE.code)
      return await inOrg(async (tx) => {
        await note(tx, { ...failed, reason: 'auth' });
        await putOffReading(tx, { ...job, dueAt: null, tries: 0 });
      });
    // Whoever tries again begins with what was answered by now.
    await inOrg(async (tx) => {
      await note(tx, { ...failed, reason: 'interrupted' });
      // Infrastructure trouble does not use up a try.
      if (counted > 0 && isInfrastructureTrouble(error)) {
        const dueAt = new Date(deps.now() + pauseAfter(counted)).toISOString();
        await putOffReading(tx, { ...job, dueAt, tries: counted - 1 });
      }
    }).catch(() => {});
    throw error;
  }
}

/** Counted before anything is done: whoever ends the process each time is not tried for ever. */
async function begin(
  deps: ReadingDeps,
  tx: OrgTx,
  job: ReadingJob,
): Promise<{ readonly newest: Awaited<ReturnType<typeof findNewestFinished>>; readonly tries: number }> {
  const newest = await findNewestFinished(tx, job.versionId);
  const tries = ((await findAwaited(tx, job))?.tries ?? 0) + 1;
  const dueAt = tries > LIMITS.aiTriesMax ? null : new Date(deps.now() + pauseAfter(tries)).toISOString();
  await putOffReading(tx, { ...job, dueAt, tries });
  return { newest, tries };
}

/** Tells how it ended and when it is tried again, if at all. False: somebody has still to read it. */
async function end(
  deps: ReadingDeps,
  tx: OrgTx,
  job: ReadingJob,
  { tally, tries, note }: { readonly tally: ReadingTally; readonly tries: number; readonly note: Note },
): Promise<boolean> {
  if (tally.stop === 'changed') {
    await noteFinishedStage(tx, job.analysisId, PENDING);
    await wishReading(deps, tx, job);
    return false;
  }
  // Who has come further has not tried in vain.
  const isFurther = tally.of('sent') > tally.of('failed') || tally.stop === 'day' || tally.stop === 'month';
  const counted = isFurther ? 1 : tries;
  // One reading of the clock: the pause until the next try is exact.
  const nowMs = deps.now();
  const again = whenAgain(tally.toEnded(), { tries: counted, nowMs });
  const retryAt = again ?? null;
  const finishedAt = new Date(nowMs).toISOString();
  await note(tx, { ...tally.end(), finishedAt, counts: tally.toCounts(), retryAt });
  if (again !== undefined) await putOffReading(tx, { ...job, dueAt: retryAt, tries: counted });
  return again === undefined;
}

function nowOf(deps: Pick<PipelineDeps, 'now'>): string {
  return new Date(deps.now()).toISOString();
}
