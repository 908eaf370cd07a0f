/**
 * An opinion about a finding: of a user, a VEX statement, a rule or an AI assessment. Opinions are only ever added; which one
 * decides is computed from all of them at every publication.
 */
import type { TrustLevel } from '../../vex/vex-statement.ts';
import type { VexJustification, VexResponse, VexState } from '../../vex/vex-vocabulary.ts';

export const EFFECTS = ['dismiss', 'deprioritize', 'annotate', 'escalate', 'confirm'] as const;
export type Effect = (typeof EFFECTS)[number];

/** Why a finding has a lower priority, if there is a label for it. */
export type LowerLabel = 'mitigated' | 'not_observed' | 'accepted';

/** Why a rule or an AI assessment may only suggest a dismissal. */
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
  /** Where the evidence is: a profile field, a line of a document, a member of the SBOM. */
  readonly path: string;
  readonly value: string | null;
  /** Hash of the quoted document. */
  readonly hash?: string;
}

export interface Opinion {
  readonly kind: 'human' | 'vex' | 'rule' | 'ai';
  /** Stable, words with hyphens: `dev-dependency`, `vex`, `decision`. */
  readonly code: string;
  /** `R09 v1`, the name of a user, the author of a VEX document, or a model and the version of its prompt. */
  readonly actor: string;
  readonly effect: Effect;
  /** Rules only: a fact dismisses a finding regardless of guards; a heuristic does not. */
  readonly class: 'fact' | 'heuristic' | null;
  /** Null: nothing is claimed in exports. */
  readonly state: VexState | null;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  /** A sentence for the user. */
  readonly text: string;
  readonly label: LowerLabel | null;
  readonly evidence: readonly Evidence[];
  /** Guards that turned its dismissal into a suggestion. */
  readonly guards: readonly Guard[];
  readonly confidence: number | null;
  /** Null for rules, which are evaluated at every publication. */
  readonly at: string | null;
  readonly expiresAt: string | null;
  /** Human decisions and VEX: id to revert or look up. */
  readonly sourceId: string | null;
  /** Human decisions only. The narrowest scope decides. */
  readonly scope?: DecisionScope;
  /** Human decisions only: the action that the user chose, such as `accept_risk`. */
  readonly action?: string;
  /** Human decisions only: end of the grace period in which it still applies although a condition changed. */
  readonly graceUntil?: string;
  /** VEX only: trust of the organization in the author, who is the actor. */
  readonly trust?: TrustLevel;
  /** False: it has expired, or its conditions changed. It is reported but decides nothing. */
  readonly applies?: boolean;
  /** Human decisions only: changes since the decision that require a new confirmation. Empty: none. */
  readonly changedSince?: readonly ConditionChange[];
}

/** Scope of a decision, the narrowest first. */
export const DECISION_SCOPES = ['version', 'service', 'organization'] as const;
export type DecisionScope = (typeof DECISION_SCOPES)[number];

/** Why a condition of a decision no longer holds. */
export type ConditionChange =
  | 'expired'
  | 'severity-raised'
  | 'known-exploited'
  | 'exploitation-active'
  | 'profile-changed'
  | 'advisory-changed'
  | 'major-version-changed';
