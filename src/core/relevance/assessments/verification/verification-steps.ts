/**
 * The claims of an AI assessment and the steps of their verification, one function each. The first failing step gives the reason;
 * a claim is used only when all steps pass.
 */
import { listContradictions } from '../contradictions/all-contradictions.ts';
import type { Contradiction } from '../contradictions/contradiction.ts';
import { type ProfilePlaces, type VerificationContext, toPlaceContexts } from './verification-context.ts';
import type { Precondition, PreconditionType } from '../assessment.ts';
import { isStructured } from '../structured-preconditions.ts';
import { listKnownPlatforms } from '../contradictions/field-contradictions.ts';
import type { Guard } from '../../../vocabulary/relevance.ts';

/** A precondition and a profile field that contradict each other. */
export interface ClaimPair {
  readonly precondition: Precondition;
  readonly row: Contradiction;
}

/** What excludes the finding under one profile, found by code. */
export interface ProfileClaim {
  readonly ground: ProfilePlaces;
  readonly pairs: readonly ClaimPair[];
}

/**
 * Returns the pairs that pass every check: one that holds is enough. Pairs that fail are claimed only when there are no others, so
 * that they are reported with the reason.
 */
export function deriveClaim(matter: VerificationContext, ground: ProfilePlaces): ProfileClaim {
  const pairs = matter.preconditions.flatMap((precondition) =>
    listContradictions(precondition.type)
      .filter((row) => matter.isContradicted(row, precondition.value, ground))
      .map((row) => ({ precondition, row })),
  );
  const standing = pairs.filter((pair) => PAIR_CHECKS.every((check) => check(pair, matter, ground) === undefined));
  return { ground, pairs: standing.length > 0 ? standing : pairs };
}

type PairCheck = (pair: ClaimPair, matter: VerificationContext, ground: ProfilePlaces) => ReasonCode | undefined;

/**
 * Step 1: a quote has to name the claimed value. A precondition from a structured field needs no quote, and only code decides
 * which ones are structured.
 */
const checkQuote: PairCheck = ({ precondition }, { subject, findQuoteProblem, restatesWeakness }) => {
  if (restatesWeakness(precondition)) return 'ai_restates_weakness';
  const isProven = isStructured(subject, precondition) || findQuoteProblem(precondition) !== 'not_named';
  return isProven ? undefined : 'ai_unverified_quote';
};

/**
 * Step 3: checks that the excluded precondition is really necessary. The model has to say so, the sentence of its quote has to
 * demand it, no other precondition of the same type may be open (several of one type are often alternatives), and if the
 * platform is the reason, no text may name the platform of the service.
 */
const checkNecessity: PairCheck = ({ precondition, row }, matter, ground) => {
  if (!precondition.necessary) return 'ai_not_necessary';
  if (precondition.quote !== '' && matter.findQuoteProblem(precondition) === 'not_demanded') return 'ai_ambiguous';
  if (hasOpenAlternative(precondition.type, matter, ground)) return 'ai_ambiguous';
  return mentionsOwnPlatform(row.type, matter, ground) ? 'ai_ambiguous' : undefined;
};

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

const PAIR_CHECKS: readonly PairCheck[] = [checkQuote, checkNecessity];

/** Each check runs for all pairs before the next one. Step 2: every profile needs a pair. */
export function checkClaims(claims: readonly ProfileClaim[], matter: VerificationContext): ReasonCode | undefined {
  for (const check of PAIR_CHECKS) {
    for (const { pairs, ground } of claims) {
      for (const pair of pairs) {
        const code = check(pair, matter, ground);
        if (code !== undefined) return code;
      }
    }
    if (claims.some(({ pairs }) => pairs.length === 0)) return 'ai_no_contradiction';
  }
  return undefined;
}

/**
 * Reason codes of rejected AI assessments, one for each check, in the order of the checks. The API returns the codes, and they
 * are counted per run; the sentences are for display.
 */
export type ReasonCode = keyof typeof SENTENCES;

const SENTENCES = {
  ai_unverified_quote:
    'quote not verified; no description of this vulnerability contains it, or it does not mention the claimed precondition.',
  ai_restates_weakness: 'the claimed precondition is the weakness itself.',
  ai_no_contradiction: 'not every security profile contradicts a precondition of the advisory.',
  ai_not_necessary: 'the contradicted precondition is not necessary for an attack.',
  ai_ambiguous:
    'the advisory also mentions the environment of this service, or other ways to exploit the vulnerability.',
  ai_guard_kev: 'known exploited, needs approval.',
  ai_guard_active: 'actively exploited, needs approval.',
  ai_guard_critical: 'critical severity, needs approval.',
  ai_guard_epss: 'likely to be exploited, needs approval.',
  ai_guard_malicious: 'malicious package, needs approval.',
  ai_guard_called: 'an analysis found a call of the vulnerable code, needs approval.',
  ai_guard_thin_advisory: 'the advisory contains too little information.',
  ai_guard_fresh: 'the advisory is new and may still change.',
  ai_guard_injection: 'a text that was sent seems to contain instructions for the model.',
  ai_guard_canary: 'the model misread an advisory with known preconditions.',
  ai_second_opinion: 'the second check disagrees or is missing.',
  ai_id_mismatch: 'the second check refers to a different item.',
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
  canary: 'ai_guard_canary',
  'second-opinion': 'ai_second_opinion',
};

export function explainRejection(code: ReasonCode): string {
  return `AI assessment not applied (${code}): ${SENTENCES[code]}`;
}
