import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { clusterQuestions, rankQuestions, type AskingFinding } from './cluster-questions.ts';
import type { Condition } from './conditions.ts';
import { keyOfQuestion, toAnswers, type Question, type QuestionAnswer } from './question.ts';

function aQuestion(subject: string): Question {
  return { kind: 'program', subject, package: null };
}

function aCondition(subjects: readonly string[], effect: Condition['effect'] = 'dismiss'): Condition {
  return {
    alternatives: subjects.map(aQuestion),
    effect,
    justification: null,
    evidence: { type: 'sbom', path: 'package', value: null },
  };
}

function aFinding(changes: Partial<AskingFinding> = {}): AskingFinding {
  return {
    findingId: 'f',
    component: aSubject().component,
    conditions: [aCondition(['git'])],
    isOpen: true,
    isAnswered: false,
    isGuarded: false,
    risk: 40,
    ...changes,
  };
}

function anAnswer(subject: string, changes: Partial<QuestionAnswer> = {}): QuestionAnswer {
  return {
    ...aQuestion(subject),
    answer: 'no',
    note: null,
    by: 'Ana',
    at: '2026-01-01T00:00:00Z',
    expiresAt: '2026-07-01T00:00:00Z',
    majors: {},
    ...changes,
  };
}

const NONE = toAnswers([]);

describe('clusterQuestions', () => {
  it('asks one question for all findings that it settles, and the heaviest question first', () => {
    const questions = clusterQuestions(
      [
        aFinding({ findingId: 'a', risk: 10 }),
        aFinding({ findingId: 'b', risk: 20 }),
        aFinding({ findingId: 'c', risk: 90, conditions: [aCondition(['vim'])] }),
      ],
      NONE,
    );

    expect(questions.map(({ subject, weight, findings }) => [subject, weight, findings.map(({ id }) => id)])).toEqual([
      ['vim', 91, ['c']],
      ['git', 32, ['b', 'a']],
    ]);
  });

  it('counts a lower priority as half, and a suggestion not at all', () => {
    const lowering = aFinding({ conditions: [aCondition(['local'], 'deprioritize')] });

    expect(clusterQuestions([lowering], NONE)[0]?.weight).toBe(20.5);
    expect(
      clusterQuestions([aFinding({ findingId: 'a' }), aFinding({ findingId: 'b', isGuarded: true })], NONE),
    ).toEqual([expect.objectContaining({ weight: 41 })]);
    expect(clusterQuestions([aFinding({ isGuarded: true })], NONE)).toEqual([]);
    expect(clusterQuestions([{ ...lowering, isGuarded: true }], NONE)).toEqual([]);
  });

  it('does not ask about findings that are closed', () => {
    expect(clusterQuestions([aFinding({ isOpen: false })], NONE)).toEqual([]);
  });

  it('does not count findings that were closed for another reason as settled by an answer', () => {
    expect(clusterQuestions([aFinding({ isOpen: false })], toAnswers([anAnswer('git')]))).toEqual([]);
  });

  it('keeps the findings that rest on an answer', () => {
    const answered = clusterQuestions([aFinding({ isOpen: false, isAnswered: true })], toAnswers([anAnswer('git')]));

    expect(answered.map(({ subject, findings }) => [subject, findings.length])).toEqual([['git', 1]]);
  });

  it('asks for one of several alternatives only when the others are excluded', () => {
    const either = aFinding({ conditions: [aCondition(['git', 'vim'])] });

    expect(clusterQuestions([either], NONE)).toEqual([]);
    expect(clusterQuestions([either], toAnswers([anAnswer('git')])).map(({ subject }) => subject)).toEqual(['vim']);
  });

  it('asks again when the major version of the package changes', () => {
    const answers = toAnswers([anAnswer('git', { majors: { 'npm lib': ['1'] } })]);
    const newer = { ...aSubject().component, version: '2.0.0' };

    expect(clusterQuestions([aFinding()], answers)[0]?.isOutdated).toBe(false);
    expect(clusterQuestions([aFinding({ component: newer })], answers)[0]?.isOutdated).toBe(true);
  });

  it('does not depend on the order of the findings', () => {
    const finding = fc.record({
      findingId: fc.constantFrom('a', 'b', 'c', 'd'),
      isOpen: fc.boolean(),
      isAnswered: fc.boolean(),
      isGuarded: fc.boolean(),
      risk: fc.integer({ min: 0, max: 100 }),
      conditions: fc.array(
        fc.record({
          subjects: fc.uniqueArray(fc.constantFrom('git', 'vim', 'perl'), { minLength: 1 }),
          effect: fc.constantFrom('dismiss' as const, 'deprioritize' as const),
        }),
        { maxLength: 3 },
      ),
      version: fc.constantFrom('1.0', '2.0'),
    });
    const toFindings = (drawn: readonly (typeof finding extends fc.Arbitrary<infer Drawn> ? Drawn : never)[]) =>
      drawn.map(({ conditions, version, ...rest }) =>
        aFinding({
          ...rest,
          component: { ...aSubject().component, version },
          conditions: conditions.map(({ subjects, effect }) => aCondition(subjects, effect)),
        }),
      );
    const answers = toAnswers([anAnswer('perl', { majors: { 'npm lib': ['1'] } })]);
    const shuffled = fc
      .array(finding, { maxLength: 8 })
      .chain((drawn) =>
        fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length, maxLength: drawn.length })),
      );
    fc.assert(
      fc.property(shuffled, ([drawn, other]) => {
        const ranked = (given: typeof drawn) =>
          rankQuestions(
            clusterQuestions(toFindings(given), answers).map((each) => ({ ...each, id: keyOfQuestion(each) })),
          );

        expect(ranked(other)).toEqual(ranked(drawn));
      }),
    );
  });
});

describe('rankQuestions', () => {
  it('puts a question about the same findings after one about others', () => {
    const toAsked = (id: string, findings: readonly string[]) => ({
      id,
      findings: findings.map((finding) => ({ id: finding, effect: 'dismiss' as const, risk: 9 })),
    });

    expect(
      rankQuestions([toAsked('c', ['4']), toAsked('b', ['1', '2']), toAsked('a', ['1', '2', '3'])]).map(({ id }) => id),
    ).toEqual(['a', 'c', 'b']);
  });
});
