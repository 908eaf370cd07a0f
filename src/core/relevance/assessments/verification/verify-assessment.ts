/**
 * ENTRY. Verifies an AI assessment: only claims that code can prove have an effect. The model points at a sentence and a profile
 * field; code checks that the sentence is in the advisory, that the field is confirmed, and that the two contradict each other at
 * every place and in every profile. An unproven claim leaves the finding unchanged and is reported with the reason.
 */
import { isTrueEverywhere, type Subject } from '../../subject/subject.ts';
import type { GuardThresholds } from '../../opinions/guards.ts';
import type { Opinion } from '../../opinions/opinion.ts';
import {
  deriveClaim,
  toModelClaim,
  type ProfileClaim,
  checkClaims,
  checkConfidence,
  checkControl,
  checkIds,
  explainRejection,
  GUARD_CODES,
  type ReasonCode,
} from './verification-steps.ts';
import {
  toProfilePlaces,
  createVerificationContext,
  type ProfilePlaces,
  type VerificationContext,
} from './verification-context.ts';
import { findAssessmentGuards } from './assessment-guards.ts';
import { effectOf, toModelNote, toAssessmentOpinion, type ProvenClaims } from './assessment-opinion.ts';
import type { AdvisoryText, ProfileAnswer, Assessment, SecondOpinion } from '../assessment.ts';
import { addStructuredPreconditions } from '../structured-preconditions.ts';
import { compareText } from '../../../text/compare-text.ts';
import type { Guard } from '../../../vocabulary/relevance.ts';

export interface VerificationSettings {
  /** From 0 to 1. */
  readonly minConfidence: number;
  readonly guards?: GuardThresholds | undefined;
  /** ISO 8601. */
  readonly now: string;
}

export interface VerificationInput {
  readonly subject: Subject;
  /** Texts of the records that matched the component, and of no others. */
  readonly texts: readonly AdvisoryText[];
  /** Profile notes that were sent to the model. They are never evidence. */
  readonly notes?: readonly string[];
  readonly assessment: Assessment;
  readonly settings: VerificationSettings;
}

export interface VerifiedAssessment {
  /** Null: there is no answer to report. */
  readonly opinion: Opinion | null;
  /** Why a claim was rejected, or may only be a suggestion. */
  readonly code: ReasonCode | null;
  /** Only the second opinion is missing, and it was not requested yet. */
  readonly needsSecond: boolean;
}

const NO_ASSESSMENT: VerifiedAssessment = { opinion: null, code: null, needsSecond: false };

export function verifyAssessment({
  subject,
  texts,
  notes,
  assessment,
  settings,
}: VerificationInput): VerifiedAssessment {
  if (assessment.facts === undefined) return NO_ASSESSMENT;
  const { preconditions } = addStructuredPreconditions(subject, assessment.facts);
  const context = createVerificationContext(subject, preconditions, texts);
  const answered =
    assessment.sharing === 'advisory-only' ? deriveClaims(context) : collectModelClaims(assessment, context);
  if ('over' in answered) return answered.over;
  const { claims, confidence } = answered;

  const code =
    // Nothing is known about a place without a profile.
    (isTrueEverywhere(subject, () => true) ? undefined : 'ai_no_contradiction') ??
    checkClaims(claims, context) ??
    checkConfidence(confidence, settings.minConfidence);
  if (code !== undefined) return reject(assessment, code, confidence);
  const guards = findAssessmentGuards(subject, texts, { ...settings, notes });
  return decide(assessment, context, { ...answered, guards });
}

type CollectedClaims = Omit<ProvenClaims, 'guards'>;

type ClaimsOutcome = CollectedClaims | { readonly over: VerifiedAssessment };

/** The model received no data about the service: code alone compares the preconditions with the profiles. */
function deriveClaims(context: VerificationContext): CollectedClaims {
  const claims = toProfilePlaces(context.subject).map((ground) => deriveClaim(context, ground));
  return { claims, confidence: null, explanation: '' };
}

/** Steps 1 and 2, and whether anything is claimed at all: one answer other than `not_relevant` keeps the finding. */
function collectModelClaims(assessment: Assessment, context: VerificationContext): ClaimsOutcome {
  const grounds = toProfilePlaces(context.subject);
  const asked = grounds.flatMap((ground) =>
    assessment.profiles
      .filter(({ profile }) => profile === ground.profile.name)
      .map((profileAssessment) => ({ ground, profileAssessment })),
  );
  for (const check of [checkIds, checkControl]) {
    for (const { profileAssessment } of asked) {
      const code = check(profileAssessment);
      if (code !== undefined) return { over: reject(assessment, code, null) };
    }
  }
  const answers = asked
    .flatMap(({ ground, profileAssessment: { sent, items } }): readonly GroundedAnswer[] =>
      items.filter(({ id }) => id === sent.finding).map((answer) => ({ ground, answer })),
    )
    .toSorted(compareAnswers);
  const objection = answers.find(({ answer }) => answer.verdict !== 'not_relevant');
  if (objection !== undefined)
    return { over: { ...NO_ASSESSMENT, opinion: toObjectionNote(assessment, objection.answer) } };
  if (grounds.length === 0 || grounds.some((ground) => !answers.some((each) => each.ground === ground)))
    return { over: NO_ASSESSMENT };
  return {
    claims: answers.map(({ ground, answer }): ProfileClaim => toModelClaim(context, ground, answer)),
    confidence: Math.min(...answers.map(({ answer }) => answer.confidence)),
    explanation: answers.map(({ answer }) => answer.explanation).find((text) => text.trim() !== '') ?? '',
  };
}

interface GroundedAnswer {
  readonly ground: ProfilePlaces;
  readonly answer: ProfileAnswer;
}

/** Ids are generated for every request, so they cannot define an order. */
function compareAnswers(a: GroundedAnswer, b: GroundedAnswer): number {
  return compareText(textOf(a), textOf(b));
}

function textOf({ ground, answer }: GroundedAnswer): string {
  return JSON.stringify([ground.profile.name, answer.verdict, answer.explanation, answer.confidence]);
}

function toObjectionNote(assessment: Assessment, { verdict, explanation, confidence }: ProfileAnswer): Opinion {
  const text = explanation.trim() === '' ? `AI assessment: ${verdict}.` : explanation;
  return toModelNote(assessment, { code: `ai_${verdict}`, text, confidence });
}

/** Steps 8 and 9. A guarded finding may be suggested for dismissal without a second opinion, and is never lowered. */
function decide(assessment: Assessment, context: VerificationContext, proven: ProvenClaims): VerifiedAssessment {
  const { confidence, guards } = proven;
  const effect = effectOf(proven.claims);
  const second = checkSecondOpinion(assessment.second);
  if (second !== undefined) return reject(assessment, second, confidence, guards);
  const [guard] = guards;
  const code = guard === undefined ? null : GUARD_CODES[guard];
  if (code !== null && effect === 'deprioritize') return reject(assessment, code, confidence, guards);
  if (code === null && effect === 'dismiss' && assessment.second === undefined)
    return { ...reject(assessment, 'ai_second_opinion', confidence), needsSecond: true };
  return { opinion: toAssessmentOpinion(assessment, context, proven), code, needsSecond: false };
}

/** A second opinion that was not requested does not fail the check. */
function checkSecondOpinion(second: SecondOpinion | undefined): ReasonCode | undefined {
  if (second === undefined) return undefined;
  if (second.id !== second.sent) return 'ai_id_mismatch';
  return second.exploitable === 'no' ? undefined : 'ai_second_opinion';
}

function reject(
  assessment: Assessment,
  code: ReasonCode,
  confidence: number | null,
  guards: readonly Guard[] = [],
): VerifiedAssessment {
  const note = { code, text: explainRejection(code), confidence };
  return { opinion: toModelNote(assessment, note, guards), code, needsSecond: false };
}
