/**
 * The quality gate: every labeled case, in its own order and in others, and the total scores. A wrong answer fails the test
 * unless it is recorded as wrong, and recorded scores must not get worse.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ECOSYSTEMS } from '../../src/core/identity/ecosystems/ecosystem.ts';
import { CASES } from './all-cases.ts';
import { answerCase } from './answer-case.ts';
import { judgeCase } from './judge-case.ts';
import { KNOWN_DEFECTS } from './known-defects.ts';
import type { LabeledCase } from './labeled-case.ts';
import { describeScores, findFalls, scoreCases, type Score, type Scores } from './score-cases.ts';
import { shuffleCase } from './shuffle-case.ts';

const RECORDED = JSON.parse(read('test/quality/scores.json')) as Scores;
const CASES_MIN = 1_000;
const CASES_PER_ECOSYSTEM_MIN = 4;
const CANNOT_ASSESS_MAX = 0.1;
const SEEDS = [1, 2];

const judgedCases = CASES.map((labeled) => ({ labeled, judged: judgeCase(labeled) }));
const scores = scoreCases(judgedCases);

describe('labeled case', () => {
  it.each(judgedCases.filter(({ labeled }) => !Object.hasOwn(RECORDED.wrong, labeled.name)))(
    '$labeled.name',
    ({ judged }) => {
      expect(judged.problems).toEqual([]);
    },
  );

  it('has the same answers in any order of components, records, entries, ranges and events', () => {
    const different = CASES.filter((labeled) => {
      const inOrder = answersOf(labeled);
      return SEEDS.some((seed) => answersOf(shuffleCase(labeled, seed)) !== inOrder);
    });

    expect(different.map(({ name }) => name)).toEqual([]);
  });

  it('has a unique name and at least one label', () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(CASES.filter(({ labels }) => labels.length === 0)).toEqual([]);
  });
});

describe('all labeled cases', () => {
  it('are many, and cover every ecosystem with advisories', () => {
    const counts = Map.groupBy(CASES, ({ ecosystem }) => ecosystem);
    const few = ECOSYSTEMS.filter(({ family }) => (counts.get(family)?.length ?? 0) < CASES_PER_ECOSYSTEM_MIN);

    expect(CASES.length).toBeGreaterThanOrEqual(CASES_MIN);
    expect(few.map(({ family }) => family)).toEqual([]);
  });

  it('score at least as recorded, without newly wrong cases', () => {
    console.log(describeScores(scores));

    expect(findFalls(RECORDED, scores)).toEqual([]);
  });

  it('score exactly as recorded (update with `node scripts/record-quality.ts`)', () => {
    expect(scores).toEqual(RECORDED);
  });

  it('leave at most a tenth of the labels unanswered', () => {
    const silent = Object.entries(scores.ecosystems).filter(([, { cannotAssess }]) => cannotAssess > CANNOT_ASSESS_MAX);

    expect(silent).toEqual([]);
  });

  it('have their scores in docs/concepts/matching-quality.md', () => {
    expect(read('docs/concepts/matching-quality.md')).toContain(describeScores(scores));
  });
});

describe('a known defect of other tools', () => {
  it.each(KNOWN_DEFECTS)('%s', (_defect, ...names) => {
    const missing = names.filter((name) => !CASES.some((labeled) => labeled.name === name));

    expect(names).not.toEqual([]);
    expect(missing).toEqual([]);
  });
});

describe('findFalls', () => {
  const score = { cases: 10, pairs: 10, precision: 1, recall: 0.9, f1: 0.95, cannotAssess: 0 };
  const before: Scores = { ecosystems: { npm: score }, wrong: { a: 'x' } };

  it.each<[string, Score, Scores['wrong'], readonly string[]]>([
    ['a lower precision', { ...score, precision: 0.99 }, { a: 'x' }, ['npm: precision fell from 1 to 0.99']],
    ['a lower recall', { ...score, recall: 0.8 }, { a: 'x' }, ['npm: recall fell from 0.9 to 0.8']],
    ['fewer cases', { ...score, cases: 9 }, { a: 'x' }, ['npm: cases fell from 10 to 9']],
    ['more silence', { ...score, cannotAssess: 0.1 }, { a: 'x' }, ['npm: cannotAssess rose from 0 to 0.1']],
    ['another wrong case', score, { a: 'x', b: 'y' }, ['newly wrong: b (y)']],
    ['one wrong case less', score, {}, []],
    ['better numbers', { ...score, recall: 1, f1: 1, cases: 11 }, { a: 'x' }, []],
  ])('compares scores with %s', (_case, npm, wrong, falls) => {
    expect(findFalls(before, { ecosystems: { npm }, wrong })).toEqual(falls);
  });

  it('reports an ecosystem without cases', () => {
    expect(findFalls(before, { ecosystems: {}, wrong: {} })).toEqual(['npm: it has no cases any more']);
  });
});

function answersOf(labeled: LabeledCase): string {
  return JSON.stringify([...answerCase(labeled)].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
}
