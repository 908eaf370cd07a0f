import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isBefore, laterOf } from './calendar.ts';

describe('addDays', () => {
  it.each([
    ['2024-02-28T12:00:00.000Z', 2, '2024-03-01T12:00:00.000Z'],
    ['2023-02-28T12:00:00.000Z', 1, '2023-03-01T12:00:00.000Z'],
    ['2024-12-31T23:59:59.999Z', 1, '2025-01-01T23:59:59.999Z'],
    ['2000-02-28T00:00:00Z', 1, '2000-02-29T00:00:00.000Z'],
    ['2026-03-01', 0, '2026-03-01T00:00:00.000Z'],
    ['2026-11-15', 365, '2027-11-15T00:00:00.000Z'],
  ])('adds days: %s and %s days', (instant, days, expected) => {
    expect(addDays(instant, days)).toBe(expected);
  });

  it.each(['', 'tomorrow', '2026-02-30', '2026-02-01T25:00:00Z'])('returns undefined for %j', (text) => {
    expect(addDays(text, 1)).toBeUndefined();
  });

  it('agrees with the built-in Date', () => {
    const time = fc.date({ min: new Date('1970-01-01'), max: new Date('2399-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 100_000 }), (date, days) => {
        const expected = new Date(date.getTime() + days * 86_400_000).toISOString();

        expect(addDays(date.toISOString(), days)).toBe(expected);
      }),
    );
  });
});

describe('isBefore', () => {
  it.each([
    ['2026-01-01', '2026-01-02', true],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.500Z', true],
    ['2026-01-01', '2026-01-01T00:00:00.000Z', false],
    ['soon', '2026-01-01', false],
    ['2026-01-01', 'soon', false],
  ])('compares %s and %s: %s', (a, b, expected) => {
    expect(isBefore(a, b)).toBe(expected);
  });

  it('returns the later of two times', () => {
    expect(laterOf('2026-01-01', '2026-01-02')).toBe('2026-01-02');
    expect(laterOf('2026-01-02', '2026-01-01')).toBe('2026-01-02');
  });
});
