/**
 * Maps the triage actions of users to decisions in terms of CycloneDX, validates them, and determines the effect of each on a
 * finding (the triage table). Permissions are checked elsewhere.
 */
import { LIMITS } from '../../limits.ts';
import { addDays, isBefore } from '../calendar.ts';
import {
  DECISION_CONTRADICTORY,
  DECISION_DETAIL_TOO_LONG,
  DECISION_EXPIRY_INVALID,
  DECISION_INCOMPLETE,
  DECISION_SCOPE_REFUSED,
} from './errors.ts';
import type { Opinion } from '../opinions/opinion.ts';
import type { DecisionAction, DecisionScope, SuggestionAction } from '../../vocabulary/decision.ts';
import type { Effect, LowerLabel } from '../../vocabulary/relevance.ts';
import {
  REMOVABLE_JUSTIFICATIONS,
  type VexJustification,
  type VexResponse,
  type VexState,
} from '../../vocabulary/vex.ts';

export interface DecisionRequest {
  readonly state: VexState;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  readonly detail: string | null;
  readonly scope: DecisionScope;
  readonly expiresAt: string | null;
}

/** A valid request with its effect. */
export interface DecisionTerms extends DecisionRequest {
  readonly effect: Effect;
  readonly label: LowerLabel | null;
}

/** Throws when the request is not valid. Texts are trimmed; an empty text counts as missing. */
export function validateDecisionRequest(request: DecisionRequest, now: string): DecisionTerms {
  const detail = request.detail?.trim() ?? '';
  const rule = ruleOf(request);
  if (rule === undefined)
    throw DECISION_CONTRADICTORY({
      problem:
        '"resolved" is set automatically when a version no longer has the finding. Send "resolved_with_pedigree" for a component that was patched in place',
    });
  if (detail.length > LIMITS.decisionDetailCharactersMax) throw DECISION_DETAIL_TOO_LONG({ characters: detail.length });
  checkFields(request, rule, detail);
  checkExpiry(request, now);
  if (rule.isOfVersion && request.scope !== 'version')
    throw DECISION_SCOPE_REFUSED({ state: request.state, scope: request.scope });
  return {
    ...request,
    response: [...new Set(request.response)].toSorted(),
    detail: detail === '' ? null : detail,
    effect: rule.effect,
    label: rule.label,
  };
}

interface DecisionRule {
  readonly effect: Effect;
  readonly label: LowerLabel | null;
  readonly needs: readonly ('justification' | 'detail' | 'expiresAt')[];
  readonly isOfVersion: boolean;
}

const CONFIRM: DecisionRule = { effect: 'confirm', label: null, needs: [], isOfVersion: false };
const ACCEPT: DecisionRule = {
  ...CONFIRM,
  effect: 'deprioritize',
  label: 'accepted',
  needs: ['detail', 'expiresAt'],
};

const RULES: Readonly<Partial<Record<VexState, DecisionRule>>> = {
  exploitable: CONFIRM,
  in_triage: { ...CONFIRM, effect: 'annotate' },
  not_affected: { ...CONFIRM, effect: 'dismiss', needs: ['justification', 'detail'] },
  false_positive: { ...CONFIRM, effect: 'dismiss', needs: ['detail'] },
  resolved_with_pedigree: { ...CONFIRM, effect: 'dismiss', needs: ['detail'], isOfVersion: true },
};

/** Exploitable with the response `will_not_fix` means that the risk is accepted. */
function ruleOf({ state, response }: DecisionRequest): DecisionRule | undefined {
  return state === 'exploitable' && response.includes('will_not_fix') ? ACCEPT : RULES[state];
}

// Protection in front of the service can be removed without this decision being reconsidered.
const REMOVABLE: ReadonlySet<VexJustification | null> = new Set(REMOVABLE_JUSTIFICATIONS);

const FIELD_LABELS = {
  justification: 'a CycloneDX "justification"',
  detail: 'a "detail" with the reason',
  expiresAt: 'an expiry time, "expiresAt"',
} as const;

function checkFields(request: DecisionRequest, { needs }: DecisionRule, detail: string): void {
  const { state, justification, expiresAt } = request;
  if (justification !== null && state !== 'not_affected')
    throw DECISION_CONTRADICTORY({
      problem: `"justification" is only valid with "not_affected", not with "${state}"`,
    });
  const given = { justification: justification !== null, detail: detail !== '', expiresAt: expiresAt !== null };
  const needed = REMOVABLE.has(justification) ? [...needs, 'expiresAt' as const] : needs;
  const missing = needed.filter((member) => !given[member]).map((member) => FIELD_LABELS[member]);
  if (missing.length > 0) throw DECISION_INCOMPLETE({ state, missing: missing.join(' and ') });
}

function checkExpiry({ expiresAt }: DecisionRequest, now: string): void {
  if (expiresAt === null) return;
  const last = addDays(now, LIMITS.decisionDaysMax);
  if (addDays(expiresAt, 0) === undefined) throw DECISION_EXPIRY_INVALID({ problem: 'is not a valid time' });
  if (!isBefore(now, expiresAt)) throw DECISION_EXPIRY_INVALID({ problem: 'is in the past' });
  if (last === undefined || isBefore(last, expiresAt))
    throw DECISION_EXPIRY_INVALID({ problem: 'is too far in the future' });
}

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

/** Several actions share a state: accepting a risk and confirming a finding both state that it is exploitable. */
const STATES: Readonly<Record<Exclude<DecisionAction, SuggestionAction>, VexState>> = {
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
  if (action !== 'accept_suggestion' && action !== 'reject_suggestion') {
    const responses = action === 'accept_risk' ? [...response, 'will_not_fix' as const] : response;
    return { state: STATES[action], justification, response: responses, detail, scope, expiresAt };
  }
  if (suggestion === null) return undefined;
  const isAccepted = action === 'accept_suggestion';
  return {
    state: isAccepted ? (suggestion.state ?? 'not_affected') : 'exploitable',
    justification: justification ?? (isAccepted ? suggestion.justification : null),
    response,
    detail: detail ?? (isAccepted ? suggestion.text : null),
    scope,
    expiresAt,
  };
}
