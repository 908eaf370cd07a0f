/**
 * The claims of an AI assessment and the steps of their verification, one function each. The first failing step gives the reason;
 * a claim is used only when all steps pass.
 */
import { findContradiction, isCitable, isEnforced, listContradictions } from '../contradictions/all-contradictions.ts';
import { ANSWER_PATH } from '../contradictions/contradiction.ts';
import { type ProfilePlaces, type VerificationContext, toPlaceContexts } from './verification-context.ts';
import type { ProfileAssessment, Precondition, PreconditionType, ProfileAnswer } from '../assessment.ts';
import { isStructured } from '../structured-preconditions.ts';
import { listKnownPlatforms } from '../contradictions/field-contradictions.ts';
import type { Guard } from '../../../vocabulary/relevance.ts';

/** A precondition and a profile field that contradict each other. */
export interface ClaimPair {
  /** Undefined: the answer refers to a precondition that was not sent. */
  readonly precondition: Precondition | undefined;
  readonly path: string;
}

/**
 * A claim about one profile. The model names the pairs, or code searches for them when the model received no data about the
 * service. Every pair has to be verified in both cases.
 */
export interface ProfileClaim {
  readonly ground: ProfilePlaces;
  readonly pairs: readonly ClaimPair[];
}

export function toModelClaim(
  { preconditions }: VerificationContext,
  ground: ProfilePlaces,
  { evidence }: ProfileAnswer,
): ProfileClaim {
  return {
    ground,
    pairs: evidence.map(({ preconditionIndex, profilePath }) => ({
      precondition: preconditions[preconditionIndex],
      path: profilePath,
    })),
  };
}

/**
 * Returns the strongest pairs that code finds. Pairs that are unnecessary or ambiguous are claimed only when there are no others,
 * so that they fail with the right reason.
 */
export function deriveClaim(matter: VerificationContext, ground: ProfilePlaces): ProfileClaim {
  const pairs = matter.preconditions.flatMap((precondition) =>
    listContradictions(precondition.type)
      .filter((row) => matter.isContradicted(row, precondition.value, ground))
      .map((row) => ({ precondition, path: row.path })),
  );
  const standing = pairs.filter((pair) => checkNecessity(pair, matter, ground) === undefined);
  return { ground, pairs: standing.length > 0 ? standing : pairs };
}

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
const checkQuote: PairCheck = ({ precondition }, { subject, findQuoteProblem, restatesWeakness }) => {
  if (precondition === undefined) return 'ai_unverified_quote';
  if (restatesWeakness(precondition)) return 'ai_restates_weakness';
  const isProven = isStructured(subject, precondition) || findQuoteProblem(precondition) !== 'not_named';
  return isProven ? undefined : 'ai_unverified_quote';
};

/** Step 4: the cited field exists and is confirmed. */
const checkField: PairCheck = ({ path }, _, { profile }) => {
  if (!isCitable(path)) return 'ai_unknown_profile_path';
  const isKnown = isEnforced(path) ? profile.runtime !== undefined : profile.known(path) !== undefined;
  return isKnown || path === ANSWER_PATH ? undefined : 'ai_unconfirmed_field';
};

/** Step 5: the precondition and the field contradict each other. */
const checkContradiction: PairCheck = ({ precondition, path }, matter, ground) => {
  const row = precondition && findContradiction(precondition.type, path);
  const holds =
    row !== undefined && precondition !== undefined && matter.isContradicted(row, precondition.value, ground);
  return holds ? undefined : 'ai_no_contradiction';
};

/**
 * Step 6: checks that the excluded precondition is really necessary. The model has to say so, the sentence of its quote has to
 * demand it, no other precondition of the same type may be open (several of one type are often alternatives), and if the
 * platform is the reason, no text may name the platform of the service.
 */
function checkNecessity(
  { precondition, path }: ClaimPair,
  matter: VerificationContext,
  ground: ProfilePlaces,
): ReasonCode | undefined {
  if (precondition === undefined || !precondition.necessary) return 'ai_not_necessary';
  if (precondition.quote !== '' && matter.findQuoteProblem(precondition) === 'not_demanded') return 'ai_ambiguous';
  if (hasOpenAlternative(precondition.type, matter, ground)) return 'ai_ambiguous';
  const row = findContradiction(precondition.type, path);
  return row !== undefined && mentionsOwnPlatform(row.type, matter, ground) ? 'ai_ambiguous' : undefined;
}

function hasOpenAlternative(type: PreconditionType, matter: VerificationContext, ground: ProfilePlaces): boolean {
  const rows = listContradictions(type);
  return matter.preconditions.some(
    (each) => each.type === type && !rows.some((row) => matter.isContradicted(row, each.value, ground)),
  );
}

function mentionsOwnPlatform(type: string, matter: VerificationContext, ground: ProfilePlaces): boolean {
  if (type !== 'os' && type !== 'arch') return false;
  const ours = toPlaceContexts(matter.subject, ground).flatMap((at) => listKnownPlatforms(type, at));
  return matter.mentionsAnyPlatform(type, ours);
}

/** Each check runs for all pairs before the next check. */
const PAIR_CHECKS: readonly PairCheck[] = [checkQuote, checkField, checkContradiction, checkNecessity];

/** Steps 3 to 6. A claim without pairs is rejected. */
export function checkClaims(claims: readonly ProfileClaim[], matter: VerificationContext): ReasonCode | undefined {
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

/**
 * Reason codes of rejected AI assessments, one for each check, in the order of the checks. The API returns the codes, and they
 * are counted per run; the sentences are for display.
 */
export type ReasonCode = keyof typeof SENTENCES;

const SENTENCES = {
  ai_id_mismatch: 'the answer refers to a different item.',
  ai_control_failed: 'it also dismissed the control item, which is relevant.',
  ai_unverified_quote:
    'quote not verified; no description of this vulnerability contains it, or it does not mention the claimed precondition.',
  ai_restates_weakness: 'the claimed precondition is the weakness itself.',
  ai_unknown_profile_path: 'it cites a field that does not exist in security profiles.',
  ai_unconfirmed_field: 'not confirmed by the profile; a cited field is unknown or unconfirmed.',
  ai_no_contradiction: 'not every security profile contradicts a precondition of the advisory.',
  ai_not_necessary: 'the contradicted precondition is not necessary for an attack.',
  ai_ambiguous:
    'the advisory also mentions the environment of this service, or other ways to exploit the vulnerability.',
  ai_low_confidence: 'the confidence is below the configured minimum.',
  ai_second_opinion: 'the second check disagrees or is missing.',
  ai_guard_kev: 'known exploited, needs approval.',
  ai_guard_active: 'actively exploited, needs approval.',
  ai_guard_critical: 'critical severity, needs approval.',
  ai_guard_epss: 'likely to be exploited, needs approval.',
  ai_guard_malicious: 'malicious package, needs approval.',
  ai_guard_called: 'an analysis found a call of the vulnerable code, needs approval.',
  ai_guard_thin_advisory: 'the advisory contains too little information.',
  ai_guard_fresh: 'the advisory is new and may still change.',
  ai_guard_injection: 'a text that was sent seems to contain instructions for the model.',
  ai_guard_incomplete_profile: 'the security profile is incomplete.',
} as const;

export const GUARD_CODES: Readonly<Record<Guard, ReasonCode>> = {
  'known-exploited': 'ai_guard_kev',
  'exploitation-active': 'ai_guard_active',
  critical: 'ai_guard_critical',
  'likely-exploited': 'ai_guard_epss',
  malicious: 'ai_guard_malicious',
  called: 'ai_guard_called',
  'thin-advisory': 'ai_guard_thin_advisory',
  'fresh-advisory': 'ai_guard_fresh',
  injection: 'ai_guard_injection',
  'incomplete-profile': 'ai_guard_incomplete_profile',
};

export function explainRejection(code: ReasonCode): string {
  return `AI assessment not applied (${code}): ${SENTENCES[code]}`;
}
