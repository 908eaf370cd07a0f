/**
 * The AI step of a version, after its findings are published: those that still matter are read by a model, the most urgent first.
 * Every answer is kept when it comes, so a run that ends early loses nothing; a version is published again only where what was
 * verified is news. Whatever fails here, the findings stay as they are.
 */
import { findGuards } from '../../core/relevance/guards.ts';
import type { Opinion } from '../../core/relevance/opinion.ts';
import { keepReading } from '../../store/ai/model-answers.ts';
import { findNewestFinished } from '../../store/findings/newest-finished.ts';
import { noteFinishedStage } from '../../store/findings/note-finished-stage.ts';
import type { Stage } from '../../store/findings/analyses.ts';
import type { PublishedReading } from '../../store/findings/published-readings.ts';
import { askVersions } from '../ask-versions.ts';
import type { PipelineDeps } from '../deps.ts';
import type { AiParts } from './ai-deps.ts';
import type { CompleteAiSettings } from './ai-settings.ts';
import { openModel } from './open-model.ts';
import { askModel, NO_BUDGET } from './ask-model.ts';
import { prepareReading, type PreparedReading } from './prepare-reading.ts';
import { readFinding, type DatedAsk } from './read-finding.ts';
import { readTextsOf, toFindingInput, type ReadingSubject } from './reading-subject.ts';
import { ReadingTally } from './reading-tally.ts';

export interface ReadingJob {
  readonly orgId: string;
  readonly versionId: string;
  readonly analysisId: string;
  readonly freshSince?: string;
}

type Deps = PipelineDeps & { readonly ai: AiParts; readonly signal: AbortSignal };

export async function readVersion(deps: Deps, job: ReadingJob): Promise<void> {
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
    // Whoever tries again begins with what was answered by now.
    await note({ status: 'failed', finishedAt: nowOf(deps), counts: {}, reason: 'interrupted' }).catch(() => {});
    throw error;
  }
}

async function publishAgain(deps: Deps, { orgId, versionId }: ReadingJob): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => await askVersions(deps, tx, [versionId], 'ai'));
}

const FINDINGS_PER_READ = 100;

/** Whether anything that was verified is news. */
async function readAll(deps: Deps, job: ReadingJob, prepared: PreparedReading, tally: ReadingTally): Promise<boolean> {
  const { settings, selected } = prepared;
  const client = await openModel(deps, job.orgId, settings);
  let hasNews = false;
  let left = settings.maxFindingsPerRun;
  for (let start = 0; start < selected.length && tally.stop === null; start += FINDINGS_PER_READ) {
    const subjects = selected.slice(start, start + FINDINGS_PER_READ);
    const textsOf = await deps.database.inOrg(job.orgId, async (tx) => await readTextsOf(tx, subjects));
    const waiting = subjects.values();
    const work = async (): Promise<void> => {
      for (const subject of waiting) {
        if (tally.stop !== null || left <= 0) return tally.add('left');
        deps.signal.throwIfAborted();
        const { isNews, wasSent } = await readOne(deps, job, subject, { prepared, client, tally, textsOf });
        hasNews ||= isNews;
        // What was answered before costs nothing, so it takes nobody's place.
        if (wasSent) left -= 1;
      }
    };
    await settleAll(Array.from({ length: settings.concurrency }, work));
    tally.add('left', [...waiting].length);
    if (left <= 0 || tally.stop !== null) {
      tally.add('left', Math.max(0, selected.length - start - FINDINGS_PER_READ));
      break;
    }
  }
  return hasNews;
}

/** All of them end before the first failure is told: nothing goes on behind a job that has ended. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function readOne(
  deps: Deps,
  job: ReadingJob,
  subject: ReadingSubject,
  run: {
    readonly prepared: PreparedReading;
    readonly client: Awaited<ReturnType<typeof openModel>>;
    readonly tally: ReadingTally;
    readonly textsOf: Awaited<ReturnType<typeof readTextsOf>>;
  },
): Promise<{ readonly isNews: boolean; readonly wasSent: boolean }> {
  const { prepared, client, tally, textsOf } = run;
  const { settings, serviceId, notes } = prepared;
  const published = prepared.publishedOf(subject.key);
  const about = { serviceId, findingId: published?.findingId ?? '' };
  const context = { orgId: job.orgId, settings, client, about, signal: deps.signal, freshSince: job.freshSince };
  let wasSent = false;
  let isComplete = true;
  const ask: DatedAsk = async (question) => {
    const asked = await askModel(deps, context, question);
    if (asked.status === 'not_asked') {
      isComplete = false;
      if (asked.reason === NO_BUDGET) tally.stop = 'budget';
      return { answer: asked, at: null };
    }
    const { at, cached, ...answer } = asked;
    tally.add(cached ? 'cached' : 'sent');
    wasSent ||= !cached;
    if (answer.status === 'failed') {
      isComplete = false;
      tally.fail(answer.reason);
      return { answer, at: null };
    }
    tally.add(answer.status);
    return { answer, at };
  };
  const input = toFindingInput(subject, textsOf(subject), { sharing: settings.sharing, notes });
  const result = await readFinding(deps.ai, ask, input, { settings, now: nowOf(deps) });
  if (result.questions.length > 0) {
    const { questions } = result;
    const reading = { ...subject.finding, questions, at: nowOf(deps) };
    await deps.database.inOrg(job.orgId, async (tx) => await keepReading(tx, serviceId, reading));
  }
  // What was asked only in part says nothing new; whoever asks for the rest will tell.
  if (!isComplete) return { isNews: false, wasSent };
  tally.judge(result, mayDecide(subject, result.opinion, settings));
  return { isNews: isNews(result.opinion, published?.reading ?? null), wasSent };
}

function mayDecide(
  { subject }: ReadingSubject,
  opinion: Opinion | null,
  { mode, guards }: CompleteAiSettings,
): boolean {
  return mode === 'auto' && (opinion?.guards.length ?? 0) === 0 && findGuards(subject, guards).length === 0;
}

/** Guards are not compared: what guards a finding is published by whoever finds it out. */
function isNews(now: Opinion | null, before: PublishedReading | null): boolean {
  if (now === null || before === null) return now !== before;
  const said = ({ code, actor, effect, text, justification, confidence, applies }: Said): string =>
    JSON.stringify([code, actor, effect, text, justification, confidence, applies ?? true]);
  return said(now) !== said(before);
}

type Said = Pick<Opinion, 'code' | 'actor' | 'effect' | 'text' | 'confidence' | 'applies'> & {
  readonly justification: string | null;
};

function nowOf(deps: Pick<PipelineDeps, 'now'>): string {
  return new Date(deps.now()).toISOString();
}
