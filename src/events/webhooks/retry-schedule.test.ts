import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../core/calendar.ts';
import { nextAttemptAt, toReceiverPause, parseRetryAfterMs, RETRY_PAUSES_MS } from './retry-schedule.ts';

const NOW = Date.parse('2026-05-04T10:00:00Z');

describe('nextAttemptAt', () => {
  it('retries for nearly a day and never longer', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }), (chances) => {
        let now = NOW;
        let attempts = 0;
        for (const random of chances) {
          attempts += 1;
          const next = nextAttemptAt({ attempts, triedSince: NOW, now, random });
          if (next === undefined) break;
          expect(next).toBeGreaterThan(now);
          now = next;
        }
        expect(attempts).toBe(RETRY_PAUSES_MS.length + 1);
        expect(now - NOW).toBeGreaterThan(18 * HOUR_MS);
        expect(now - NOW).toBeLessThanOrEqual(24 * HOUR_MS);
      }),
    );
  });

  it('waits as long as Retry-After asks, but not beyond the day', () => {
    const failed = { attempts: 1, now: NOW, random: 0 };

    expect(nextAttemptAt({ ...failed, triedSince: NOW, retryAfterMs: HOUR_MS })).toBe(NOW + HOUR_MS);
    expect(nextAttemptAt({ ...failed, triedSince: NOW, retryAfterMs: 1 })).toBe(NOW + 5_000);
    expect(nextAttemptAt({ ...failed, triedSince: NOW - 23.5 * HOUR_MS, retryAfterMs: HOUR_MS })).toBeUndefined();
  });
});

describe('toReceiverPause', () => {
  it.each([
    [1, true, 0],
    [1, false, 5_000],
    [2, true, 10_000],
    [4, false, 60_000],
    [5, true, 300_000],
    [500, false, 300_000],
  ])(
    'after %i failures in a row, the last one answered: %s, pauses the receiver for %i ms',
    (failures, wasAnswered, pause) => {
      expect(toReceiverPause(failures, wasAnswered)).toBe(pause);
    },
  );
});

describe('parseRetryAfterMs', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['0', undefined],
    ['7', 7_000],
    ['999999999', HOUR_MS],
    ['Mon, 04 May 2026 10:00:30 GMT', 30_000],
    ['Mon, 04 May 2026 09:59:30 GMT', undefined],
    ['Mon, 04 May 2046 10:00:30 GMT', HOUR_MS],
  ])('reads %j as %s ms', (text, ms) => {
    expect(parseRetryAfterMs(text, NOW)).toBe(ms);
  });
});
