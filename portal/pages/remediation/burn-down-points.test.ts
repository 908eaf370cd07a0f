import { describe, expect, it } from 'vitest';
import { anAction, aPlan, noSeverities } from '../../../test/support/wire-plan.ts';
import {
  describeBurnDown,
  isNamed,
  isNumbered,
  thinPoints,
  toBurnDown,
  toHeight,
  toRiskLine,
  type BurnDownPoint,
} from './burn-down-points.ts';

function points(...risks: readonly number[]): readonly BurnDownPoint[] {
  return risks.map((risk, step) => ({ step, findings: risk, risk, bySeverity: noSeverities() }));
}

describe('burn-down of a plan', () => {
  it('starts with the current state and ends with the remaining findings', () => {
    const plan = aPlan({ actions: [anAction(1), anAction(2)], remaining: ['no_fix'] });

    expect(toBurnDown(plan).map(({ step, findings }) => [step, findings])).toEqual([
      [0, 3],
      [1, 2],
      [2, 1],
    ]);
    expect(describeBurnDown(toBurnDown(plan))).toBe('Now 3 findings; after 2 steps 1 remains, with 33 % of the risk.');
  });

  it('states when no finding remains', () => {
    expect(describeBurnDown(points(4, 2, 0))).toBe('Now 4 findings; after 2 steps none remain.');
  });

  it.each([
    [3, [0, 1, 2]],
    [16, [0, 3, 5, 7, 9, 11, 13, 15]],
    [46, [0, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45]],
  ])('labels the first and the last of %i columns without overlapping labels', (count, named) => {
    expect(Array.from({ length: count }, (_, index) => index).filter((index) => isNamed(index, count, 15))).toEqual(
      named,
    );
  });

  it('numbers the first, last and stop columns unless they would overlap', () => {
    const numbered = (stop: number) =>
      Array.from({ length: 60 }, (_, index) => index).filter((index) => isNumbered(index, 60, stop));

    expect(numbered(59)).toEqual([0, 59]);
    expect(numbered(20)).toEqual([0, 20, 59]);
    expect(numbered(2)).toEqual([2, 59]);
  });

  it('draws the risk line through the middle of every column', () => {
    expect(toRiskLine(points(10, 5, 0, 0))).toBe('12.5,0 37.5,50 62.5,100 87.5,100');
  });

  it('draws no line when there is no risk', () => {
    expect(toRiskLine(points(0, 0))).toBe('');
    expect(toRiskLine([])).toBe('');
  });

  it('scales columns to the highest one, even when it is not the first', () => {
    expect(toHeight(3, points(4, 6))).toBe(0.5);
    expect(toHeight(0, points(0))).toBe(0);
  });

  it.each([5, 60, 61, 62, 200, 1_001])(
    'thins %i columns to at most 60 and keeps the first, the last and the stop',
    (count) => {
      const all = points(...Array.from({ length: count }, () => 1));
      const stop = Math.floor(count / 3);
      const steps = thinPoints(all, 60, stop).map(({ step }) => step);

      expect(steps.length).toBeLessThanOrEqual(60);
      expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
      expect([steps[0], steps.at(-1)]).toEqual([0, count - 1]);
      expect(steps).toContain(stop);
    },
  );
});
