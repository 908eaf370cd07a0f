import { describe, expect, it } from 'vitest';
import { isRetryableStatus, parseRetryAfter } from './attempt.ts';
import { backoffMs } from './model-client.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

describe('retries', () => {
  it.each([408, 409, 429, 500, 502, 503, 529])('retries after status %i', (status) => {
    expect(isRetryableStatus(status)).toBe(true);
  });

  it.each([200, 301, 307, 400, 401, 403, 404, 413, 422])('does not retry after status %i', (status) => {
    expect(isRetryableStatus(status)).toBe(false);
  });

  it('doubles the pause each time, with half of it random', () => {
    const pauses = [0, 1, 2].flatMap((retry) => [backoffMs(retry, () => 0), backoffMs(retry, () => 1)]);

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
  ])('parses Retry-After %j as %j seconds', (text, expected) => {
    expect(parseRetryAfter(text, NOW_MS)).toBe(expected);
  });
});
