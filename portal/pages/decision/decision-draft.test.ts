import { describe, expect, it } from 'vitest';
import { allowedDays, firstDraft, listMissing, toDecisionInput, withAction } from './decision-draft.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

describe('draft of a decision', () => {
  it.each([
    ['confirm', []],
    ['in_triage', []],
    ['not_affected', ['justification', 'detail']],
    ['false_positive', ['detail']],
    ['accept_risk', ['detail']],
    ['patched', ['detail']],
    ['reject_suggestion', []],
  ] as const)('requires the fields for %s', (action, missing) => {
    expect(listMissing(firstDraft(action, NOW_MS))).toEqual(missing);
  });

  it.each(['protected_at_perimeter', 'protected_by_mitigating_control'] as const)(
    'requires an expiry for %s',
    (justification) => {
      const draft = { ...firstDraft('not_affected', NOW_MS), justification, detail: 'The proxy refuses it.' };

      expect(listMissing(draft)).toEqual(['expiresOn']);
      expect(listMissing({ ...draft, expiresOn: '2027-01-01' })).toEqual([]);
    },
  );

  it('expires an accepted risk after 90 days and allows at most a year', () => {
    const { expiresOn } = firstDraft('accept_risk', NOW_MS);

    expect(expiresOn).toBe('2027-02-13');
    expect(allowedDays(NOW_MS)).toEqual({ min: '2026-11-16', max: '2027-11-14' });
  });

  it('sends nothing while a field is missing, and omits empty fields', () => {
    const draft = firstDraft('false_positive', NOW_MS);

    expect(toDecisionInput(draft)).toBeUndefined();
    expect(toDecisionInput({ ...draft, detail: ' Another package of that name. ' })).toEqual({
      action: 'false_positive',
      scope: 'service',
      detail: 'Another package of that name.',
    });
  });

  it('keeps the text when the action changes', () => {
    const draft = { ...firstDraft('not_affected', NOW_MS), justification: 'code_not_present' as const, detail: 'Why.' };

    const patched = withAction(draft, 'patched', NOW_MS);

    expect(patched).toMatchObject({ detail: 'Why.', scope: 'version', justification: undefined });
  });
});
