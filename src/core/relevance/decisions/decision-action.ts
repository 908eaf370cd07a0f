/**
 * Maps the triage actions of users to decisions in terms of CycloneDX. Several actions share a state: accepting a risk and
 * confirming a finding both state that it is exploitable.
 */
import {
  answerSuggestion,
  validateDecisionRequest,
  type DecisionRequest,
  type DecisionTerms,
} from './decision-request.ts';
import { DECISION_CONTRADICTORY } from './errors.ts';
import type { Opinion } from '../opinions/opinion.ts';
import type { DecisionAction, DecisionScope } from '../../vocabulary/decision.ts';
import type { VexJustification, VexResponse, VexState } from '../../vocabulary/vex.ts';

/** Omitted members are not set. */
export interface TriageRequest {
  readonly action: DecisionAction;
  readonly justification?: VexJustification | undefined;
  readonly response?: readonly VexResponse[] | undefined;
  readonly detail?: string | undefined;
  /** Absent: `service`, or `version` for the action `patched`. */
  readonly scope?: DecisionScope | undefined;
  readonly expiresAt?: string | undefined;
}

/** The parts of a suggestion that a response to it needs. */
export type Suggestion = Pick<Opinion, 'state' | 'justification' | 'text'>;

function isSuggestionResponse(action: DecisionAction): action is 'accept_suggestion' | 'reject_suggestion' {
  return action === 'accept_suggestion' || action === 'reject_suggestion';
}

export function scopeOf({ action, scope }: TriageRequest): DecisionScope {
  return scope ?? (action === 'patched' ? 'version' : 'service');
}

/** Throws when the action is not valid. Undefined: it answers a suggestion, and there is none. */
export function toDecisionTerms(
  triage: TriageRequest,
  suggestion: Suggestion | null,
  now: string,
): DecisionTerms | undefined {
  const request = toDecisionRequest(triage, suggestion);
  if (request === undefined) return undefined;
  const terms = validateDecisionRequest(request, now);
  if (terms.label === 'accepted' && triage.action !== 'accept_risk')
    throw DECISION_CONTRADICTORY({
      problem: 'the response "will_not_fix" accepts the risk. Send the action "accept_risk", or remove "will_not_fix"',
    });
  return terms;
}

const STATES: Readonly<Record<Exclude<DecisionAction, 'accept_suggestion' | 'reject_suggestion'>, VexState>> = {
  confirm: 'exploitable',
  in_triage: 'in_triage',
  not_affected: 'not_affected',
  false_positive: 'false_positive',
  accept_risk: 'exploitable',
  patched: 'resolved_with_pedigree',
};

/** Explicit values of the user override those of the suggestion. */
function toDecisionRequest(triage: TriageRequest, suggestion: Suggestion | null): DecisionRequest | undefined {
  const { action, justification = null, response = [], detail = null, expiresAt = null } = triage;
  const scope = scopeOf(triage);
  if (!isSuggestionResponse(action)) {
    const responses = action === 'accept_risk' ? [...response, 'will_not_fix' as const] : response;
    return { state: STATES[action], justification, response: responses, detail, scope, expiresAt };
  }
  if (suggestion === null) return undefined;
  const answer = answerSuggestion(suggestion, action === 'accept_suggestion' ? 'accept' : 'reject');
  return {
    state: answer.state,
    justification: justification ?? answer.justification,
    response,
    detail: detail ?? answer.detail,
    scope,
    expiresAt,
  };
}
