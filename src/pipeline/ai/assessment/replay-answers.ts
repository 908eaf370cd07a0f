/**
 * Loads the stored answers of models about the findings of a version, found by today's questions. The model is not called. The
 * answers can be evaluated against other profiles, to see what depends on them.
 */
import type { AdvisoryText, Assessment } from '../../../core/relevance/assessments/assessment.ts';
import { verifyAssessment } from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import type { Opinion } from '../../../core/relevance/opinions/opinion.ts';
import type { Subject } from '../../../core/relevance/subject/subject.ts';
import type { AiSettings } from '../../../store/ai/ai-settings.ts';
import {
  toQuestionKey,
  toAssessmentKey,
  listAnswers,
  listAssessmentQuestions,
  type KnownAnswer,
} from '../../../store/ai/model-answers.ts';
import type { OrgTx } from '../../../store/database.ts';
import { collectYielding } from '../../../store/yielding.ts';
import type { MatchedVersion } from '../../evaluation/matched-version.ts';
import type { PublishedVersion, VersionContext } from '../../evaluation/opinion-subject.ts';
import type { AiServices } from '../ai-deps.ts';
import { toAnswer } from '../model/ask-model.ts';
import {
  evaluateFinding,
  type DatedAsk,
  loadSubjectTexts,
  toFindingInput,
  toAssessmentSubjects,
  type AssessmentSubject,
} from './assessment-subject.ts';

export interface ReplayedAnswer {
  /** Null if there is nothing to show. */
  readonly opinion: Opinion | null;
  readonly assessment: Assessment;
  readonly texts: readonly AdvisoryText[];
  readonly notes: readonly string[];
}

/** Returns the stored answers by `keyOf`, for findings that a model was asked about. */
export async function replayAnswers(
  ai: AiServices,
  tx: OrgTx,
  version: PublishedVersion,
  now: {
    readonly at: string;
    readonly matched: MatchedVersion;
    readonly gathered: VersionContext;
    readonly settings: AiSettings;
  },
): Promise<ReadonlyMap<string, ReplayedAnswer>> {
  const { at, matched, gathered, settings } = now;
  const all = await collectYielding(toAssessmentSubjects(matched, gathered));
  const { answers, questionsOf } = await loadStoredAnswers(tx, version.serviceId, settings.model ?? '', all);
  const subjects = all.filter((subject) => questionsOf(subject) !== undefined);
  const textsOf = await loadSubjectTexts(tx, subjects);
  const recall: DatedAsk = async (question) => {
    const answer = answers.get(toQuestionKey(question));
    if (answer === undefined) return { answer: { status: 'not_asked', reason: 'unknown' }, at: null };
    return { answer: toAnswer(answer), at: answer.at };
  };
  const kept = new Map<string, ReplayedAnswer>();
  for (const subject of subjects) {
    const texts = textsOf(subject);
    const input = toFindingInput(subject, texts, { sharing: settings.sharing, notes: gathered.notes });
    const { opinion, assessment, notes } = await evaluateFinding(ai, recall, input, { settings, now: at });
    kept.set(subject.key, { opinion, assessment, texts, notes });
  }
  return kept;
}

/**
 * Evaluates the answers as if the model said the same about other profiles: a claim about a field that has another value now does
 * not hold.
 */
export function reevaluateAnswer(
  { assessment, texts, notes }: ReplayedAnswer,
  subject: Subject,
  { settings: { guards }, at }: { readonly settings: AiSettings; readonly at: string },
): Opinion | null {
  return verifyAssessment({ subject, texts, notes, assessment, settings: { guards, now: at } }).opinion;
}

/** The stored questions and answers of many findings, loaded at once, so that evaluating a version again costs few statements. */
export interface StoredAnswers {
  /** By `toQuestionKey`. */
  readonly answers: ReadonlyMap<string, KnownAnswer>;
  /** Returns the hashes of the questions asked about the finding, or undefined if there are none. */
  readonly questionsOf: (subject: Pick<AssessmentSubject, 'finding'>) => readonly string[] | undefined;
}

export async function loadStoredAnswers(
  tx: OrgTx,
  serviceId: string,
  model: string,
  subjects: readonly Pick<AssessmentSubject, 'finding'>[],
  /** Questions that another service may have asked. */
  shared: readonly string[] = [],
): Promise<StoredAnswers> {
  const packages = [...new Set(subjects.map(({ finding }) => finding.package))];
  const stored = await listAssessmentQuestions(tx, serviceId, packages);
  const questionsOf: StoredAnswers['questionsOf'] = ({ finding }) => stored.get(toAssessmentKey(finding));
  const hashes = new Set([...shared, ...subjects.flatMap((subject) => questionsOf(subject) ?? [])]);
  return { answers: await listAnswers(tx, model, [...hashes]), questionsOf };
}
