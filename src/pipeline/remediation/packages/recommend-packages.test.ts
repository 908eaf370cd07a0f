import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aQuestion, aRecord } from '../../../../test/support/remediation.ts';
import { LIMITS } from '../../../core/limits.ts';
import { chooseTarget, type TargetQuestion } from '../../../core/remediation/targets/choose-target.ts';
import type { GroupFacts } from '../../../core/remediation/targets/target.ts';
import { TargetCache } from './recommend-packages.ts';

const from0 = { introduced: '0' };
const RECORDS = [
  aRecord('CVE-1', from0, { fixed: '1.2.0' }),
  aRecord('CVE-2', from0, { fixed: '2.3.0' }),
  aRecord('CVE-3', { introduced: '2.0.0' }, { fixed: '9.0.0' }),
];
const QUESTION = aQuestion('pkg:npm/left-pad@1.0.0', RECORDS);

const isSure = (): boolean => false;
const isGuess = (): boolean => true;

/** Whether the answer is the earlier one. */
function isKnown(known: TargetCache, question: TargetQuestion, before: unknown): boolean {
  return known.answer(question, isSure) === before;
}

describe('TargetCache', () => {
  it('returns the known answer for the same question', () => {
    const known = new TargetCache();
    const first = known.answer(QUESTION, isSure);

    expect(first).toEqual(chooseTarget(QUESTION));
    expect(isKnown(known, { ...QUESTION, entries: [...QUESTION.entries] }, first)).toBe(true);
  });

  it.each<[string, TargetQuestion]>([
    ['another version', aQuestion('pkg:npm/left-pad@1.1.0', RECORDS, { entries: QUESTION.entries })],
    ['another strategy', { ...QUESTION, strategy: 'highest' }],
    ['another distance', { ...QUESTION, maxDistance: 'minor' }],
    ['one advisory less', { ...QUESTION, entries: QUESTION.entries.slice(1) }],
    ['an advisory that was published anew', { ...QUESTION, entries: structuredClone(QUESTION.entries) }],
    ['another risk', { ...QUESTION, factsOf: () => ({ severity: 'high', risk: 51, isRelevant: true }) }],
    ['another severity', { ...QUESTION, factsOf: () => ({ severity: 'low', risk: 50, isRelevant: true }) }],
    ['no relevance', { ...QUESTION, factsOf: () => ({ severity: 'high', risk: 50, isRelevant: false }) }],
    ['versions that were seen', { ...QUESTION, further: { seen: [{ version: '1.3.0', service: 'shop' }] } }],
  ])('does not reuse an answer for %s', (_, question) => {
    const known = new TargetCache();
    const first = known.answer(QUESTION, isSure);
    const second = known.answer(question, isSure);

    expect(second).not.toBe(first);
    expect(second).toEqual(chooseTarget(question));
  });

  it('does not keep answers that are based on guesses or on data of one organization', () => {
    const known = new TargetCache();
    const seen = { ...QUESTION, further: { seen: [] } };

    expect(isKnown(known, QUESTION, known.answer(QUESTION, isGuess))).toBe(false);
    expect(isKnown(known, seen, known.answer(seen, isSure))).toBe(false);
  });

  it('requests no facts that would not be requested without it', () => {
    const ask = (known: TargetCache, facts: Partial<GroupFacts>): ReadonlySet<string> => {
      const asked = new Set<string>();
      const factsOf = (groupId: string): GroupFacts => {
        asked.add(groupId);
        return { severity: 'high', risk: 50, isRelevant: true, ...(groupId === 'CVE-2' && facts) };
      };
      known.answer({ ...QUESTION, factsOf }, isSure);
      return asked;
    };
    const known = new TargetCache();
    ask(known, {});

    expect(ask(known, { severity: 'low' })).toEqual(ask(new TargetCache(), { severity: 'low' }));
  });

  it('always returns the same answer as chooseTarget', () => {
    const facts = fc.record({
      severity: fc.constantFrom('critical', 'high', 'low', 'unknown'),
      risk: fc.constantFrom(0, 10.5, 90),
      isRelevant: fc.boolean(),
    });
    const asked = fc.record({
      version: fc.constantFrom('1.0.0', '1.2.0', '2.0.0'),
      count: fc.integer({ min: 0, max: 3 }),
      facts: fc.dictionary(fc.constantFrom('CVE-1', 'CVE-2', 'CVE-3'), facts),
      strategy: fc.constantFrom('lowest', 'highest'),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 10 }), (all) => {
        const known = new TargetCache();
        for (const { version, count, ...rest } of all) {
          const entries = QUESTION.entries.slice(0, count);
          const question = aQuestion(`pkg:npm/left-pad@${version}`, RECORDS, { ...rest, entries });

          expect(known.answer(question, isSure)).toEqual(chooseTarget(question));
        }
      }),
    );
  });

  it('evicts the least recently used answers when there are too many', () => {
    const listed = { versions: Array.from({ length: LIMITS.remediationKnownMax / 3 }, (_, n) => `0.${n}.0`) };
    const [first] = QUESTION.entries;
    if (first === undefined) throw new Error('No record speaks of the package.');
    const entries = [{ ...first, entry: { ...first.entry, ...listed } }];
    const questionOf = (version: string): TargetQuestion =>
      aQuestion(`pkg:npm/left-pad@${version}`, RECORDS, { entries });
    const known = new TargetCache();
    const [a, b] = [questionOf('1.0.1'), questionOf('1.0.2')];
    const [ofA, ofB] = [known.answer(a, isSure), known.answer(b, isSure)];
    known.answer(a, isSure);
    known.answer(questionOf('1.0.3'), isSure);

    expect(isKnown(known, a, ofA)).toBe(true);
    expect(isKnown(known, b, ofB)).toBe(false);
  });
});
