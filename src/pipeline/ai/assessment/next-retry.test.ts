import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../ai/model-answer.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { StopReason } from './ended-run.ts';
import { nextRetryAt } from './next-retry.ts';

const NOW = '2026-12-31T23:59:59.500Z';

function again(stop: StopReason, failures: readonly Failure[], { tries = 1, retryAfterSeconds = 0, at = NOW } = {}) {
  return nextRetryAt({ stop, failures: new Set(failures), retryAfterSeconds }, { tries, nowMs: Date.parse(at) });
}

describe('nextRetryAt', () => {
  it.each<[string, StopReason, readonly Failure[], string | null | undefined]>([
    ['retries at midnight UTC after the daily token limit', 'day', [], '2027-01-01T00:00:00.000Z'],
    ['retries in the next month after the monthly budget', 'month', [], '2027-01-01T00:00:00.000Z'],
    ['does not retry a rejected key', 'auth', ['auth'], null],
    ['retries a failing provider after five minutes', null, ['provider_error'], '2027-01-01T00:04:59.500Z'],
    ['retries after five minutes if the circuit is open', 'circuit_open', ['circuit_open'], '2027-01-01T00:04:59.500Z'],
    ['does not retry invalid output', null, ['invalid_output'], null],
    [
      'retries invalid output together with a retryable failure',
      null,
      ['invalid_output', 'timeout'],
      '2027-01-01T00:04:59.500Z',
    ],
    ['does not schedule a retry after a complete run', null, [], undefined],
    ['does not schedule a retry after an interruption', 'ai_disabled', ['interrupted'], undefined],
  ])('%s', (_, stop, failures, time) => {
    expect(again(stop, failures)).toBe(time);
  });

  it('doubles the pause after each try and stops at the maximum number of tries', () => {
    const pauses = Array.from({ length: LIMITS.aiTriesMax }, (_, n) => {
      const time = again(null, ['timeout'], { tries: n + 1 });
      return typeof time === 'string' ? (Date.parse(time) - Date.parse(NOW)) / 60_000 : time;
    });

    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, null]);
  });

  it.each([
    [3_600, 60],
    [10, 5],
    [10_000_000, 24 * 60],
  ])('waits as long as the provider asks (%d s), but at most a day', (retryAfterSeconds, minutes) => {
    const time = again(null, ['provider_error'], { retryAfterSeconds });

    expect(Date.parse(time ?? '') - Date.parse(NOW)).toBe(minutes * 60_000);
  });
});
