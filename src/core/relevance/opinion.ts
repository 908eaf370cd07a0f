/**
 * What somebody or something says about a finding: a person, a VEX statement, a rule, a model. Opinions are only ever added; which of
 * them decides is folded from all of them whenever findings are published.
 */
import type { TrustLevel } from '../vex/vex-statement.ts';
import type { VexJustification, VexResponse, VexState } from '../vex/vex-words.ts';

export const EFFECTS = ['dismiss', 'deprioritize', 'annotate', 'escalate', 'confirm'] as const;
export type Effect = (typeof EFFECTS)[number];

/** Why a finding has a lower priority, where there is a word for it. */
export type LowerLabel = 'mitigated' | 'not_observed' | 'accepted';

/** What forbids a machine to dismiss: it may only suggest. */
export type Guard =
  | 'known-exploited'
  | 'exploitation-active'
  | 'critical'
  | 'likely-exploited'
  | 'malicious'
  | 'thin-advisory'
  | 'fresh-advisory'
  | 'injection'
  | 'incomplete-profile';

export interface Evidence {
  readonly type: 'advisory' | 'profile' | 'runtime' | 'sbom' | 'vex' | 'intel';
  /** Where it stands: a field of the profile, a line of a document, a member of the SBOM. */
  readonly path: string;
  readonly value: string | null;
  /** Of the document that it is quoted from. */
  readonly hash?: string;
}

export interface Opinion {
  readonly kind: 'human' | 'vex' | 'rule' | 'ai';
  /** Stable, words with hyphens: `dev-dependency`, `vex`, `decision`. */
  readonly code: string;
  /** `R09 v1`, the name of a person, the author of a VEX document, a model and the version of its prompt. */
  readonly actor: string;
  readonly effect: Effect;
  /** Of rules: a fact dismisses whatever the guards say; a heuristic does not. */
  readonly class: 'fact' | 'heuristic' | null;
  /** Null: nothing is claimed when it is exported. */
  readonly state: VexState | null;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  /** A sentence for people. */
  readonly text: string;
  readonly label: LowerLabel | null;
  readonly evidence: readonly Evidence[];
  /** Guards that turned its dismissal into a suggestion. */
  readonly guards: readonly Guard[];
  readonly confidence: number | null;
  /** Null for rules, which are asked again with every publication. */
  readonly at: string | null;
  readonly expiresAt: string | null;
  /** Of people and VEX: what can be taken back or looked up. */
  readonly sourceId: string | null;
  /** Of people: how far it reaches. The narrowest decides. */
  readonly scope?: DecisionScope;
  /** Of people: what they did, in their words: `accept_risk`. */
  readonly action?: string;
  /** Of people: it goes on for a while although something has changed, and until then. */
  readonly graceUntil?: string;
  /** Of VEX: how far the organization trusts its author, the actor. */
  readonly trust?: TrustLevel;
  /** False: its time is over, or what it rests on has changed. It is told, and decides nothing. */
  readonly applies?: boolean;
  /** Of people: what has changed since, so that somebody has to confirm it again. Empty: nothing. */
  readonly changedSince?: readonly PremiseChange[];
}

/** How far a decision reaches, the narrowest first. */
export const DECISION_SCOPES = ['version', 'service', 'organization'] as const;
export type DecisionScope = (typeof DECISION_SCOPES)[number];

/** What a decision rested on and no longer can. */
export type PremiseChange =
  | 'expired'
  | 'severity-raised'
  | 'known-exploited'
  | 'exploitation-active'
  | 'profile-changed'
  | 'advisory-changed'
  | 'major-version-changed';
