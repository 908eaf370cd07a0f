import { describe, expect, it } from 'vitest';
import { parseDay, toDate, toMilliseconds } from './calendar.ts';

describe('toMilliseconds', () => {
  it.each([
    '1970-01-01T00:00:00Z',
    '2024-02-29T23:59:59.999Z',
    '2025-08-25T17:04:19.979Z',
    '2026-03-01T00:00:00.000Z',
    '2100-12-31T12:30:15.5Z',
  ])('agrees with the clock of the platform for %s', (instant) => {
    expect(toMilliseconds(instant)).toBeCloseTo(Date.parse(instant), 3);
  });

  it('reads six decimals', () => {
    expect(toMilliseconds('2024-01-01T00:00:01.500000Z') - toMilliseconds('2024-01-01T00:00:00Z')).toBe(1_500);
  });
});

describe('parseDay', () => {
  it('is the inverse of toDate, also for a time', () => {
    expect(toDate(parseDay('2024-02-29'))).toBe('2024-02-29');
    expect(toDate(parseDay('2024-03-01T12:00:00Z') - 1)).toBe('2024-02-29');
  });
});
