import { describe, expect, it } from 'vitest';
import { chooseVersionPairs, mutateVersions } from './choose-version-pairs.ts';

describe('chooseVersionPairs', () => {
  it('pairs versions of different shapes before further ones of the same shape', () => {
    const versions = ['1.1', '1.2', '1.3', '1.4', '1.4-rc1', '1.4.0'];

    expect(chooseVersionPairs(versions, 3)).toEqual([
      ['1.1', '1.2'],
      ['1.4', '1.4.0'],
      ['1.4', '1.4-rc1'],
    ]);
  });

  it('skips texts that are not versions or do not fit into a line', () => {
    expect(chooseVersionPairs(['1.0', 'latest', '1 0', '1.0é', '2.0'], 10)).toEqual([['1.0', '2.0']]);
  });

  it('returns no more pairs than exist', () => {
    expect(chooseVersionPairs([], 10)).toEqual([]);
    expect(chooseVersionPairs(['1.0'], 10)).toEqual([]);
  });
});

describe('mutateVersions', () => {
  it('returns the same distinct pairs for the same versions', () => {
    const pairs = mutateVersions(['1.2.3', '2.0-rc1'], ['~', '+b1'], 500);

    expect(mutateVersions(['1.2.3', '2.0-rc1'], ['~', '+b1'], 500)).toEqual(pairs);
    expect(new Set(pairs.map((pair) => pair.join(' '))).size).toBe(500);
  });

  it('uses the pieces, and returns only texts that fit into a line of test data', () => {
    const texts = mutateVersions(['1.2.3'], ['~rc'], 500).flat();

    expect(texts.filter((text) => text.includes('~rc')).length).toBeGreaterThan(50);
    expect(texts.filter((text) => !/^[!-~]{1,40}$/.test(text) || !/[0-9]/.test(text))).toEqual([]);
  });

  it('ends if only few pairs exist, or none', () => {
    expect(mutateVersions(['1'], [], 100_000).length).toBeLessThan(100_000);
    expect(mutateVersions([], ['~'], 10)).toEqual([]);
  });
});
