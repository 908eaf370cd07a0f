import { describe, expect, it } from 'vitest';
import { aStatement } from '../../../test/support/vex.ts';
import { toVexOpinion } from './to-opinion.ts';

const TRUSTED = { trust: 'supplier', statementId: 's-1' } as const;

describe('toVexOpinion', () => {
  it.each([
    ['not_affected', 'dismiss'],
    ['false_positive', 'dismiss'],
    ['resolved', 'dismiss'],
    ['resolved_with_pedigree', 'dismiss'],
    ['exploitable', 'confirm'],
    ['in_triage', 'annotate'],
    ['something else', 'annotate'],
  ])('lets %s %s if its author is trusted, and only annotate otherwise', (state, effect) => {
    expect(toVexOpinion(aStatement({ state }), TRUSTED).effect).toBe(effect);
    expect(toVexOpinion(aStatement({ state }), { ...TRUSTED, trust: 'organization' }).effect).toBe(effect);
    expect(toVexOpinion(aStatement({ state }), { ...TRUSTED, trust: 'none' }).effect).toBe('annotate');
  });

  it('keeps the content, author and time of the statement', () => {
    expect(toVexOpinion(aStatement({ response: ['update', 'other'] }), TRUSTED)).toEqual({
      state: 'not_affected',
      justification: 'code_not_reachable',
      response: ['update'],
      detail: 'Never called.',
      effect: 'dismiss',
      trust: 'supplier',
      author: 'Acme',
      at: '2026-11-01T00:00:00.000Z',
      statementId: 's-1',
    });
  });

  it('marks a conflict if a finding is stated as fixed but was matched', () => {
    expect(toVexOpinion(aStatement({ state: 'resolved' }), TRUSTED).conflict).toBe('fixed-but-matched');
    expect(toVexOpinion(aStatement({ state: 'resolved_with_pedigree' }), TRUSTED).conflict).toBeUndefined();
  });

  it('only annotates for an OpenVEX statement without a justification', () => {
    const verbatim = { format: 'openvex', status: 'not_affected', justification: null } as const;
    const bare = aStatement({ justification: null, detail: null, verbatim });

    expect(toVexOpinion(bare, TRUSTED).effect).toBe('annotate');
    expect(toVexOpinion({ ...bare, detail: 'Because.' }, TRUSTED).effect).toBe('dismiss');
    expect(toVexOpinion({ ...bare, verbatim: { ...verbatim, format: 'cyclonedx' } }, TRUSTED).effect).toBe('dismiss');
  });

  it('uses the action statement if there is no other text', () => {
    expect(toVexOpinion(aStatement({ detail: null, actionStatement: 'Update.' }), TRUSTED).detail).toBe('Update.');
  });
});
