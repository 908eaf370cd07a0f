import { describe, expect, it } from 'vitest';
import { capture } from '../json/captured-text.ts';
import { PackageIndex } from './scan-facts.ts';

function indexOf(...ids: readonly string[]): PackageIndex {
  const index = new PackageIndex();
  ids.forEach((id, i) => {
    const { hash, length } = capture(id);
    index.add(hash, length, { start: i * 10, end: i * 10 + 9 });
  });
  return index;
}

describe('PackageIndex', () => {
  it('finds one package among many thousands', () => {
    const index = indexOf(...Array.from({ length: 20_000 }, (_, i) => `SPDXRef-${i}`));

    expect(index.size).toBe(20_000);
    expect(index.find('SPDXRef-0', 9)).toEqual([{ start: 0, end: 9 }]);
    expect(index.find('SPDXRef-19999', 9)).toEqual([{ start: 199_990, end: 199_999 }]);
    expect(index.find('SPDXRef-20000', 9)).toEqual([]);
  });

  it('returns all candidates up to the maximum', () => {
    const index = indexOf('a', 'b', 'a', 'a');

    expect(index.find('a', 9)).toHaveLength(3);
    expect(index.find('a', 2)).toHaveLength(2);
  });

  it('finds ids that are not ASCII or longer than the kept bytes', () => {
    const long = `urn:${'é'.repeat(500)}`;

    expect(indexOf('x', long).find(long, 9)).toEqual([{ start: 10, end: 19 }]);
  });
});
