/** Input for the export of a version as VEX: its findings in output order, and the facts about the document itself. */
import type { VexStatement } from '../vex-statement.ts';
import type { OpinionKind, Relevance } from '../../vocabulary/relevance.ts';
import type { VexJustification, VexResponse, VexState } from '../../vocabulary/vex.ts';
import { EFFECT_OF_STATE } from '../vex-mapping.ts';

export interface ExportedFinding {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly component: {
    readonly name: string;
    /** Empty: unknown. */
    readonly version: string;
    readonly purl: string | null;
    readonly bomRef: string | null;
  };
  /** References of the images that contain the component. */
  readonly images: readonly string[];
  readonly status: Relevance;
  /** The decision that set the status; null: none. */
  readonly deciding: ExportedDecision | null;
  /** ISO 8601, UTC: start of the current status. */
  readonly at: string;
}

export interface ExportedDecision {
  readonly kind: OpinionKind;
  /** `R09 v1` for a rule, the author for a VEX document. Users are not named. */
  readonly actor: string;
  /** Null: no claim. */
  readonly state: VexState | null;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  readonly detail: string | null;
  /** For an AI assessment: confirmed by a user. */
  readonly confirmed?: boolean;
  /** For `protected_at_runtime`: the protection is built into the component, so that it cannot be switched off like a policy. */
  readonly builtIn?: boolean;
  /** For an imported statement: the original wording, used again when exported in the same format. */
  readonly verbatim?: VexStatement['verbatim'];
}

export interface VexDocumentFacts {
  /** An IRI that is the same for every version of the document. */
  readonly id: string;
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly version: number;
  /** `urn:uuid:…` of a CycloneDX document. */
  readonly serialNumber: string;
  readonly service: { readonly name: string; readonly version: string };
  readonly tool: { readonly name: string; readonly version: string };
}

/** What an export says about a finding, in the terms of CycloneDX. */
export interface VexClaim {
  readonly state: VexState;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  /** Starts with the author in brackets. */
  readonly text: string;
}

/**
 * Only confirmed decisions are claimed: an AI assessment without confirmation by a user, and a dismissal without a state, are
 * exported as under investigation. A deprioritized finding is exported as affected.
 */
export function toClaim({ status, deciding }: ExportedFinding): VexClaim {
  if (deciding === null)
    return {
      state: 'in_triage',
      justification: null,
      response: [],
      text: '[not assessed] No rule or decision applies.',
    };
  const { justification, response, detail } = deciding;
  const state = stateOf(status, deciding);
  return {
    state,
    justification: EFFECT_OF_STATE[state] === 'dismiss' ? justification : null,
    response,
    text: [`[${describeDecider(deciding)}]`, (detail ?? '').toWellFormed().trim()].filter(Boolean).join(' '),
  };
}

function stateOf(status: ExportedFinding['status'], { kind, state, confirmed }: ExportedDecision): VexState {
  if (status === 'deprioritized') return 'exploitable';
  if (kind === 'ai' && confirmed !== true) return 'in_triage';
  // A state that contradicts the status would be imported as a different status.
  const isDismissal = state !== null && EFFECT_OF_STATE[state] === 'dismiss';
  return state !== null && isDismissal === (status === 'not_relevant') ? state : 'in_triage';
}

function describeDecider({ kind, actor, confirmed }: ExportedDecision): string {
  if (kind === 'human') return 'user';
  if (kind === 'ai') return confirmed === true ? 'AI, confirmed by user' : 'AI, not confirmed';
  return `${kind === 'rule' ? 'rule' : 'VEX from'} ${fit(actor)}`;
}

/** Names come from documents, and a bracket in a name would close ours. */
function fit(actor: string): string {
  const plain = actor.toWellFormed().replaceAll(UNFIT, ' ').trim();
  return plain.length <= ACTOR_CHARACTERS_MAX ? plain : `${plain.slice(0, ACTOR_CHARACTERS_MAX - 1).toWellFormed()}…`;
}

const UNFIT = /[\p{Cc}[\]]/gu;
const ACTOR_CHARACTERS_MAX = 200;
