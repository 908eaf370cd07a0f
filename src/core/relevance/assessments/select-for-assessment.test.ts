import { describe, expect, it } from 'vitest';
import { aText } from '../../../../test/support/readings.ts';
import { aSubject } from '../../../../test/support/subjects.ts';
import { isWorthReading, selectForAssessment, type AssessableFinding } from './select-for-assessment.ts';

function aFinding(id: string, changes: Partial<AssessableFinding> = {}): AssessableFinding {
  return {
    id,
    risk: 50,
    verdict: { status: 'relevant', basis: 'default' },
    subject: aSubject(),
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
    expect(selectForAssessment([aFinding('a', { verdict })])).toHaveLength(Number(isSelected));
  });

  it('skips malicious packages', () => {
    const subject = aSubject({ match: { class: 'malicious' } });

    expect(selectForAssessment([aFinding('a', { subject })])).toEqual([]);
  });

  it('selects the highest risk first', () => {
    const findings = [aFinding('d', { risk: 1 }), aFinding('c'), aFinding('a'), aFinding('b', { risk: 99 })];

    expect(selectForAssessment(findings).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  });
});

describe('isWorthReading', () => {
  it.each([
    ['The flaw only affects Windows.', true],
    ['It can be exploited only if the option legacyMode is enabled.', true],
    ['A crafted YAML document exhausts the memory.', true],
    ['A length is not checked, and memory behind the buffer is read.', false],
    ['## Workarounds\n\nUse the service on Windows only.', false],
    ['', false],
  ])('looks for a sentence that can support a precondition: %s', (details, expected) => {
    expect(isWorthReading(aSubject(), [aText({ title: 'A flaw', details })])).toBe(expected);
  });

  it('returns false without a text', () => {
    expect(isWorthReading(aSubject(), [])).toBe(false);
  });
});
