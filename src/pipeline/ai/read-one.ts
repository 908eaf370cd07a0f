/** Assesses one finding of a run: asks what is needed, stores and counts the result, and compares it with the published one. */
import { findGuards } from '../../core/relevance/guards.ts';
import type { Opinion } from '../../core/relevance/opinion.ts';
import { keepReading } from '../../store/ai/model-answers.ts';
import type { PublishedReading } from '../../store/findings/published-readings.ts';
import type { PipelineDeps } from '../deps.ts';
import type { AiParts } from './ai-deps.ts';
import type { CompleteAiSettings } from './ai-settings.ts';
import { askModel } from './ask-model.ts';
import type { KnownReadings } from './known-readings.ts';
import type { OpenedModel } from './open-model.ts';
import type { PreparedReading } from './prepare-reading.ts';
import { readFinding, type DatedAsk } from './read-finding.ts';
import { toFindingInput, type readTextsOf, type ReadingSubject } from './reading-subject.ts';
import type { ReadingTally } from './reading-tally.ts';

export interface ReadingJob {
  readonly orgId: string;
  readonly versionId: string;
  readonly analysisId: string;
  readonly freshSince?: string;
}

export type ReadingDeps = PipelineDeps & { readonly ai: AiParts; readonly signal: AbortSignal };

export interface ReadingRun {
  readonly prepared: PreparedReading;
  readonly client: OpenedModel;
  readonly tally: ReadingTally;
}

export async function readOne(
  deps: ReadingDeps,
  job: ReadingJob,
  subject: ReadingSubject,
  run: ReadingRun & { readonly textsOf: Awaited<ReturnType<typeof readTextsOf>>; readonly known: KnownReadings },
): Promise<{ readonly isNews: boolean; readonly wasSent: boolean }> {
  const { prepared, client, tally, textsOf, known } = run;
  const { settings, serviceId, notes } = prepared;
  const published = prepared.publishedOf(subject.key);
  const about = { serviceId, findingId: published?.findingId ?? null };
  const { orgId, freshSince } = job;
  const context = { orgId, settings, client, about, signal: deps.signal, freshSince, known: known.answers };
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
    tally.add(cached ? 'cached' : 'sent');
    wasSent ||= !cached;
    if (answer.status === 'failed') {
      isComplete = false;
      tally.fail(answer);
      return { answer, at: null };
    }
    tally.add(answer.status);
    return { answer, at };
  };
  const input = toFindingInput(subject, textsOf(subject), { sharing: settings.sharing, notes });
  const result = await readFinding(deps.ai, ask, input, { settings, now: nowOf(deps) });
  const { questions } = result;
  const noted = new Set(known.questionsOf(subject));
  if (questions.some((hash) => !noted.has(hash))) {
    const reading = { ...subject.finding, questions, at: nowOf(deps) };
    await deps.database.inOrg(job.orgId, async (tx) => await keepReading(tx, serviceId, reading));
  }
  // A partial result is not news; the run that asks the rest reports it.
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

/** Guards are not compared: a change of guards is published by the process that detects it. */
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
