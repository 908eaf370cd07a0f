import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay, parseInstant } from './instant.ts';

describe('parseInstant', () => {
  it.each([
    ['2024-01-31T23:59:59Z', '2024-01-31T23:59:59.000000Z'],
    ['2024-01-31T23:59:59.5Z', '2024-01-31T23:59:59.500000Z'],
    ['2024-01-31T23:59:59.123456Z', '2024-01-31T23:59:59.123456Z'],
    ['2024-01-31T23:59:59.123456789Z', '2024-01-31T23:59:59.123456Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000000Z'],
    ['2000-02-29T00:00:00+00:00', '2000-02-29T00:00:00.000000Z'],
  ])('normalizes %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    '',
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2024-01-00T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01',
    '2024-01-01T00:00:00',
    '2024-01-01T00:00:00+02:00',
    ' 2024-01-01T00:00:00Z',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('agrees with the Date implementation of the runtime', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.toISOString().replace('Z', '000Z'));
      }),
    );
  });

  it('returns text that sorts by time', () => {
    const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, (a, b) => {
        const [x, y] = [parseInstant(a.toISOString()) ?? '', parseInstant(b.toISOString()) ?? ''];
        expect(x < y).toBe(a.getTime() < b.getTime());
      }),
    );
  });
});

describe('parseDay', () => {
  it('returns a valid day unchanged', () => {
    expect(parseDay('2024-02-29')).toBe('2024-02-29');
  });

  it.each(['', '2023-02-29', '2024-1-1', '2024-01-01T00:00:00Z', '20240101', '1969-12-31'])('rejects %j', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});
