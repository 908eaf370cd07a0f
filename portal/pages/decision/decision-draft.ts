/** Draft of a decision and its missing fields. The form requires the same fields as the API, which has the final say. */
import { DAY_MS } from '../../text/format/time.ts';
import { REMOVABLE_JUSTIFICATIONS } from '../../../src/core/vocabulary/vex.ts';
import type { DecisionInput } from './decision-queries.ts';
import type { Action, Justification, Response, Scope } from '../../text/findings/decision-text.ts';

export interface DecisionDraft {
  readonly action: Action;
  readonly justification: Justification | undefined;
  readonly response: readonly Response[];
  readonly detail: string;
  readonly scope: Scope;
  readonly imagePattern: string;
  /** A day, `2027-02-13`; empty: does not expire. */
  readonly expiresOn: string;
}

const DAYS_AT_FIRST = 90;
/** The API allows 365 days, and a day starts before the current time. */
const DAYS_MAX = 364;

/** Protection in front of a service can be removed without reviewing the decision. */
const REMOVABLE: readonly (Justification | undefined)[] = REMOVABLE_JUSTIFICATIONS;

export function firstDraft(action: Action, nowMs: number): DecisionDraft {
  return {
    action,
    justification: undefined,
    response: [],
    detail: '',
    imagePattern: '',
    scope: action === 'patched' ? 'version' : 'service',
    expiresOn: action === 'accept_risk' ? toDay(nowMs + DAYS_AT_FIRST * DAY_MS) : '',
  };
}

/** Returns the same draft for another action, with the defaults of that action. */
export function withAction(draft: DecisionDraft, action: Action, nowMs: number): DecisionDraft {
  const first = firstDraft(action, nowMs);
  return {
    ...draft,
    action,
    justification: action === 'not_affected' ? draft.justification : undefined,
    scope: action === 'patched' ? 'version' : draft.scope,
    expiresOn: draft.expiresOn === '' ? first.expiresOn : draft.expiresOn,
  };
}

export function toNeeds({ action, justification }: Pick<DecisionDraft, 'action' | 'justification'>) {
  return {
    justification: action === 'not_affected',
    detail: ['not_affected', 'false_positive', 'accept_risk', 'patched'].includes(action),
    expiry: action === 'accept_risk' || REMOVABLE.includes(justification),
    isOfVersion: action === 'patched',
  };
}

/** Returns the required fields that are empty. */
export function listMissing(draft: DecisionDraft): readonly ('justification' | 'detail' | 'expiresOn')[] {
  const needs = toNeeds(draft);
  return [
    ...(needs.justification && draft.justification === undefined ? (['justification'] as const) : []),
    ...(needs.detail && draft.detail.trim() === '' ? (['detail'] as const) : []),
    ...(needs.expiry && draft.expiresOn === '' ? (['expiresOn'] as const) : []),
  ];
}

/** Undefined while a field is missing. */
export function toDecisionInput(draft: DecisionDraft): DecisionInput | undefined {
  if (listMissing(draft).length > 0) return undefined;
  const { action, justification, response, scope, expiresOn } = draft;
  const [detail, imagePattern] = [draft.detail.trim(), draft.imagePattern.trim()];
  return {
    action,
    scope,
    ...(justification !== undefined && { justification }),
    ...(response.length > 0 && { response }),
    ...(detail !== '' && { detail }),
    ...(imagePattern !== '' && { imagePattern }),
    ...(expiresOn !== '' && { expiresAt: `${expiresOn}T00:00:00Z` }),
  };
}

/** Range of allowed days: tomorrow to a year. */
export function allowedDays(nowMs: number): { readonly min: string; readonly max: string } {
  return { min: toDay(nowMs + DAY_MS), max: toDay(nowMs + DAYS_MAX * DAY_MS) };
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
