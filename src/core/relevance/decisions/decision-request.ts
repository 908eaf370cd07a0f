/**
 * Validates human decisions and determines the effect of each on a finding (the triage table). Permissions are checked elsewhere.
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
import type { DecisionScope } from '../../vocabulary/decision.ts';
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

/** Returns the decision that accepts or rejects a suggestion. */
export function answerSuggestion(
  { state, justification, text }: Pick<Opinion, 'state' | 'justification' | 'text'>,
  answer: 'accept' | 'reject',
): Omit<DecisionRequest, 'scope'> {
  const plain = { response: [], expiresAt: null };
  if (answer === 'reject') return { ...plain, state: 'exploitable', justification: null, detail: null };
  return { ...plain, state: state ?? 'not_affected', justification, detail: text };
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
