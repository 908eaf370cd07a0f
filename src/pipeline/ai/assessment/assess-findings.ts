/**
 * Assesses the findings of a run, most urgent first, several at a time. At most as many as the settings allow are asked about,
 * and no new one is started once there is a reason to stop.
 */
import { listUnusableAnswers, recordCacheHits } from '../../../store/ai/ai-calls.ts';
import { loadStoredAnswers, type StoredAnswers } from './replay-answers.ts';
import { openModel, type OpenedModel } from '../model/open-model.ts';
import type { PreparedAssessment } from './prepare-assessment.ts';
import {
  loadSubjectTexts,
  type AssessmentSubject,
  toFindingInput,
  evaluateFinding,
  type DatedAsk,
} from './assessment-subject.ts';
import type { AssessmentTally } from './assessment-tally.ts';
import type { UnusableAnswer } from '../../../core/vocabulary/ai.ts';
import { findGuards } from '../../../core/relevance/opinions/guards.ts';
import type { Opinion } from '../../../core/relevance/opinions/opinion.ts';
import { saveAssessmentQuestions } from '../../../store/ai/model-answers.ts';
import type { PublishedAssessment } from '../../../store/findings/publication/published-base.ts';
import { nowOf, type AiDeps } from '../../deps.ts';
import type { CompleteAiSettings } from '../ai-settings.ts';
import { askModel } from '../model/ask-model.ts';

const FINDINGS_PER_BATCH = 100;
const PROGRESS_EVERY_MS = 5_000;

/** Returns whether any verified result has changed. */
export async function assessFindings(
  deps: AssessmentDeps,
  job: AssessmentJob & { readonly requestedAt: string },
  prepared: PreparedAssessment,
  { tally, tellProgress }: { readonly tally: AssessmentTally; readonly tellProgress: () => Promise<void> },
): Promise<boolean> {
  const { settings, selected } = prepared;
  const client = await openModel(deps, job.orgId, settings);
  // A retry of the run asks only the questions that it can have an answer to.
  const unusable = await deps.database.inOrg(job.orgId, async (tx) => await listUnusableAnswers(tx, job.requestedAt));
  const pace = new RunLimiter(settings.maxFindingsPerRun, deps.now, tellProgress);
  await pace.reportProgress();
  let hasNews = false;
  for (let start = 0; start < selected.length; start += FINDINGS_PER_BATCH) {
    const subjects = selected.slice(start, start + FINDINGS_PER_BATCH);
    const hasMore = tally.stop === null && pace.hasCapacity();
    if (!hasMore) tally.add('left', subjects.length);
    else if (await assessBatch(deps, job, subjects, { prepared, client, unusable, tally, pace })) hasNews = true;
  }
  return hasNews;
}

/** Tracks how many more findings may be asked about, and when progress was last reported. */
class RunLimiter {
  readonly #now: () => number;
  readonly #tellProgress: () => Promise<void>;
  #left: number;
  #busy = 0;
  #reportedAt = 0;

  constructor(findingsMax: number, now: () => number, tellProgress: () => Promise<void>) {
    this.#left = findingsMax;
    this.#now = now;
    this.#tellProgress = tellProgress;
  }

  /** Counts findings in progress as used, although they may turn out to cost nothing. */
  hasCapacity(): boolean {
    return this.#left - this.#busy > 0;
  }

  /** A finding with known answers costs nothing, so it does not count against the limit. */
  async take(work: () => Promise<{ readonly isNews: boolean; readonly wasSent: boolean }>): Promise<boolean> {
    this.#busy += 1;
    try {
      const { isNews, wasSent } = await work();
      if (wasSent) this.#left -= 1;
      return isNews;
    } finally {
      this.#busy -= 1;
      if (this.#now() - this.#reportedAt >= PROGRESS_EVERY_MS) await this.reportProgress();
    }
  }

  async reportProgress(): Promise<void> {
    this.#reportedAt = this.#now();
    await this.#tellProgress();
  }
}

async function assessBatch(
  deps: AssessmentDeps,
  job: AssessmentJob,
  subjects: readonly AssessmentSubject[],
  { pace, ...run }: AssessmentRun & { readonly pace: RunLimiter },
): Promise<boolean> {
  const { settings, serviceId } = run.prepared;
  const { tally } = run;
  const around = await deps.database.inOrg(job.orgId, async (tx) => ({
    textsOf: await loadSubjectTexts(tx, subjects),
    known: await loadStoredAnswers(tx, serviceId, settings.model, subjects),
  }));
  const cachedBefore = tally.countOf('cached');
  const waiting = subjects.values();
  let hasNews = false;
  const work = async (): Promise<void> => {
    while (tally.stop === null && pace.hasCapacity()) {
      deps.signal.throwIfAborted();
      const { value: subject, done } = waiting.next();
      if (done === true) return;
      if (await pace.take(async () => await assessFinding(deps, job, subject, { ...run, ...around }))) hasNews = true;
    }
  };
  await waitForAll(Array.from({ length: settings.concurrency }, work));
  tally.add('left', [...waiting].length);
  const hits = tally.countOf('cached') - cachedBefore;
  await deps.database.inOrg(job.orgId, async (tx) => await recordCacheHits(tx, nowOf(deps), hits));
  return hasNews;
}

/** Waits for all of them before it throws the first error, so that nothing runs on after the job has ended. */
async function waitForAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

export interface AssessmentJob {
  readonly orgId: string;
  readonly versionId: string;
  readonly analysisId: string;
  readonly freshSince?: string;
}

export type AssessmentDeps = AiDeps & { readonly signal: AbortSignal };

interface AssessmentRun {
  readonly prepared: PreparedAssessment;
  readonly client: OpenedModel;
  readonly unusable: ReadonlyMap<string, UnusableAnswer>;
  readonly tally: AssessmentTally;
}

/** Assesses one finding of a run: asks what is needed, stores and counts the result, and compares it with the published one. */
async function assessFinding(
  deps: AssessmentDeps,
  job: AssessmentJob,
  subject: AssessmentSubject,
  run: AssessmentRun & {
    readonly textsOf: Awaited<ReturnType<typeof loadSubjectTexts>>;
    readonly known: StoredAnswers;
  },
): Promise<{ readonly isNews: boolean; readonly wasSent: boolean }> {
  const { prepared, client, unusable, tally, textsOf, known } = run;
  const { settings, serviceId, notes } = prepared;
  const published = prepared.publishedOf(subject.key);
  const about = { serviceId, findingId: published?.findingId ?? null };
  const { orgId, freshSince } = job;
  const { signal } = deps;
  const context = { orgId, settings, client, about, signal, freshSince, known: known.answers, unusable };
  let wasSent = false;
  let isComplete = true;
  const ask: DatedAsk = async (question) => {
    const asked = await askModel(deps, context, question);
    if (asked.status === 'not_asked') {
      isComplete = false;
      tally.stop = asked.reason;
      return { answer: asked, at: null };
    }
    const { at, cached, ...answer } = asked;
    if (!cached) tally.add('sent');
    wasSent ||= !cached;
    if (answer.status === 'failed') {
      isComplete = false;
      tally.addFailure(answer);
      return { answer, at: null };
    }
    if (cached) tally.add('cached');
    tally.add(answer.status);
    return { answer, at };
  };
  const input = toFindingInput(subject, textsOf(subject), { sharing: settings.sharing, notes });
  const result = await evaluateFinding(deps.ai, ask, input, { settings, now: nowOf(deps) });
  const { questions } = result;
  const noted = new Set(known.questionsOf(subject));
  if (questions.some((hash) => !noted.has(hash))) {
    const assessment = { ...subject.finding, questions, at: nowOf(deps) };
    await deps.database.inOrg(job.orgId, async (tx) => await saveAssessmentQuestions(tx, serviceId, assessment));
  }
  // A partial result is not news; the run that asks the rest reports it.
  if (!isComplete) return { isNews: false, wasSent };
  tally.addResult(result, canDecide(subject, result.opinion, settings));
  return { isNews: hasChanged(result.opinion, published?.assessment ?? null), wasSent };
}

function canDecide(
  { subject }: AssessmentSubject,
  opinion: Opinion | null,
  { mode, guards }: CompleteAiSettings,
): boolean {
  return mode === 'auto' && (opinion?.guards.length ?? 0) === 0 && findGuards(subject, guards).length === 0;
}

/** Guards are not compared: a change of guards is published by the process that detects it. */
function hasChanged(now: Opinion | null, before: PublishedAssessment | null): boolean {
  if (now === null || before === null) return now !== before;
  const contentOf = ({ code, actor, effect, text, justification, confidence, applies }: PublishedAssessment): string =>
    JSON.stringify([code, actor, effect, text, justification, confidence, applies ?? true]);
  return contentOf(now) !== contentOf(before);
}
