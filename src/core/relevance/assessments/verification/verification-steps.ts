/**
 * The verification steps of an AI assessment, one function each. The first failing step gives the reason; a claim is used only
 * when all steps pass.
 */
import type { Claim, ClaimPair } from './claim.ts';
import { findContradiction, isCitable, isEnforced } from '../contradictions/all-contradictions.ts';
import { checkNecessity } from './check-necessity.ts';
import type { ProfilePlaces, VerificationContext } from './verification-context.ts';
import type { ProfileAssessment } from '../assessment.ts';
import type { ReasonCode } from './reason-codes.ts';
import { isStructured } from '../structured-preconditions.ts';

/** Step 1: the answer contains exactly the requested ids. */
export function checkIds({ sent, items }: ProfileAssessment): ReasonCode | undefined {
  const wanted = [sent.finding, sent.control];
  const isComplete = items.length === wanted.length && wanted.every((id) => items.some((item) => item.id === id));
  return isComplete && sent.finding !== sent.control ? undefined : 'ai_id_mismatch';
}

/** Step 2: a model that dismisses the control item, which is certainly relevant, is not reliable. */
export function checkControl({ sent, items }: ProfileAssessment): ReasonCode | undefined {
  const control = items.find(({ id }) => id === sent.control);
  return control?.verdict === 'relevant' ? undefined : 'ai_control_failed';
}

type PairCheck = (pair: ClaimPair, matter: VerificationContext, ground: ProfilePlaces) => ReasonCode | undefined;

/**
 * Step 3: a quote has to name the claimed value. A precondition from a structured field needs no quote, and only code decides
 * which ones are structured.
 */
const checkQuote: PairCheck = ({ precondition }, { subject, mentionsValue }) => {
  if (precondition === undefined) return 'ai_unverified_quote';
  const isProven = isStructured(subject, precondition) || mentionsValue(precondition);
  return isProven ? undefined : 'ai_unverified_quote';
};

/** Step 4: the cited field exists and is confirmed. */
const checkField: PairCheck = ({ path }, _, { profile }) => {
  if (!isCitable(path)) return 'ai_unknown_profile_path';
  const isKnown = isEnforced(path) ? profile.runtime !== undefined : profile.known(path) !== undefined;
  return isKnown ? undefined : 'ai_unconfirmed_field';
};

/** Step 5: the precondition and the field contradict each other. */
const checkContradiction: PairCheck = ({ precondition, path }, matter, ground) => {
  const row = precondition && findContradiction(precondition.type, path);
  const holds =
    row !== undefined && precondition !== undefined && matter.isContradicted(row, precondition.value, ground);
  return holds ? undefined : 'ai_no_contradiction';
};

/** Each check runs for all pairs before the next check. */
const PAIR_CHECKS: readonly PairCheck[] = [checkQuote, checkField, checkContradiction, checkNecessity];

/** Steps 3 to 6. A claim without pairs is rejected. */
export function checkClaims(claims: readonly Claim[], matter: VerificationContext): ReasonCode | undefined {
  for (const check of PAIR_CHECKS) {
    for (const { pairs, ground } of claims) {
      for (const pair of pairs) {
        const code = check(pair, matter, ground);
        if (code !== undefined) return code;
      }
    }
    if (check === checkContradiction && claims.some(({ pairs }) => pairs.length === 0)) return 'ai_no_contradiction';
  }
  return undefined;
}

/** Step 7. A confidence of null means that the model was not asked for one, so there is nothing to check. */
export function checkConfidence(confidence: number | null, least: number): ReasonCode | undefined {
  return confidence === null || (confidence >= least && confidence <= 1) ? undefined : 'ai_low_confidence';
}
