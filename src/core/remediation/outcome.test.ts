import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import { comparePrediction, judgeOutcome, type CurrentPlace, type Recommended, measureRemediation } from './outcome.ts';
import type { PlanOutcome } from '../vocabulary/remediation.ts';

const SEMVER = schemeFor('semver');
const UPGRADE: Recommended = {
  kind: 'upgrade',
  target: '1.2.0',
  fixes: ['CVE-1', 'CVE-2'],
  wasApplied: false,
  isReplaced: false,
};

function place(
  versions: readonly string[],
  open: readonly string[] = [],
  changes: Partial<CurrentPlace> = {},
): CurrentPlace {
  return { place: 'web', isSeen: true, versions, open, ...changes };
}

function outcomeOf(recommended: Partial<Recommended>, ...places: readonly CurrentPlace[]): PlanOutcome {
  return judgeOutcome({ ...UPGRADE, ...recommended }, places, SEMVER).outcome;
}

describe('judgeOutcome', () => {
  it.each<[PlanOutcome, string, Partial<Recommended>, readonly CurrentPlace[]]>([
    ['applied', 'at the target', {}, [place(['1.2.0'])]],
    ['applied', 'above the target', {}, [place(['1.10.0'])]],
    ['applied', 'everywhere', {}, [place(['1.2.0']), place(['1.3.0'])]],
    ['applied', 'removed as advised', { kind: 'remove', target: null }, [place([])]],
    ['partially', 'in one of two places', {}, [place(['1.2.0']), place(['1.0.0'], ['CVE-1', 'CVE-2'])]],
    ['partially', 'one of two fixes', {}, [place(['1.1.0'], ['CVE-2'])]],
    ['partially', 'done in the uploaded images', {}, [place(['1.2.0']), place([], [], { isSeen: false })]],
    ['superseded', 'fixed in another version', {}, [place(['1.1.5'])]],
    ['superseded', 'fixed by removing the package', {}, [place([])]],
    ['superseded', 'replaced by a newer revision', { isReplaced: true }, [place(['1.0.0'], ['CVE-1', 'CVE-2'])]],
    ['not_applied', 'unchanged', {}, [place(['1.0.0'], ['CVE-1', 'CVE-2'])]],
    ['not_applied', 'downgraded', {}, [place(['0.9.0'], ['CVE-1', 'CVE-2'])]],
    ['not_applied', 'at the target, and still found', {}, [place(['1.2.0'], ['CVE-1', 'CVE-2'])]],
    ['not_applied', 'still there', { kind: 'remove', target: null }, [place(['1.0.0'], ['CVE-1', 'CVE-2'])]],
    ['regressed', 'below the target again', { wasApplied: true }, [place(['1.1.0'], ['CVE-2'])]],
    ['regressed', 'below the target again, though nothing is found', { wasApplied: true }, [place(['1.1.0'])]],
    ['regressed', 'found again', { wasApplied: true }, [place(['1.2.0'], ['CVE-1'])]],
    ['applied', 'as before', { wasApplied: true }, [place(['1.2.0'])]],
    ['not_seen', 'no document', {}, [place([], [], { isSeen: false })]],
    ['not_seen', 'no place at all', {}, []],
  ])('%s: %s', (outcome, _, recommended, places) => {
    expect(outcomeOf(recommended, ...places)).toBe(outcome);
  });

  it('never returns applied while a finding is open, a version is below the target, or a place is not seen', () => {
    const version = fc.constantFrom('0.9.0', '1.0.0', '1.2.0', '1.3.0', 'x');
    const anyPlace = fc.record({
      place: fc.constant('web'),
      isSeen: fc.boolean(),
      versions: fc.array(version, { maxLength: 2 }),
      open: fc.subarray(['CVE-1', 'CVE-2']),
    });
    fc.assert(
      fc.property(
        fc.array(anyPlace, { maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (places, wasApplied, isReplaced) => {
          const outcome = outcomeOf({ wasApplied, isReplaced }, ...places);
          const isDone =
            places.length > 0 &&
            places.every(
              ({ isSeen, versions, open }) =>
                isSeen &&
                open.length === 0 &&
                versions.length > 0 &&
                versions.every((each) => each === '1.2.0' || each === '1.3.0'),
            );

          expect(outcome === 'applied').toBe(isDone);
          expect(outcome === 'not_seen').toBe(places.every(({ isSeen }) => !isSeen));
        },
      ),
    );
  });
});

describe('comparePrediction', () => {
  it('returns the cause of each difference and counts those without one', () => {
    const predicted = { resolved: ['a', 'b'], remaining: ['c', 'd'], introduced: ['e'] };
    const causes = new Map([
      ['b', 'advisory'],
      ['new', 'code'],
    ] as const);

    expect(comparePrediction(predicted, ['b', 'c', 'e', 'new'], (finding) => causes.get(finding as 'b'))).toEqual({
      asPredicted: 3,
      differences: [
        { finding: 'b', predicted: 'gone', actual: 'open', cause: 'advisory' },
        { finding: 'd', predicted: 'open', actual: 'gone', cause: 'mispredicted' },
        { finding: 'new', predicted: 'gone', actual: 'open', cause: 'code' },
      ],
      mispredicted: 1,
    });
  });
});

describe('measureRemediation', () => {
  it('returns median and mean per severity, the worst first', () => {
    const day = 86_400_000;
    const findings = [1, 2, 9].map((days) => ({ severity: 'high', openMs: days * day }) as const);

    expect(
      measureRemediation([
        ...findings,
        { severity: 'critical', openMs: day / 2 },
        { severity: 'critical', openMs: day },
      ]),
    ).toEqual([
      { severity: 'critical', count: 2, medianDays: 0.8, meanDays: 0.8 },
      { severity: 'high', count: 3, medianDays: 2, meanDays: 4 },
    ]);
  });

  it('returns an empty list without findings', () => {
    expect(measureRemediation([])).toEqual([]);
  });
});
