/**
 * ENTRY. Verifies an AI assessment: only claims that code can prove have an effect. The model points at sentences of the advisory;
 * code checks that they are there and demand what is claimed, and searches for a confirmed field that contradicts it at every
 * place and in every profile. An unproven claim leaves the finding unchanged and is reported with the reason.
 */
import { isTrueEverywhere, type Subject } from '../../subject/subject.ts';
import type { GuardThresholds } from '../../opinions/guards.ts';
import type { Opinion } from '../../opinions/opinion.ts';
import {
  deriveClaim,
  type ProfileClaim,
  checkClaims,
  explainRejection,
  GUARD_CODES,
  type ReasonCode,
} from './verification-steps.ts';
import { toProfilePlaces, createVerificationContext } from './verification-context.ts';
import { findAssessmentGuards } from './assessment-guards.ts';
import { effectOf, toModelNote, toAssessmentOpinion } from './assessment-opinion.ts';
import type { AdvisoryText, Assessment } from '../assessment.ts';
import { addStructuredPreconditions } from '../structured-preconditions.ts';
import type { Guard } from '../../../vocabulary/relevance.ts';

export interface VerificationSettings {
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
  /** Only the second opinion about these claims is missing. */
  readonly candidate?: readonly ProfileClaim[];
}

export function verifyAssessment({
  subject,
  texts,
  notes,
  assessment,
  settings,
}: VerificationInput): VerifiedAssessment {
  if (assessment.facts === undefined) return { opinion: null, code: null };
  const { preconditions } = addStructuredPreconditions(subject, assessment.facts);
  // Nothing to report: no reader would learn anything from it.
  if (preconditions.length === 0) return { opinion: null, code: 'ai_no_contradiction' };
  const context = createVerificationContext(subject, preconditions, texts);
  const claims = toProfilePlaces(subject).map((ground) => deriveClaim(context, ground));
  const problem =
    // Nothing is known about a place without a profile.
    (isTrueEverywhere(subject, () => true) ? undefined : 'ai_no_contradiction') ?? checkClaims(claims, context);
  if (problem !== undefined) return reject(assessment, problem);

  const effect = effectOf(claims);
  const guards = findAssessmentGuards(subject, texts, { ...settings, notes, assessment });
  const isCandidate = effect === 'dismiss' && guards.length === 0 && assessment.second === undefined;
  const objection = effect === 'dismiss' ? checkSecondOpinion(assessment, isCandidate) : undefined;
  const held: readonly Guard[] = objection === undefined ? guards : [...guards, 'second-opinion'];
  const [guard] = guards;
  const code = guard === undefined ? (objection ?? null) : GUARD_CODES[guard];
  if (code !== null && effect === 'deprioritize') return reject(assessment, code, guards);
  const opinion = toAssessmentOpinion(assessment, context, { claims, guards: held });
  return { opinion, code, ...(isCandidate && { candidate: claims }) };
}

/** A guarded finding is a suggestion already and needs no second opinion, but one that was given counts. */
function checkSecondOpinion({ second }: Assessment, isCandidate: boolean): ReasonCode | undefined {
  if (second === undefined) return isCandidate ? 'ai_second_opinion' : undefined;
  if (second.id !== second.sent) return 'ai_id_mismatch';
  return second.exploitable === 'no' ? undefined : 'ai_second_opinion';
}

function reject(assessment: Assessment, code: ReasonCode, guards: readonly Guard[] = []): VerifiedAssessment {
  return { opinion: toModelNote(assessment, { code, text: explainRejection(code) }, guards), code };
}
