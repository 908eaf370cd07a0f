/**
 * ENTRY. Verifies an AI assessment: only claims that code can prove have an effect. The model points at a sentence and a profile
 * field; code checks that the sentence is in the advisory, that the field is confirmed, and that the two contradict each other at
 * every place and in every profile. An unproven claim leaves the finding unchanged and is reported with the reason.
 */
import { isTrueEverywhere } from '../../subject/everywhere.ts';
import type { GuardThresholds } from '../../opinions/guards.ts';
import type { Guard, Opinion } from '../../opinions/opinion.ts';
import type { Subject } from '../../subject/subject.ts';
import { deriveClaim, toModelClaim, type Claim } from './claim.ts';
import {
  toProfilePlaces,
  createVerificationContext,
  type ProfilePlaces,
  type VerificationContext,
} from './verification-context.ts';
import { findAssessmentGuards } from './assessment-guards.ts';
import { effectOf, toModelNote, toAssessmentOpinion, type ProvenClaims } from './assessment-opinion.ts';
import { checkClaims, checkConfidence, checkControl, checkIds } from './verification-steps.ts';
import type { AdvisoryText, ProfileAnswer, ProfileAssessment, Assessment, SecondOpinion } from '../assessment.ts';
import { explainRejection, GUARD_CODES, type ReasonCode } from './reason-codes.ts';
import { addStructuredPreconditions } from '../structured-preconditions.ts';

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
  readonly readings: Assessment;
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

export function verifyAssessment({ subject, texts, notes, readings, settings }: VerificationInput): VerifiedAssessment {
  if (readings.facts === undefined) return NO_ASSESSMENT;
  const { preconditions } = addStructuredPreconditions(subject, readings.facts);
  const matter = createVerificationContext(subject, preconditions, texts);
  const answered = readings.sharing === 'advisory-only' ? deriveClaims(matter) : collectModelClaims(readings, matter);
  if ('over' in answered) return answered.over;
  const { claims, confidence } = answered;

  const code =
    checkProfilesEverywhere(subject) ??
    checkClaims(claims, matter) ??
    checkConfidence(confidence, settings.minConfidence);
  if (code !== undefined) return reject(readings, code, confidence);
  const guards = findAssessmentGuards(subject, texts, { ...settings, notes });
  return decide(readings, matter, { ...answered, guards });
}

interface CollectedClaims extends Omit<ProvenClaims, 'guards'> {}

type ClaimsOutcome = CollectedClaims | { readonly over: VerifiedAssessment };

/** The model received no data about the service: code alone compares the preconditions with the profiles. */
function deriveClaims(matter: VerificationContext): CollectedClaims {
  const claims = toProfilePlaces(matter.subject).map((ground) => deriveClaim(matter, ground));
  return { claims, confidence: null, explanation: '' };
}

/** Steps 1 and 2, and whether anything is claimed at all: one answer other than `not_relevant` keeps the finding. */
function collectModelClaims(readings: Assessment, matter: VerificationContext): ClaimsOutcome {
  const grounds = toProfilePlaces(matter.subject);
  const asked = grounds.flatMap((ground) =>
    listProfileAssessments(readings, ground).map((reading) => ({ ground, reading })),
  );
  for (const check of [checkIds, checkControl]) {
    for (const { reading } of asked) {
      const code = check(reading);
      if (code !== undefined) return { over: reject(readings, code, null) };
    }
  }
  const answers = asked.flatMap(({ ground, reading }) => listGroundedAnswers(ground, reading)).toSorted(compareAnswers);
  const objection = answers.find(({ answer }) => answer.verdict !== 'not_relevant');
  if (objection !== undefined)
    return { over: { ...NO_ASSESSMENT, opinion: toObjectionNote(readings, objection.answer) } };
  if (grounds.length === 0 || grounds.some((ground) => !answers.some((each) => each.ground === ground)))
    return { over: NO_ASSESSMENT };
  return {
    claims: answers.map(({ ground, answer }): Claim => toModelClaim(matter, ground, answer)),
    confidence: Math.min(...answers.map(({ answer }) => answer.confidence)),
    explanation: answers.map(({ answer }) => answer.explanation).find((text) => text.trim() !== '') ?? '',
  };
}

function listProfileAssessments({ profiles }: Assessment, { profile }: ProfilePlaces): readonly ProfileAssessment[] {
  return profiles.filter((reading) => reading.profile === profile.name);
}

interface GroundedAnswer {
  readonly ground: ProfilePlaces;
  readonly answer: ProfileAnswer;
}

function listGroundedAnswers(ground: ProfilePlaces, { sent, items }: ProfileAssessment): readonly GroundedAnswer[] {
  return items.filter(({ id }) => id === sent.finding).map((answer) => ({ ground, answer }));
}

/** Ids are generated for every request, so they cannot define an order. */
function compareAnswers(a: GroundedAnswer, b: GroundedAnswer): number {
  const [x, y] = [a, b].map(({ ground, answer }) =>
    JSON.stringify([ground.profile.name, answer.verdict, answer.explanation, answer.confidence]),
  );
  return (x ?? '') < (y ?? '') ? -1 : Number((x ?? '') > (y ?? ''));
}

function toObjectionNote(readings: Assessment, { verdict, explanation, confidence }: ProfileAnswer): Opinion {
  const text = explanation.trim() === '' ? `AI assessment: ${verdict}.` : explanation;
  return toModelNote(readings, { code: `ai_${verdict}`, text, confidence });
}

/** Nothing is known about a place without a profile. */
function checkProfilesEverywhere(subject: Subject): ReasonCode | undefined {
  return isTrueEverywhere(subject, () => true) ? undefined : 'ai_no_contradiction';
}

/** Steps 8 and 9. A guarded finding may be suggested for dismissal without a second opinion, and is never lowered. */
function decide(readings: Assessment, matter: VerificationContext, proven: ProvenClaims): VerifiedAssessment {
  const { confidence, guards } = proven;
  const effect = effectOf(proven.claims);
  const second = checkSecondOpinion(readings.second);
  if (second !== undefined) return reject(readings, second, confidence, guards);
  const [guard] = guards;
  const code = guard === undefined ? null : GUARD_CODES[guard];
  if (code !== null && effect === 'deprioritize') return reject(readings, code, confidence, guards);
  if (code === null && effect === 'dismiss' && readings.second === undefined)
    return { ...reject(readings, 'ai_second_opinion', confidence), needsSecond: true };
  return { opinion: toAssessmentOpinion(readings, matter, proven), code, needsSecond: false };
}

/** A second opinion that was not requested does not fail the check. */
function checkSecondOpinion(second: SecondOpinion | undefined): ReasonCode | undefined {
  if (second === undefined) return undefined;
  if (second.id !== second.sent) return 'ai_id_mismatch';
  return second.exploitable === 'no' ? undefined : 'ai_second_opinion';
}

function reject(
  readings: Assessment,
  code: ReasonCode,
  confidence: number | null,
  guards: readonly Guard[] = [],
): VerifiedAssessment {
  const note = { code, text: explainRejection(code), confidence };
  return { opinion: toModelNote(readings, note, guards), code, needsSecond: false };
}
