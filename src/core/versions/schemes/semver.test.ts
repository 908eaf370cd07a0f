import { describe, expect, it } from 'vitest';
import { semver } from './semver.ts';

describe('semver', () => {
  it.each([
    'kibana',
    '1.2.x',
    '1.x',
    '*',
    '1..2',
    '.1',
    '1.',
    '1.0.0-',
    '1.0.0-a..b',
    '1.0.0-é',
    '1.0.0 beta',
    'v',
    '==1.0.0',
    // Commits, which GitHub Actions and Swift packages use instead of a version.
    '8e5e7e5ab8b370d6c329ec480221332ada57f0ab',
    '8E5E7E5AB8B370D6C329EC480221332ADA57F0AB',
    '8f14e45fceea167a5a36dedd4bea2543a1d3a2bd7e1a4c0b8f14e45fceea167a',
  ])('rejects %j', (text) => {
    expect(semver.parse(text)).toBeUndefined();
  });

  it.each([
    ['1.2.3', undefined],
    ['1.2', undefined],
    ['1'.repeat(40), undefined],
    ['v1.2.3-rc.1+build', undefined],
    ['1.13.0.1', 'nonconforming-version'],
    ['1.2.3beta', 'nonconforming-version'],
  ])('returns the assumption for %s: %s', (text, assumption) => {
    const version = semver.parse(text);
    if (version === undefined) throw new Error('It can be read.');

    expect(semver.assumptionOf?.(version)).toBe(assumption);
  });
});
