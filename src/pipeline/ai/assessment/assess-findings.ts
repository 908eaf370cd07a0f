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
import type { Guard } from '../../../core/vocabulary/relevance.ts';
import { findGuards } from '../../../core/relevance/opinions/guards.ts';
import type { Opinion } from '../../../core/relevance/opinions/opinion.ts';
import { saveAssessmentQuestions, toQuestionKey } from '../../../store/ai/model-answers.ts';
import type { PublishedAssessment } from '../../../store/findings/publication/published-base.ts';
import { nowOf, type AiDeps } from '../../deps.ts';
import type { CompleteAiSettings } from '../ai-settings.ts';
import { askCanary, askModel, findFreshAnswer } from '../model/ask-model.ts';
import { CANARIES, isCanaryReadCorrectly } from '../../../core/relevance/assessments/canary.ts';
import type { AdvisoryText } from '../../../core/relevance/assessments/assessment.ts';
import { isWorthReading } from '../../../core/relevance/assessments/select-for-assessment.ts';
import { collectYielding } from '../../../store/yielding.ts';
import { randomInt } from 'node:crypto';

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
  const { settings } = run.prepared;
  const { tally } = run;
  const { sendable, textsOf, known, isRead } = await loadBatch(deps, job, subjects, run.prepared);
  tally.add('notSent', subjects.length - sendable.length);
  const canary = sendable.every(isRead) ? 'correct' : await readCanary(deps, job, run);
  // Without a canary nothing new is read, but what was read before is compared with the facts of today.
  const assessable = canary === 'failed' ? sendable.filter(isRead) : sendable;
  const around = { textsOf, known, isDoubtful: canary === 'misread' };
  const cachedBefore = tally.countOf('cached');
  const waiting = assessable.values();
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
  tally.add('left', [...waiting].length + sendable.length - assessable.length);
  const hits = tally.countOf('cached') - cachedBefore;
  await deps.database.inOrg(job.orgId, async (tx) => await recordCacheHits(tx, nowOf(deps), hits));
  return hasNews;
}

/** Loads texts and stored answers, also those that another service of the organization has asked for, in few statements. */
async function loadBatch(
  deps: AssessmentDeps,
  { orgId, freshSince }: AssessmentJob,
  subjects: readonly AssessmentSubject[],
  { settings: { model }, serviceId }: PreparedAssessment,
) {
  return await deps.database.inOrg(orgId, async (tx) => {
    const textsOf = await loadSubjectTexts(tx, subjects);
    const sendable = await collectYielding(listSendable(subjects, textsOf));
    const questions = new Map(sendable.map((subject) => [subject, deps.ai.questions.facts(textsOf(subject))]));
    const hashes = [...questions.values()].map(({ hash }) => hash);
    const known = await loadStoredAnswers(tx, serviceId, model, sendable, hashes);
    const isRead = (subject: AssessmentSubject): boolean => {
      const question = questions.get(subject);
      const answer = question && known.answers.get(toQuestionKey(question));
      return findFreshAnswer({ freshSince }, answer) !== undefined;
    };
    return { sendable, textsOf, known, isRead };
  });
}

function* listSendable(
  subjects: readonly AssessmentSubject[],
  textsOf: (subject: AssessmentSubject) => readonly AdvisoryText[],
): Generator<AssessmentSubject> {
  for (const each of subjects) if (isWorthReading(each.subject, textsOf(each))) yield each;
}

/** Has the model read an advisory with known preconditions. `failed`: there is no answer to compare. */
async function readCanary(
  deps: AssessmentDeps,
  { orgId }: AssessmentJob,
  { prepared: { settings, serviceId }, client, tally }: AssessmentRun,
): Promise<'correct' | 'misread' | 'failed'> {
  const canary = CANARIES[randomInt(CANARIES.length)] ?? CANARIES[0];
  if (canary === undefined) throw new Error('There is no canary.');
  const about = { serviceId, findingId: null };
  const context = { orgId, settings, client, about, signal: deps.signal };
  const answer = await askCanary(deps, context, deps.ai.questions.facts([canary.text]));
  if (answer.status === 'not_asked') tally.stop = answer.reason;
  else tally.add('canaries');
  if (answer.status === 'failed') tally.addFailure(answer);
  if (answer.status === 'not_asked' || answer.status === 'failed') return 'failed';
  const facts = answer.status === 'answered' ? deps.ai.readFacts(answer.value) : undefined;
  return facts !== undefined && isCanaryReadCorrectly(canary, facts) ? 'correct' : 'misread';
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
    readonly isDoubtful: boolean;
  },
): Promise<{ readonly isNews: boolean; readonly wasSent: boolean }> {
  const { prepared, client, unusable, tally, textsOf, known, isDoubtful } = run;
  const { settings, serviceId, notes } = prepared;
  const published = prepared.publishedOf(subject.key);
  const about = { serviceId, findingId: published?.findingId ?? null };
  const { orgId, freshSince } = job;
  const { signal } = deps;
  const context = { orgId, settings, client, about, signal, freshSince, known: known.answers, unusable, isDoubtful };
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
  if (result.assessment.isDoubtful === true) tally.add('doubtful');
  return { isNews: hasChanged(result.opinion, published?.assessment ?? null), wasSent };
}

function canDecide(
  { subject }: AssessmentSubject,
  opinion: Opinion | null,
  { mode, guards }: CompleteAiSettings,
): boolean {
  return mode === 'auto' && (opinion?.guards.length ?? 0) === 0 && findGuards(subject, guards).length === 0;
}

/** Of guards, only those of the answers are compared: a change of others is published by the process that detects it. */
function hasChanged(now: Opinion | null, before: PublishedAssessment | null): boolean {
  if (now === null || before === null) return now !== before;
  const contentOf = ({ code, actor, effect, text, justification, applies, guards }: PublishedAssessment): string =>
    JSON.stringify([code, actor, effect, text, justification, applies ?? true, guards.filter(isGuardOfAnswer)]);
  return contentOf(now) !== contentOf(before);
}

function isGuardOfAnswer(guard: Guard): boolean {
  return guard === 'canary' || guard === 'second-opinion';
}
