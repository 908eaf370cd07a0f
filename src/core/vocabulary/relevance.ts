/** Most relevant first. */
export const RELEVANCES = ['relevant', 'deprioritized', 'not_relevant'] as const;
export type Relevance = (typeof RELEVANCES)[number];

/** Shown by default: everything that is not filtered. */
export const SHOWN_RELEVANCES = RELEVANCES.filter((relevance) => relevance !== 'not_relevant');

/** Why a finding has a lower priority. */
export const LOWER_LABELS = ['mitigated', 'not_observed', 'accepted'] as const;
export type LowerLabel = (typeof LOWER_LABELS)[number];

/** Sources of opinions about a finding, strongest first. */
export const OPINION_KINDS = ['human', 'vex', 'rule', 'ai'] as const;
export type OpinionKind = (typeof OPINION_KINDS)[number];

/** What a verdict is based on. `default`: no opinion decided. */
export const VERDICT_BASES = ['default', ...OPINION_KINDS] as const;
export type VerdictBasis = (typeof VERDICT_BASES)[number];

/** Opinions that stand until they are reverted or replaced. */
export const STANDING_KINDS = OPINION_KINDS.filter((kind) => kind === 'human' || kind === 'vex');

/** What an opinion does to a finding. */
export const EFFECTS = ['dismiss', 'deprioritize', 'annotate', 'escalate', 'confirm'] as const;
export type Effect = (typeof EFFECTS)[number];

export const EVIDENCE_TYPES = ['advisory', 'profile', 'runtime', 'sbom', 'vex', 'intel', 'reachability'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

/** Why a rule or an AI assessment may only suggest a dismissal. */
export const GUARDS = [
  'known-exploited',
  'exploitation-active',
  'critical',
  'likely-exploited',
  'malicious',
  'called',
  'thin-advisory',
  'fresh-advisory',
  'injection',
  'canary',
  'second-opinion',
] as const;
export type Guard = (typeof GUARDS)[number];
