/**
 * Reason codes of rejected AI assessments, one for each check, in the order of the checks. The API returns the codes, and they
 * are counted per run; the sentences are for display.
 */
import type { Guard } from '../../../vocabulary/relevance.ts';

export type ReasonCode = keyof typeof SENTENCES;

const SENTENCES = {
  ai_id_mismatch: 'the answer is about something that was not asked.',
  ai_control_failed: 'it also dismissed a made-up finding that certainly matters here.',
  ai_unverified_quote:
    'it rests on a quote that no advisory of this finding holds, or that does not name what is claimed.',
  ai_unknown_profile_path: 'it cites a field that security profiles do not have.',
  ai_unconfirmed_field: 'it rests on a field that is unknown or that nobody has confirmed.',
  ai_no_contradiction: 'what the advisory demands and what every profile says do not exclude each other.',
  ai_not_necessary: 'what is excluded is not needed for an attack.',
  ai_ambiguous: 'the advisory also speaks of what is here, or of other ways.',
  ai_low_confidence: 'the model is less sure than the settings ask for.',
  ai_second_opinion: 'a second reading with the opposite task did not come to the same end.',
  ai_guard_kev: 'the vulnerability is known to be exploited.',
  ai_guard_active: 'the vulnerability is being exploited.',
  ai_guard_critical: 'the vulnerability is critical.',
  ai_guard_epss: 'the vulnerability is likely to be exploited.',
  ai_guard_malicious: 'the package is malicious.',
  ai_guard_thin_advisory: 'the advisory says too little to be held against anything.',
  ai_guard_fresh: 'the advisory is new and may still change.',
  ai_guard_injection: 'a text that was read seems to speak to the model.',
  ai_guard_incomplete_profile: 'too little is known of the service.',
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
  return `A model's reading changes nothing (${code}): ${SENTENCES[code]}`;
}
