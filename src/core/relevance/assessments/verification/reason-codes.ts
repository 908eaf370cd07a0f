/**
 * Reason codes of rejected AI assessments, one for each check, in the order of the checks. The API returns the codes, and they
 * are counted per run; the sentences are for display.
 */
import type { Guard } from '../../../vocabulary/relevance.ts';

export type ReasonCode = keyof typeof SENTENCES;

const SENTENCES = {
  ai_id_mismatch: 'the answer refers to a different item.',
  ai_control_failed: 'it also dismissed the control item, which is relevant.',
  ai_unverified_quote:
    'quote not verified; no advisory of this finding contains it, or it does not mention the claimed precondition.',
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
  'thin-advisory': 'ai_guard_thin_advisory',
  'fresh-advisory': 'ai_guard_fresh',
  injection: 'ai_guard_injection',
  'incomplete-profile': 'ai_guard_incomplete_profile',
};

export function explainRejection(code: ReasonCode): string {
  return `AI assessment not applied (${code}): ${SENTENCES[code]}`;
}
