import { describe, expect, it } from 'vitest';
import { readVersionFixture } from '../../../../test/support/version-fixture.ts';
import { toPhpTokens } from './php-tokens.ts';
import { compareTokens } from './ranked-tokens.ts';

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
