/** Assesses one finding of a run: asks what is needed, stores and counts the result, and compares it with the published one. */
import { findGuards } from '../../../core/relevance/opinions/guards.ts';
import type { Opinion } from '../../../core/relevance/opinions/opinion.ts';
import { saveAssessmentQuestions } from '../../../store/ai/model-answers.ts';
import type { PublishedAssessment } from '../../../store/findings/publication/published-assessments.ts';
import { nowOf, type PipelineDeps } from '../../deps.ts';
import type { AiServices } from '../ai-deps.ts';
import type { CompleteAiSettings } from '../ai-settings.ts';
import { askModel } from '../model/ask-model.ts';
import type { StoredAnswers } from './stored-answers.ts';
import type { OpenedModel } from '../model/open-model.ts';
import type { PreparedAssessment } from './prepare-assessment.ts';
import { evaluateFinding, type DatedAsk } from './evaluate-finding.ts';
import { toFindingInput, type loadSubjectTexts, type AssessmentSubject } from './assessment-subject.ts';
import type { AssessmentTally } from './assessment-tally.ts';

export interface AssessmentJob {
  readonly orgId: string;
  readonly versionId: string;
  readonly analysisId: string;
  readonly freshSince?: string;
}

export type AssessmentDeps = PipelineDeps & { readonly ai: AiServices; readonly signal: AbortSignal };

export interface AssessmentRun {
  readonly prepared: PreparedAssessment;
  readonly client: OpenedModel;
  readonly tally: AssessmentTally;
}

export async function assessFinding(
  deps: AssessmentDeps,
  job: AssessmentJob,
  subject: AssessmentSubject,
  run: AssessmentRun & {
    readonly textsOf: Awaited<ReturnType<typeof loadSubjectTexts>>;
    readonly known: StoredAnswers;
  },
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
      tally.addFailure(answer);
      return { answer, at: null };
    }
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
