import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import {
  scopeOf,
  toDecisionTerms,
  validateDecisionRequest,
  type DecisionRequest,
  type Suggestion,
  type TriageRequest,
} from './decision-request.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const SOON = '2026-12-15T12:00:00.000Z';
const EMPTY = { justification: null, response: [], detail: null, scope: 'service', expiresAt: null } as const;

const read = (request: Pick<DecisionRequest, 'state'> & Partial<DecisionRequest>) =>
  validateDecisionRequest({ ...EMPTY, ...request }, NOW);

describe('validateDecisionRequest', () => {
  it.each<[string, Pick<DecisionRequest, 'state'> & Partial<DecisionRequest>, object]>([
    ['to confirm', { state: 'exploitable' }, { effect: 'confirm', label: null }],
    [
      'to confirm and update',
      { state: 'exploitable', response: ['update'] },
      { effect: 'confirm', response: ['update'] },
    ],
    ['to look at it', { state: 'in_triage' }, { effect: 'annotate' }],
    [
      'that it is not affected',
      { state: 'not_affected', justification: 'code_not_reachable', detail: ' never called ' },
      { effect: 'dismiss', detail: 'never called' },
    ],
    [
      'that the perimeter protects it, for a time',
      { state: 'not_affected', justification: 'protected_at_perimeter', detail: 'WAF', expiresAt: SOON },
      { effect: 'dismiss', expiresAt: SOON },
    ],
    ['that it is a false positive', { state: 'false_positive', detail: 'another package' }, { effect: 'dismiss' }],
    [
      'to accept the risk',
      { state: 'exploitable', response: ['will_not_fix'], detail: 'cheap', expiresAt: SOON },
      { effect: 'deprioritize', label: 'accepted' },
    ],
    [
      'that it was patched in place',
      { state: 'resolved_with_pedigree', detail: 'our patch', scope: 'version' },
      { effect: 'dismiss', scope: 'version' },
    ],
    [
      'for the longest time',
      { state: 'false_positive', detail: 'x', expiresAt: '2027-11-15T12:00:00.000Z' },
      { effect: 'dismiss' },
    ],
  ])('accepts a decision %s', (_, request, expected) => {
    expect(read(request)).toMatchObject(expected);
  });

  it.each<[string, Pick<DecisionRequest, 'state'> & Partial<DecisionRequest>, string]>([
    ['not affected without a justification', { state: 'not_affected', detail: 'x' }, 'DECISION_INCOMPLETE'],
    [
      'not affected without a detail',
      { state: 'not_affected', justification: 'code_not_present' },
      'DECISION_INCOMPLETE',
    ],
    ['a detail of spaces', { state: 'false_positive', detail: '  ' }, 'DECISION_INCOMPLETE'],
    [
      'protection by the perimeter without an expiry',
      { state: 'not_affected', justification: 'protected_at_perimeter', detail: 'x' },
      'DECISION_INCOMPLETE',
    ],
    [
      'protection by a control without an expiry',
      { state: 'not_affected', justification: 'protected_by_mitigating_control', detail: 'x' },
      'DECISION_INCOMPLETE',
    ],
    [
      'an accepted risk without an expiry',
      { state: 'exploitable', response: ['will_not_fix'], detail: 'x' },
      'DECISION_INCOMPLETE',
    ],
    [
      'an accepted risk without a detail',
      { state: 'exploitable', response: ['will_not_fix'], expiresAt: SOON },
      'DECISION_INCOMPLETE',
    ],
    ['a patch without a detail', { state: 'resolved_with_pedigree', scope: 'version' }, 'DECISION_INCOMPLETE'],
    ['patched everywhere', { state: 'resolved_with_pedigree', detail: 'x' }, 'DECISION_SCOPE_REFUSED'],
    ['resolved', { state: 'resolved', detail: 'x' }, 'DECISION_CONTRADICTORY'],
    ['a justification of harm', { state: 'exploitable', justification: 'code_not_present' }, 'DECISION_CONTRADICTORY'],
    ['an end in the past', { state: 'in_triage', expiresAt: NOW }, 'DECISION_EXPIRY_INVALID'],
    ['an end that is none', { state: 'in_triage', expiresAt: 'later' }, 'DECISION_EXPIRY_INVALID'],
    ['an end too far away', { state: 'in_triage', expiresAt: '2027-11-15T12:00:00.001Z' }, 'DECISION_EXPIRY_INVALID'],
    [
      'a novel',
      { state: 'false_positive', detail: 'x'.repeat(LIMITS.decisionDetailCharactersMax + 1) },
      'DECISION_DETAIL_TOO_LONG',
    ],
  ])('rejects %s', (_, request, code) => {
    expect(() => read(request)).toThrow(expect.objectContaining({ code }));
  });

  it('names all missing members in the message', () => {
    expect(() => read({ state: 'not_affected', justification: 'protected_at_perimeter' })).toThrow(
      /"detail" with the reason and an expiry time, "expiresAt"/,
    );
  });
});

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
