/**
 * Decides what an export claims about a finding. Only confirmed decisions are claimed: an AI assessment without confirmation by a
 * user, and a dismissal without a state, are exported as under investigation. A deprioritized finding is exported as affected.
 */
import type { ExportedDecision, ExportedFinding } from './exported-finding.ts';
import { EFFECT_OF_STATE } from '../vex-vocabulary.ts';
import type { VexJustification, VexResponse, VexState } from '../../vocabulary/vex.ts';

export interface Claim {
  readonly state: VexState;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  /** Starts with the author in brackets. */
  readonly text: string;
}

export function toClaim({ status, deciding }: ExportedFinding): Claim {
  if (deciding === null) return { ...OPEN, text: `[${NOT_ASSESSED}] No rule or decision applies.` };
  const { justification, response, detail } = deciding;
  const state = stateOf(status, deciding);
  return {
    state,
    justification: EFFECT_OF_STATE[state] === 'dismiss' ? justification : null,
    response,
    text: [`[${describeDecider(deciding)}]`, (detail ?? '').toWellFormed().trim()].filter(Boolean).join(' '),
  };
}

const NOT_ASSESSED = 'not assessed';
const OPEN: Omit<Claim, 'text'> = { state: 'in_triage', justification: null, response: [] };

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
