import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from './parse-time.ts';

describe('parseTimestamp', () => {
  it.each([
    ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00.000Z'],
    ['2024-07-14T11:17:57.668593+00:00', '2024-07-14T11:17:57.668Z'],
    ['2023-01-08T18:02:03.647787998-06:00', '2023-01-09T00:02:03.647Z'],
    ['2024-03-01T00:30:00+01:00', '2024-02-29T23:30:00.000Z'],
    ['2025-01-01t00:00:00z', '2025-01-01T00:00:00.000Z'],
    ['2025-04-05 06:07:08.9', '2025-04-05T06:07:08.900Z'],
  ])('parses %s as %s', (text, instant) => {
    expect(parseTimestamp(text)).toBe(instant);
  });

  it.each(['', 'yesterday', '2023-02-29T00:00:00Z', '2023-13-01T00:00:00Z', '2023-01-01', '0001-01-01T00:00:00Z'])(
    'rejects %j',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined();
    },
  );

  it.each(['2023-01-01T24:00:00Z', '2023-01-01T00:00:00+24:00', '1970-01-01T00:00:00+01:00'])(
    'rejects %s, which is not in the calendar',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined();
    },
  );

  it('agrees with the calendar of the JavaScript runtime', () => {
    const minutes = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-02T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true }),
        minutes,
        (date, offset) => {
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
          const size = Math.abs(offset);
          const pad = (number: number): string => String(number).padStart(2, '0');
          const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;

          expect(parseTimestamp(`${local}${zone}`)).toBe(date.toISOString());
        },
      ),
    );
  });
});
