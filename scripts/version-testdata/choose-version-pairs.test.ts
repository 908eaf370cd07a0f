import { describe, expect, it } from 'vitest';
import { chooseVersionPairs } from './choose-version-pairs.ts';

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
