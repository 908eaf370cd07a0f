/**
 * ENTRY. Asks everything about one finding: the preconditions of the advisory, then whether each profile contradicts them, and,
 * only if everything else holds, the opposite question. The caller handles cache and budget. Unanswered questions are absent from
 * the result, and absent assessments change nothing.
 */
import { listSharedNotes } from '../core/relevance/assessments/verification/assessment-guards.ts';
import { toProfilePlaces } from '../core/relevance/assessments/verification/verification-context.ts';
import type {
  AdvisoryAssessment,
  ProfileAssessment,
  Assessment,
  SecondOpinion,
} from '../core/relevance/assessments/assessment.ts';
import { addStructuredPreconditions } from '../core/relevance/assessments/structured-preconditions.ts';
import {
  verifyAssessment,
  type VerificationSettings,
} from '../core/relevance/assessments/verification/verify-assessment.ts';
import type { ProfileView } from '../core/profile/profile-view.ts';
import { FactsAnswer, ProfileAnswers, SecondAnswer } from './questions/answer-schemas.ts';
import { buildFactsQuestion, buildProfileQuestion, buildSecondQuestion } from './questions/build-questions.ts';
import type { FindingInput } from './questions/shared-data.ts';
import type { Answered, Ask, AskOptions } from './model-answer.ts';
import { PROMPT_VERSION, type Question } from './questions/question.ts';

export interface AssessmentInput extends FindingInput {
  /** Name of the model in the settings. */
  readonly model: string;
  /** Settings of the verifier, which decides whether a second opinion is worth its cost. */
  readonly settings: VerificationSettings;
}

export async function gatherAssessment(
  ask: Ask,
  input: AssessmentInput,
  options: AskOptions = {},
): Promise<Assessment> {
  const { subject, texts, sharing, settings, model } = input;
  const put: Put = async (question) => await askForAnswer(ask, question, options);
  const about = { model, promptVersion: PROMPT_VERSION, at: settings.now, sharing };

  const read = await askFacts(put, input);
  if (read === undefined) return { ...about, profiles: [] };
  const facts = addStructuredPreconditions(subject, read);
  const assessment: Assessment = { ...about, facts, profiles: await askProfiles(put, input, facts) };

  const notes = listSharedNotes(input);
  if (!verifyAssessment({ subject, texts, notes, assessment, settings }).needsSecond) return assessment;
  const second = await askSecond(put, input, facts);
  return second === undefined ? assessment : { ...assessment, second };
}

type Put = (question: Question) => Promise<Answered | undefined>;

async function askForAnswer(ask: Ask, question: Question, options: AskOptions): Promise<Answered | undefined> {
  const answer = await ask(question, options);
  return answer.status === 'answered' ? answer : undefined;
}

// A value may come from a cache, so it is validated again.
async function askFacts(put: Put, input: AssessmentInput): Promise<AdvisoryAssessment | undefined> {
  const answer = await put(buildFactsQuestion(input));
  return FactsAnswer.safeParse(answer?.value).data;
}

/** One profile that does not rule the finding out is enough: the others are not asked. */
async function askProfiles(
  put: Put,
  input: AssessmentInput,
  facts: AdvisoryAssessment,
): Promise<readonly ProfileAssessment[]> {
  const assessments: ProfileAssessment[] = [];
  // Without a precondition, a profile has nothing to contradict.
  if (input.sharing === 'advisory-only' || facts.preconditions.length === 0) return assessments;
  for (const { profile } of toProfilePlaces(input.subject)) {
    const assessment = await askProfile(put, input, profile, facts);
    if (assessment === undefined) return assessments;
    assessments.push(assessment);
    if (!assessment.items.some(({ id, verdict }) => id === assessment.sent.finding && verdict === 'not_relevant'))
      break;
  }
  return assessments;
}

async function askProfile(
  put: Put,
  input: AssessmentInput,
  profile: ProfileView,
  facts: AdvisoryAssessment,
): Promise<ProfileAssessment | undefined> {
  const answer = await put(buildProfileQuestion(input, profile, facts));
  const { data } = ProfileAnswers.safeParse(answer?.value);
  if (answer === undefined || data === undefined) return undefined;
  const { finding = '', control = '' } = answer.ids;
  return { profile: profile.name, sent: { finding, control }, items: data.items };
}

async function askSecond(
  put: Put,
  input: AssessmentInput,
  facts: AdvisoryAssessment,
): Promise<SecondOpinion | undefined> {
  const answer = await put(buildSecondQuestion(input, facts));
  const { data } = SecondAnswer.safeParse(answer?.value);
  return answer === undefined || data === undefined ? undefined : { ...data, sent: answer.ids.finding ?? '' };
}
