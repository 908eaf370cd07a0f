import { describe, expect, it } from 'vitest';
import { anAnalysis } from '../../../test/support/wire-answers.ts';
import { toPollDelay } from './analyses.ts';

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
  ] as const)('for an analysis that is %s and watched for %i ms is %s', (status, watchedMs, delay) => {
    expect(toPollDelay({ status, stages: [] }, { watchedMs, isLive: false })).toBe(delay);
  });

  it('keeps polling while nothing is uploaded', () => {
    expect(toPollDelay(null, { watchedMs: 0, isLive: false })).toBe(1_000);
  });

  it('is long while a stream is connected and false after the analysis has ended', () => {
    expect(toPollDelay({ status: 'running', stages: [] }, { watchedMs: 0, isLive: true })).toBe(4_000);
    expect(toPollDelay({ status: 'failed', stages: [] }, { watchedMs: 0, isLive: true })).toBe(false);
  });

  it.each([
    ['pending', false, 5_000],
    ['running', false, 5_000],
    ['done', false, false],
    ['pending', true, false],
  ] as const)('with a plan that is %s, and a live stream: %s, is %s', (status, isLive, delay) => {
    const stages = anAnalysis().stages.map((stage) => (stage.name === 'remediation' ? { ...stage, status } : stage));

    expect(toPollDelay({ status: 'completed', stages }, { watchedMs: 0, isLive })).toBe(delay);
  });
});
