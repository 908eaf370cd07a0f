import { expect, it } from 'vitest';
import { limitFilled } from './limit-filled.ts';

const ROWS = Array.from({ length: 30 }, (_, index) => 100 + index);

it('fills eight more rows at a time until all are filled', () => {
  const sizes: number[] = [];
  let filled: ReadonlySet<number> = new Set([100, 101, 102]);
  while (filled.size < ROWS.length) {
    filled = limitFilled(ROWS, filled);
    sizes.push(filled.size);
  }

  expect(sizes).toEqual([11, 19, 27, 30]);
});

it('begins with the rows that become visible first, and forgets rows that are gone', () => {
  expect([...limitFilled(ROWS.toReversed(), new Set([5, 128]))]).toEqual([128, 129, 127, 126, 125, 124, 123, 122, 121]);
});
