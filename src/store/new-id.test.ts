import { describe, expect, it } from 'vitest';
import { firstIdOf, newId, toContentId } from './new-id.ts';

describe('newId', () => {
  it('returns a version 7 UUID that contains its time', () => {
    const now = Date.now() + 10_000_000;
    const id = newId(now);

    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(now);
  });

  it('returns ids that sort in creation order, even within a millisecond and when the clock goes back', () => {
    const start = Date.now() + 20_000_000;
    const ids = Array.from({ length: 10_000 }, (_, n) => newId(start - (n % 3)));

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('firstIdOf', () => {
  it('returns an id between those of the millisecond before and those of its own', () => {
    const start = Date.now() + 30_000_000;
    const [before, own] = [newId(start - 1), newId(start)];

    expect([firstIdOf(start), own, before].toSorted()).toEqual([before, firstIdOf(start), own]);
    expect(firstIdOf(start)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-000000000000$/);
  });

  it('returns the first id of all for times before 1970', () => {
    expect(firstIdOf(-1)).toBe('00000000-0000-7000-8000-000000000000');
  });
});

describe('toContentId', () => {
  it('returns a version 8 UUID that is equal only for equal parts', () => {
    const id = toContentId(['lodash', 'CVE-2021-23337']);

    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(toContentId(['lodash', 'CVE-2021-23337'])).toBe(id);
    expect(toContentId(['lodashCVE-2021-23337'])).not.toBe(id);
    expect(toContentId(['lodash', 'CVE-2021-23338'])).not.toBe(id);
  });
});
