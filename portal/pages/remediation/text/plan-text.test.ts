import { describe, expect, it } from 'vitest';
import { aCoverage } from '../../../../test/support/wire-answers.ts';
import { aPlan, counts, noSeverities } from '../../../../test/support/wire-plan.ts';
import {
  describeEmptyPlan,
  describePlan,
  describeResidual,
  describeStop,
  groupResidual,
  toShare,
  describeOutcomes,
} from './plan-text.ts';

const left = (findings: number, risk: number) => ({ findings, risk, bySeverity: noSeverities() });

describe('describePlan', () => {
  it.each([
    [9, 212, 14, '9 steps fix 198 of 212 findings. 14 remain.'],
    [1, 4, 0, '1 step fixes 4 of 4 findings. None remain.'],
    [2, 1_204, 1, '2 steps fix 1,203 of 1,204 findings. 1 remains.'],
    // An upgrade may introduce more findings than it fixes.
    [1, 2, 3, '1 step, unverified. 3 remain.'],
    [1, 1, 0, '1 step fixes 1 of 1 finding. None remain.'],
  ])('describes %i steps from %i to %i findings: %s', (actionCount, before, after, expected) => {
    const { prediction } = aPlan();

    expect(
      describePlan({ actionCount, prediction: { ...prediction, before: counts(before), after: counts(after) } }),
    ).toBe(expected);
  });
});

describe('describeStop', () => {
  it.each([
    [0, 'Before the first step: 212 open findings.'],
    [3, 'Remaining after 3 of 9 steps: 40 of 212 findings, 22 % of the risk.'],
    [9, 'Remaining after all 9 steps: 40 of 212 findings, 22 % of the risk.'],
  ])('describes the state after %i steps: %s', (steps, expected) => {
    expect(describeStop({ steps, of: 9, before: left(212, 500), after: left(40, 110) })).toBe(expected);
  });

  it('uses the singular for one finding and one step', () => {
    const one = { of: 1, before: left(1, 10), after: left(0, 0) };

    expect(describeStop({ ...one, steps: 0 })).toBe('Before the first step: 1 open finding.');
    expect(describeStop({ ...one, steps: 1 })).toBe('Remaining after the step: none of 1 finding.');
  });
});

describe('toShare', () => {
  it.each([
    [0, 0, '0 %'],
    [0, 10, '0 %'],
    [0.01, 10, 'less than 1 %'],
    [5, 10, '50 %'],
    [9.99, 10, 'more than 99 %'],
    [10, 10, '100 %'],
    [12, 10, '100 %'],
  ])('formats %d of %d as %s', (part, whole, expected) => {
    expect(toShare(part, whole)).toBe(expected);
  });
});

describe('remaining findings', () => {
  it('are grouped by reason, most frequent first', () => {
    const { residual } = aPlan({ remaining: ['no_fix', 'wont_fix', 'no_fix'] });

    expect(groupResidual(residual).map(([reason, rows]) => [reason, rows.length])).toEqual([
      ['no_fix', 2],
      ['wont_fix', 1],
    ]);
  });

  it.each([
    ['no_fix', 'No fix exists'],
    ['__proto__', '  proto  '],
    ['something_new', 'something new'],
  ])('describes the reason %s as "%s"', (reason, expected) => {
    expect(describeResidual(reason)).toBe(expected);
  });
});

describe('describeEmptyPlan', () => {
  const { basis, prediction } = aPlan();
  const coverage = aCoverage(380, 412);

  it.each([
    [0, null, null, 'Nothing to upgrade: 0 open findings.'],
    [0, coverage, null, 'Nothing to upgrade: 0 open findings in 380 checked components. 32 could not be checked.'],
    [5, coverage, null, 'No fix exists for the 5 open findings.'],
    [1, coverage, null, 'No fix exists for the open finding.'],
    [5, coverage, 'patch', 'No fix for the 5 open findings within the upgrade distance.'],
  ] as const)('with %i open, coverage %j and distance limit %s: %s', (total, checked, maxDistance, expected) => {
    const plan = {
      basis: { ...basis, maxDistance },
      coverage: checked,
      prediction: { ...prediction, before: counts(total) },
    };

    expect(describeEmptyPlan(plan)).toBe(expected);
  });
});

describe('describeOutcomes', () => {
  it.each([
    [{}, 'No steps.'],
    [{ not_applied: 2, applied: 3, regressed: 0 }, '3 applied, 2 not applied.'],
    [{ superseded: 1, not_uploaded: 1_000 }, '1 fixed another way, 1,000 not uploaded yet.'],
  ])('describes %j as "%s"', (counts, expected) => {
    expect(describeOutcomes({ counts })).toBe(expected);
  });
});
