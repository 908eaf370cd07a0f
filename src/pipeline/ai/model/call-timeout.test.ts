import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../core/limits.ts';
import { toCallTimeoutMs } from './call-timeout.ts';

describe('toCallTimeoutMs', () => {
  it.each<[string, number, readonly number[], number]>([
    ['is the configured one for an endpoint that was never called', 60_000, [], 60_000],
    ['is the configured one for a fast endpoint', 60_000, [800, 1_200], 60_000],
    ['is three times the longest attempt of a slow endpoint', 60_000, [20_000, 55_000.5, 30_000], 165_002],
    ['is bounded', 60_000, [400_000], LIMITS.aiTimeoutMsMax],
    ['is never below the configured one', LIMITS.aiTimeoutMsMax, [1], LIMITS.aiTimeoutMsMax],
  ])('%s', (_, configuredMs, attemptsMs, expected) => {
    expect(toCallTimeoutMs(configuredMs, attemptsMs)).toBe(expected);
  });
});
