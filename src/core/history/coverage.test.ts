import { describe, expect, it } from 'vitest';
import { toCoverage } from './coverage.ts';

describe('toCoverage', () => {
  it('counts what was checked apart from every reason why something was not, the most frequent first', () => {
    const counts = new Map<string | null, number>([
      ['no-version', 2],
      [null, 5],
      ['unsupported-type', 3],
      ['floating-ref', 2],
    ]);

    expect(toCoverage(counts)).toEqual({
      components: 12,
      checked: 5,
      notChecked: [
        { reason: 'unsupported-type', count: 3 },
        { reason: 'floating-ref', count: 2 },
        { reason: 'no-version', count: 2 },
      ],
    });
  });

  it('knows of nothing checked, and of nothing at all', () => {
    expect(toCoverage(new Map([['no-identity', 1]]))).toMatchObject({ components: 1, checked: 0 });
    expect(toCoverage(new Map())).toEqual({ components: 0, checked: 0, notChecked: [] });
  });
});
