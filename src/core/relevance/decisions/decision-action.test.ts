import { describe, expect, it } from 'vitest';
import { toDecisionTerms, scopeOf, type TriageRequest, type Suggestion } from './decision-action.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const SOON = '2026-12-15T12:00:00.000Z';
const SUGGESTION: Suggestion = {
  state: 'not_affected',
  justification: 'code_not_reachable',
  text: 'Only for development.',
};

describe('toDecisionTerms', () => {
  it.each<[TriageRequest, object]>([
    [{ action: 'confirm' }, { state: 'exploitable', effect: 'confirm', scope: 'service', label: null }],
    [
      { action: 'confirm', response: ['update'] },
      { effect: 'confirm', response: ['update'] },
    ],
    [{ action: 'in_triage' }, { state: 'in_triage', effect: 'annotate' }],
    [
      { action: 'not_affected', justification: 'code_not_present', detail: 'not built in', scope: 'organization' },
      { state: 'not_affected', effect: 'dismiss', scope: 'organization' },
    ],
    [
      { action: 'false_positive', detail: 'another one' },
      { state: 'false_positive', effect: 'dismiss' },
    ],
    [
      { action: 'accept_risk', response: ['can_not_fix'], detail: 'cheap', expiresAt: SOON },
      { state: 'exploitable', effect: 'deprioritize', label: 'accepted', response: ['can_not_fix', 'will_not_fix'] },
    ],
    [
      { action: 'patched', detail: 'ours' },
      { state: 'resolved_with_pedigree', effect: 'dismiss', scope: 'version' },
    ],
    [
      { action: 'accept_suggestion' },
      { effect: 'dismiss', justification: 'code_not_reachable', detail: 'Only for development.' },
    ],
    [
      { action: 'accept_suggestion', detail: 'I looked.' },
      { effect: 'dismiss', detail: 'I looked.' },
    ],
    [{ action: 'reject_suggestion' }, { state: 'exploitable', effect: 'confirm', justification: null, detail: null }],
  ])('turns %j into a decision', (wish, expected) => {
    expect(toDecisionTerms(wish, SUGGESTION, NOW)).toMatchObject(expected);
  });

  it.each<[TriageRequest, string]>([
    [{ action: 'not_affected', detail: 'x' }, 'DECISION_INCOMPLETE'],
    [{ action: 'accept_risk', detail: 'x' }, 'DECISION_INCOMPLETE'],
    [{ action: 'patched', detail: 'x', scope: 'service' }, 'DECISION_SCOPE_REFUSED'],
    [{ action: 'confirm', justification: 'code_not_present' }, 'DECISION_CONTRADICTORY'],
    [{ action: 'confirm', response: ['will_not_fix'], detail: 'x', expiresAt: SOON }, 'DECISION_CONTRADICTORY'],
    [{ action: 'in_triage', expiresAt: NOW }, 'DECISION_EXPIRY_INVALID'],
  ])('rejects %j', (wish, code) => {
    expect(() => toDecisionTerms(wish, SUGGESTION, NOW)).toThrow(expect.objectContaining({ code }));
  });

  it.each(['accept_suggestion', 'reject_suggestion'] as const)(
    'returns undefined for %s without a suggestion',
    (action) => {
      expect(toDecisionTerms({ action }, null, NOW)).toBeUndefined();
    },
  );

  it('defaults to the scope service, and to the scope version for a patch', () => {
    expect(scopeOf({ action: 'confirm' })).toBe('service');
    expect(scopeOf({ action: 'patched' })).toBe('version');
    expect(scopeOf({ action: 'confirm', scope: 'version' })).toBe('version');
  });
});
