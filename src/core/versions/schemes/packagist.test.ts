import { describe, expect, it } from 'vitest';
import { packagist, toPhpTokens } from './packagist.ts';
import { readVersionFixture } from '../../../../test/support/version-fixture.ts';
import { compareTokens } from '../version-tokens.ts';

describe('packagist', () => {
  it.each([
    'dev-master',
    'dev-1.0',
    '1.x-dev',
    '1.2.x',
    'x',
    '^1.0',
    '1.0 as 2.0',
    '1.0@dev',
    '*',
    '1.*',
    'v',
    'vv1',
    'master',
  ])('rejects %j', (text) => {
    expect(packagist.parse(text)).toBeUndefined();
  });

  it.each([
    ['v1.2.3-RC1', undefined],
    ['2.65.2+170606', undefined],
    ['2017-08-18', undefined],
    ['1.2-dev', undefined],
    ['6.0.0-GM', 'nonconforming-version'],
    ['1.2.3.4.5', 'nonconforming-version'],
  ])('returns the assumption for %s: %s', (text, assumption) => {
    const version = packagist.parse(text);
    if (version === undefined) throw new Error('It can be read.');

    expect(packagist.assumptionOf?.(version)).toBe(assumption);
  });
});

function compare(left: string, right: string): number {
  return Math.sign(compareTokens(toPhpTokens(left), toPhpTokens(right)));
}

describe('toPhpTokens', () => {
  it.each(readVersionFixture('php-versions.txt'))('orders %s %s %s', (left, expected, right) => {
    expect([compare(left, right), compare(right, left)]).toEqual(expected === '=' ? [0, 0] : [-1, 1]);
  });

  it('agrees with version_compare on versions from the feeds', () => {
    const pairs = readVersionFixture('php-generated.txt');
    const wrong = pairs.filter(([left, expected, right]) => compare(left, right) !== (expected === '=' ? 0 : -1));

    expect(pairs.length).toBeGreaterThanOrEqual(5_000);
    expect(wrong).toEqual([]);
  });
});
