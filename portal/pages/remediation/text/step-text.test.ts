import { describe, expect, it } from 'vitest';
import { noSeverities } from '../../../../test/support/wire-plan.ts';
import {
  describeAdvice,
  describeFixes,
  describeUrgency,
  joinNames,
  joinVersions,
  nameStepOption,
} from './step-text.ts';

describe('describeFixes', () => {
  it.each([
    ['known', 12, { critical: 3, high: 9 }, 0, 'Fixes 12 findings, 3 critical'],
    ['known', 2, { high: 1, low: 1 }, 0, 'Fixes 2 findings, 1 high'],
    ['known', 1, { critical: 1 }, 0, 'Fixes 1 critical finding'],
    ['known', 3, { critical: 3 }, 0, 'Fixes 3 critical findings'],
    ['known', 4, { medium: 2, low: 2 }, 0, 'Fixes 4 findings'],
    ['unknown', 4, { high: 4 }, 0, 'Unverified: may fix 4 high findings'],
    ['unknown', 0, {}, 1, 'Unverified: may fix 1 finding'],
  ] as const)(
    'describes a step with claim %s, %i findings, %j and %i more as "%s"',
    (claim, fixesCount, counts, mayFixCount, expected) => {
      const fixesBySeverity = { ...noSeverities(), ...counts };

      expect(describeFixes({ claim, fixesCount, fixesBySeverity, mayFixCount })).toBe(expected);
    },
  );
});

describe('describeUrgency', () => {
  it.each([
    [{ urgent: false, urgentReason: null }, undefined],
    [{ urgent: true, urgentReason: null }, 'Urgent'],
    [{ urgent: true, urgentReason: 'known_exploited' }, 'Known exploited'],
  ] as const)('describes %j as %j', (step, expected) => {
    expect(describeUrgency(step)).toBe(expected);
  });
});

describe('nameStepOption', () => {
  it.each([
    [{ kind: 'override', to: '2.0.1' }, 'Override'],
    [{ kind: 'bump_parent', to: '2.0.1' }, 'Upgrade the parent'],
    [{ kind: 'clears_high', to: '2.15.0' }, 'Fixes high and critical: 2.15.0'],
    [{ kind: 'highest_clean', to: null }, 'Newest clean version'],
    [{ kind: 'newer_than_this_portal', to: '3' }, 'newer_than_this_portal: 3'],
    [{ kind: 'constructor', to: null }, 'constructor'],
  ])('calls %j "%s"', (alternative, name) => {
    expect(nameStepOption(alternative)).toBe(name);
  });
});

describe('lists of names and versions', () => {
  it.each([
    [[], ''],
    [['1.0'], '1.0'],
    [['1.0', '1.1'], '1.0 and 1.1'],
    [['1.0', '1.1', '1.2'], '1.0 and 2 others'],
  ])('joins the versions %j as "%s"', (versions, text) => {
    expect(joinVersions(versions)).toBe(text);
  });

  it.each([
    [[], ''],
    [['qs'], 'qs'],
    [['ms', 'qs'], 'ms and qs'],
    [['a', 'b', 'c'], 'a, b and c'],
    [['a', 'b', 'c', 'd'], 'a, b, c and 1 other'],
  ])('joins the names %j as "%s"', (names, text) => {
    expect(joinNames(names)).toBe(text);
  });
});

describe('describeAdvice', () => {
  it.each([
    ['describes the step', 'upgrade', '1.2.3', true, 'Upgrade the parent.', 'Upgrade the parent.'],
    ['omits a plain upgrade, which the heading shows', 'upgrade', '1.2.3', true, 'Upgrade qs to 1.2.3.', undefined],
    [
      'keeps what follows a plain upgrade',
      'upgrade',
      '1.2.3',
      true,
      'Upgrade qs to 1.2.3. The SBOM does not say whether it is a direct dependency.',
      'The SBOM does not say whether it is a direct dependency.',
    ],
    ['says that a finding is not part of the plan', null, '1.2.3', true, 'Nothing is known.', 'Not part of the plan.'],
    ['describes the lack of a fix', null, null, false, 'Nothing is known.', 'Nothing is known.'],
  ] as const)('%s', (_, kind, to, clean, text, expected) => {
    expect(describeAdvice({ kind, to, clean, text }, 'qs')).toBe(expected);
  });
});
