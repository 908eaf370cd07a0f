import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../ai/model-answer.ts';
import type { VerifiedAssessment } from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import { type StopReason, AssessmentTally, nextRetryAt } from './assessment-tally.ts';
import { anOpinion } from '../../../../test/support/subjects.ts';
import { LIMITS } from '../../../core/limits.ts';

function aTally(answered: number, failures: readonly Failure[] = [], stop: StopReason = null): AssessmentTally {
  const tally = new AssessmentTally();
  tally.add('answered', answered);
  for (const reason of failures) tally.addFailure({ reason });
  if (stop !== null) tally.stop = stop;
  return tally;
}

describe('AssessmentTally', () => {
  it.each<[string, AssessmentTally, string, string | null]>([
    ['every question was answered', aTally(3), 'done', null],
    ['no question was needed', aTally(0), 'done', null],
    ['most questions were answered', aTally(3, ['timeout']), 'done', null],
    ['no question was answered', aTally(0, ['timeout', 'provider_error', 'timeout']), 'failed', 'timeout'],
    ['the key is wrong', aTally(3, ['auth']), 'failed', 'auth'],
    ['the daily budget is exhausted', aTally(3, ['timeout'], 'day'), 'skipped', 'budget'],
    ['the monthly budget is exhausted', aTally(3, [], 'month'), 'skipped', 'budget'],
    ['AI was disabled during the run', aTally(3, ['interrupted'], 'ai_disabled'), 'skipped', 'ai_disabled'],
    ['the service opted out during the run', aTally(3, [], 'opt_out'), 'skipped', 'opt_out'],
    ['every request was blocked', aTally(0, ['circuit_open']), 'skipped', 'circuit_open'],
    ['the provider failed', aTally(1, ['provider_error', 'circuit_open']), 'failed', 'provider_error'],
  ])('reports the status and reason if %s', (_, tally, status, reason) => {
    expect(tally.toOutcome()).toEqual({ status, reason });
  });

  it.each<[string, Partial<VerifiedAssessment>, boolean, object]>([
    ['dismissed', { opinion: anOpinion({ kind: 'ai', effect: 'dismiss' }) }, true, { dismissed: 1 }],
    ['suggested', { opinion: anOpinion({ kind: 'ai', effect: 'dismiss' }) }, false, { suggested: 1 }],
    ['lowered', { opinion: anOpinion({ kind: 'ai', effect: 'deprioritize' }) }, true, { deprioritized: 1 }],
    [
      'rejected',
      { opinion: anOpinion({ kind: 'ai', effect: 'annotate' }), code: 'ai_unverified_quote' },
      true,
      { ai_unverified_quote: 1 },
    ],
    [
      'kept',
      { opinion: anOpinion({ kind: 'ai', effect: 'annotate' }), code: 'ai_no_contradiction' },
      true,
      { kept: 1 },
    ],
    ['kept without a note', { code: 'ai_no_contradiction' }, true, { kept: 1 }],
    ['not answered', { opinion: null }, true, {}],
  ])('counts findings that were %s', (_, verified, mayDecide, counts) => {
    const tally = new AssessmentTally();

    tally.addResult({ opinion: null, code: null, ...verified }, mayDecide);

    expect(tally.toCounts()).toEqual(counts);
  });
});

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
    ['does not retry truncated output', null, ['truncated'], null],
    ['does not retry invalid output that opened the circuit', 'circuit_open', ['invalid_output', 'circuit_open'], null],
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
