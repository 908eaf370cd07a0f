import { describe, expect, it } from 'vitest';
import type { PackageMatch } from '../match/match.ts';
import { toFindingFix } from './finding-fix.ts';
import type { FixState } from '../vocabulary/finding.ts';

describe('toFindingFix', () => {
  it.each<[FixState, PackageMatch['fixState'], string | undefined, boolean]>([
    ['fixed', 'fixed', undefined, true],
    ['not_fixed', 'not_fixed', undefined, false],
    ['wont_fix', 'wont_fix', 'end-of-life', false],
    ['deferred', 'not_fixed', 'deferred', false],
    ['eol', 'not_fixed', undefined, true],
    ['unknown', 'unknown', undefined, false],
  ])('returns %s for %s, %s, ended: %s', (state, fixState, urgency, isReleaseEnded) => {
    expect(toFindingFix({ fixState, fixedVersions: [], urgency }, isReleaseEnded).state).toBe(state);
  });

  it('returns the nearest version first', () => {
    const fix = toFindingFix({ fixState: 'fixed', fixedVersions: ['1.1', '2.0'], urgency: undefined }, false);

    expect(fix).toEqual({ state: 'fixed', versions: ['1.1', '2.0'] });
  });
});
