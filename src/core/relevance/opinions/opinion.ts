/**
 * An opinion about a finding: of a user, a VEX statement, a rule or an AI assessment. Opinions are only ever added; which one
 * decides is computed from all of them at every publication.
 */
import type { ConditionChange, DecisionScope } from '../../vocabulary/decision.ts';
import type { Effect, EvidenceType, Guard, LowerLabel, OpinionKind } from '../../vocabulary/relevance.ts';
import type { TrustLevel, VexJustification, VexResponse, VexState } from '../../vocabulary/vex.ts';

export interface Evidence {
  readonly type: EvidenceType;
  /** Where the evidence is: a profile field, a line of a document, a member of the SBOM. */
  readonly path: string;
  readonly value: string | null;
  /** Hash of the quoted document. */
  readonly hash?: string;
}

export interface Opinion {
  readonly kind: OpinionKind;
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
  /** Human decisions only: end of the grace period in which it still applies although a premise changed. */
  readonly graceUntil?: string;
  /** VEX only: trust of the organization in the author, who is the actor. */
  readonly trust?: TrustLevel;
  /** False: it has expired, or its premises changed. It is reported but decides nothing. */
  readonly applies?: boolean;
  /** Human decisions only: changes since the decision that require a new confirmation. Empty: none. */
  readonly changedSince?: readonly ConditionChange[];
}
