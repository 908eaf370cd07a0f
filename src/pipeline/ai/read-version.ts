/**
 * The AI step of a version, after its findings are published: those that still matter are read by a model, the most urgent first.
 * Every answer is kept when it comes, so a run that ends early loses nothing; a version is published again only where what was
 * verified is news. Whatever fails here, the findings stay as they are.
 */
import { AssayError } from '../../core/errors.ts';
import { noteCacheHits } from '../../store/ai/ai-calls.ts';
import type { Stage } from '../../store/findings/analyses.ts';
import { findNewestFinished } from '../../store/findings/newest-finished.ts';
import { noteFinishedStage } from '../../store/findings/note-finished-stage.ts';
import { SECRET_UNREADABLE } from '../../store/secrets/errors.ts';
import { askVersions } from '../ask-versions.ts';
import type { PipelineDeps } from '../deps.ts';
import { readKnown } from './known-readings.ts';
import { openModel } from './open-model.ts';
import { prepareReading, type PreparedReading } from './prepare-reading.ts';
import { readOne, type ReadingDeps, type ReadingJob, type ReadingRun } from './read-one.ts';
import { readTextsOf, type ReadingSubject } from './reading-subject.ts';
import { ReadingTally } from './reading-tally.ts';

export async function readVersion(deps: ReadingDeps, job: ReadingJob): Promise<void> {
  const startedAt = nowOf(deps);
  const note = async (stage: Omit<Stage, 'name' | 'startedAt'>): Promise<void> => {
    await deps.database.inOrg(
      job.orgId,
      async (tx) => await noteFinishedStage(tx, job.analysisId, { name: 'ai', startedAt, ...stage }),
    );
  };
  const skip = async (reason: string, counts = {}): Promise<void> =>
    await note({ status: 'skipped', finishedAt: nowOf(deps), counts, reason });
  try {
    const newest = await deps.database.inOrg(job.orgId, async (tx) => await findNewestFinished(tx, job.versionId));
    if (newest?.id !== job.analysisId) return await skip('superseded');
    const prepared = await prepareReading(deps, job.orgId, { id: job.versionId, serviceId: newest.serviceId });
    if ('skipped' in prepared) return await skip(prepared.skipped, prepared.counts);
    const tally = new ReadingTally();
    tally.add('candidates', prepared.selected.length);
    tally.add('withoutProfile', prepared.withoutProfile);
    await note({ status: 'running', finishedAt: null, counts: tally.toCounts(), reason: null });
    const hasNews = await readAll(deps, job, prepared, tally);
    await note({ ...tally.end(), finishedAt: nowOf(deps), counts: tally.toCounts() });
    if (hasNews) await publishAgain(deps, job);
  } catch (error) {
    // The key was sealed by another secret key than that of this process: nobody is asked, and trying again changes nothing.
    if (error instanceof AssayError && error.code === SECRET_UNREADABLE.code)
      return await note({ status: 'failed', finishedAt: nowOf(deps), counts: {}, reason: 'auth' });
    // Whoever tries again begins with what was answered by now.
    await note({ status: 'failed', finishedAt: nowOf(deps), counts: {}, reason: 'interrupted' }).catch(() => {});
    throw error;
  }
}

async function publishAgain(deps: ReadingDeps, { orgId, versionId }: ReadingJob): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => await askVersions(deps, tx, [versionId], 'ai'));
}

const FINDINGS_PER_READ = 100;

/** Whether anything that was verified is news. */
async function readAll(
  deps: ReadingDeps,
  job: ReadingJob,
  prepared: PreparedReading,
  tally: ReadingTally,
): Promise<boolean> {
  const { settings, selected } = prepared;
  const client = await openModel(deps, job.orgId, settings);
  const left: Left = { sent: settings.maxFindingsPerRun };
  let hasNews = false;
  for (let start = 0; start < selected.length; start += FINDINGS_PER_READ) {
    const subjects = selected.slice(start, start + FINDINGS_PER_READ);
    const hasMore = tally.stop === null && left.sent > 0;
    if (!hasMore) tally.add('left', subjects.length);
    else if (await readSome(deps, job, subjects, { prepared, client, tally, left })) hasNews = true;
  }
  return hasNews;
}

/** How many more findings may be asked about. */
interface Left {
  sent: number;
}

async function readSome(
  deps: ReadingDeps,
  job: ReadingJob,
  subjects: readonly ReadingSubject[],
  { left, ...run }: ReadingRun & { readonly left: Left },
): Promise<boolean> {
  const { settings, serviceId } = run.prepared;
  const { tally } = run;
  const around = await deps.database.inOrg(job.orgId, async (tx) => ({
    textsOf: await readTextsOf(tx, subjects),
    known: await readKnown(tx, serviceId, settings.model, subjects),
  }));
  const cachedBefore = tally.of('cached');
  const waiting = subjects.values();
  let hasNews = false;
  const work = async (): Promise<void> => {
    for (const subject of waiting) {
      if (tally.stop !== null || left.sent <= 0) return tally.add('left');
      deps.signal.throwIfAborted();
      const { isNews, wasSent } = await readOne(deps, job, subject, { ...run, ...around });
      hasNews ||= isNews;
      // What was answered before costs nothing, so it takes nobody's place.
      if (wasSent) left.sent -= 1;
    }
  };
  await settleAll(Array.from({ length: settings.concurrency }, work));
  tally.add('left', [...waiting].length);
  const hits = tally.of('cached') - cachedBefore;
  await deps.database.inOrg(job.orgId, async (tx) => await noteCacheHits(tx, nowOf(deps), hits));
  return hasNews;
}

/** All of them end before the first failure is told: nothing goes on behind a job that has ended. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function nowOf(deps: Pick<PipelineDeps, 'now'>): string {
  return new Date(deps.now()).toISOString();
}
