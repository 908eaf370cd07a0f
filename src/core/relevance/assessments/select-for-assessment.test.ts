import { describe, expect, it } from 'vitest';
import { aPlace, aProfile, aSubject } from '../../../../test/support/subjects.ts';
import { selectForAssessment, type AssessableFinding } from './select-for-assessment.ts';

const KNOWN = aProfile({ fields: { 'runtime.os': 'linux' } });

function aFinding(id: string, changes: Partial<AssessableFinding> = {}): AssessableFinding {
  return {
    id,
    risk: 50,
    verdict: { status: 'relevant', basis: 'default' },
    subject: aSubject({ profiles: [KNOWN] }),
    ...changes,
  };
}

describe('selectForAssessment', () => {
  it.each<[string, AssessableFinding['verdict'], boolean]>([
    ['is undecided', { status: 'relevant', basis: 'default' }, true],
    ['a rule has escalated', { status: 'relevant', basis: 'rule' }, true],
    ['a rule has lowered', { status: 'deprioritized', basis: 'rule' }, true],
    ['a model has dismissed', { status: 'not_relevant', basis: 'ai' }, true],
    ['a rule has dismissed', { status: 'not_relevant', basis: 'rule' }, false],
    ['was confirmed by a decision', { status: 'relevant', basis: 'human' }, false],
    ['was accepted by a decision', { status: 'deprioritized', basis: 'human' }, false],
    ['a statement has dismissed', { status: 'not_relevant', basis: 'vex' }, false],
    ['a statement has confirmed', { status: 'relevant', basis: 'vex' }, false],
  ])('selects or skips a finding that %s', (_, verdict, isSelected) => {
    expect(selectForAssessment([aFinding('a', { verdict })], 10).selected).toHaveLength(Number(isSelected));
  });

  it('skips malicious packages', () => {
    const subject = aSubject({ profiles: [KNOWN], match: { class: 'malicious' } });

    expect(selectForAssessment([aFinding('a', { subject })], 10).selected).toEqual([]);
  });

  it('skips and counts findings with a place where no field that matters is known', () => {
    const appliesTo = (_: unknown, { sbomId }: { readonly sbomId: string | null }) => sbomId === 'a';
    const places = [aPlace({ sbomId: 'a' }), aPlace({ sbomId: 'b' })];
    const findings = [
      aSubject(),
      aSubject({ profiles: [aProfile({ fields: { 'data.classification': 'internal' } })] }),
      aSubject({ profiles: [KNOWN], places, appliesTo }),
      aSubject({ profiles: [KNOWN] }),
    ].map((subject, i) => aFinding(`${i}`, { subject }));

    const { selected, withoutProfile } = selectForAssessment(findings, 10);

    expect(selected.map(({ id }) => id)).toEqual(['3']);
    expect(withoutProfile).toBe(3);
  });

  it('selects the highest risk first and counts findings beyond the limit', () => {
    const findings = [aFinding('d', { risk: 1 }), aFinding('c'), aFinding('a'), aFinding('b', { risk: 99 })];

    const { selected, beyondLimit } = selectForAssessment(findings, 3);

    expect(selected.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(beyondLimit).toBe(1);
    expect(selectForAssessment(findings, 0).selected).toEqual([]);
  });
});
