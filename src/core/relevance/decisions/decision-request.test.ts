import { describe, expect, it } from 'vitest';
import { anOpinion } from '../../../../test/support/subjects.ts';
import { LIMITS } from '../../limits.ts';
import { answerSuggestion, validateDecisionRequest, type DecisionRequest } from './decision-request.ts';

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

describe('answerSuggestion', () => {
  const suggestion = anOpinion({ effect: 'dismiss', state: 'not_affected', justification: 'code_not_reachable' });

  it('accepts the suggestion with its own text as the detail', () => {
    const request = answerSuggestion(suggestion, 'accept');

    expect(read(request)).toMatchObject({ effect: 'dismiss', state: 'not_affected', detail: 'A test says so.' });
  });

  it('confirms the finding when the suggestion is rejected', () => {
    expect(read(answerSuggestion(suggestion, 'reject'))).toMatchObject({ effect: 'confirm', state: 'exploitable' });
  });
});
