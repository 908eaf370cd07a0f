/**
 * An opinion about a finding: of a user, a VEX statement, a rule or an AI assessment. Opinions are only ever added; which one
 * decides is computed from all of them at every publication.
 */
import { compareText } from '../../text/compare-text.ts';
import type { ConditionChange, DecisionScope } from '../../vocabulary/decision.ts';
import type {
  Effect,
  EvidenceType,
  Guard,
  LowerLabel,
  OpinionKind,
  Relevance,
  VerdictBasis,
} from '../../vocabulary/relevance.ts';
import type { TrustLevel, VexJustification, VexResponse, VexState } from '../../vocabulary/vex.ts';
import type { Trace } from '../../reachability/reachability-document.ts';
import type { VexOpinion } from '../../vex/to-opinion.ts';

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
  /** Null for rules about facts, which are evaluated at every publication. */
  readonly at: string | null;
  readonly expiresAt: string | null;
  /** Human decisions and VEX: id to revert or look up. */
  readonly sourceId: string | null;
  /** Rules about analyses of calls only: from an entry point to the vulnerable function, or places that use the package. */
  readonly trace?: Trace;
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

const NEUTRAL = {
  class: null,
  state: null,
  justification: null,
  response: [],
  label: null,
  evidence: [],
  guards: [],
  at: null,
  expiresAt: null,
  sourceId: null,
} as const;

/** Fills in the members that are not given. */
export function toOpinion(
  fields: Pick<Opinion, 'kind' | 'code' | 'actor' | 'effect' | 'text'> & Partial<Opinion>,
): Opinion {
  return { ...NEUTRAL, ...fields };
}

/** Distinct lines, in an order that does not depend on the order of places, profiles and claims. */
export function distinctEvidence(lines: readonly Evidence[], linesMax: number): readonly Evidence[] {
  const distinct = new Map(lines.map((line) => [JSON.stringify([line.type, line.path, line.value, line.hash]), line]));
  return [...distinct]
    .toSorted(([a], [b]) => compareText(a, b))
    .slice(0, linesMax)
    .map(([, line]) => line);
}

/** The result of folding all opinions about a finding: its relevance, the deciding opinion, and all opinions. */
export interface Verdict {
  readonly status: Relevance;
  /** Kind of the deciding opinion; `default`: none decided. */
  readonly basis: VerdictBasis;
  readonly label: LowerLabel | null;
  readonly deciding: Opinion | null;
  /** All opinions, the deciding one first. */
  readonly reasons: readonly Opinion[];
  /** A dismissal that a guard holds back, or that an integration suggests; it needs review. */
  readonly suggestion: Opinion | null;
  /** VEX statements contradict each other, or the matcher. */
  readonly conflict: boolean;
  /** Exploited, malicious or called, whatever the status. */
  readonly isEscalated: boolean;
}

const NAME_CHARACTERS_MAX = 80;

/** Shortens names for sentences. They come from documents and may have any length. */
export function shortenName(text: string): string {
  return text.length <= NAME_CHARACTERS_MAX ? text : `${text.slice(0, NAME_CHARACTERS_MAX - 1).toWellFormed()}…`;
}

/** Converts a matching VEX statement to an opinion. */
export function toStatementOpinion(statement: VexOpinion): Opinion {
  const { state, justification, response, detail, effect, trust, author, at, statementId } = statement;
  return toOpinion({
    kind: 'vex',
    code: 'vex',
    actor: author,
    effect,
    state,
    justification,
    response,
    at,
    sourceId: statementId,
    trust,
    text: detail ?? `VEX statement by ${shortenName(author)}: ${state.replaceAll('_', ' ')}.`,
    evidence: [{ type: 'vex', path: statementId, value: state }],
  });
}
