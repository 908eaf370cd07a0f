import { describe, expect, it } from 'vitest';
import { mayPass, pauseBefore, readRetryAfter } from './retry.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

describe('when somebody is asked again', () => {
  it.each([408, 409, 429, 500, 502, 503, 529])('a %i may pass', (status) => {
    expect(mayPass(status)).toBe(true);
  });

  it.each([200, 301, 307, 400, 401, 403, 404, 413, 422])('a %i does not', (status) => {
    expect(mayPass(status)).toBe(false);
  });

  it('pauses twice as long each time, half of it by chance', () => {
    const pauses = [0, 1, 2].flatMap((retry) => [pauseBefore(retry, () => 0), pauseBefore(retry, () => 1)]);

    expect(pauses).toEqual([500, 1_000, 1_000, 2_000, 2_000, 4_000]);
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['7', 7],
    ['-1', undefined],
    ['soon', undefined],
    ['9'.repeat(30), undefined],
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ])('reads %j as a wish for a pause of %j seconds', (text, expected) => {
    expect(readRetryAfter(text, NOW_MS)).toBe(expected);
  });
});
