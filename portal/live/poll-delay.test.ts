import { describe, expect, it } from 'vitest';
import { toPollDelay } from './poll-delay.ts';

describe('toPollDelay', () => {
  it.each([
    ['running', 0, 1_000],
    ['queued', 9_999, 1_000],
    ['running', 10_000, 2_000],
    ['running', 69_999, 2_000],
    ['queued', 70_000, 5_000],
    ['completed', 0, false],
    ['completed_with_warnings', 0, false],
    ['failed', 0, false],
  ] as const)('of an analysis that is %s, watched for %i ms, is %s', (status, watchedMs, delay) => {
    expect(toPollDelay({ status }, { watchedMs, isLive: false })).toBe(delay);
  });

  it('goes on while nothing was uploaded', () => {
    expect(toPollDelay(null, { watchedMs: 0, isLive: false })).toBe(1_000);
  });

  it('is long while a stream tells what happens, and none once there is nothing to tell', () => {
    expect(toPollDelay({ status: 'running' }, { watchedMs: 0, isLive: true })).toBe(4_000);
    expect(toPollDelay({ status: 'failed' }, { watchedMs: 0, isLive: true })).toBe(false);
  });
});
