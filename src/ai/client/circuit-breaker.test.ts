import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { createCircuitBreaker, createCircuitBreakers } from './circuit-breaker.ts';

function aBreaker() {
  const clock = { nowMs: 0 };
  const breaker = createCircuitBreaker(() => clock.nowMs);
  const call = (outcome: 'success' | 'failure' | 'none'): boolean => {
    const leave = breaker.enter();
    leave?.(outcome);
    return leave !== undefined;
  };
  const fail = (times: number): void => {
    for (let i = 0; i < times; i += 1) call('failure');
  };
  return { clock, breaker, call, fail };
}

describe('createCircuitBreaker', () => {
  it('opens after the maximum number of failures in a row, and not before', () => {
    const { call, fail } = aBreaker();

    fail(LIMITS.aiFailuresMax - 1);
    expect(call('success')).toBe(true);
    fail(LIMITS.aiFailuresMax - 1);
    expect(call('failure')).toBe(true);

    expect(call('success')).toBe(false);
  });

  it('lets one call through after the pause and closes if it succeeds', () => {
    const { clock, breaker, call, fail } = aBreaker();
    fail(LIMITS.aiFailuresMax);
    clock.nowMs += LIMITS.aiFailurePauseMs;

    const leave = breaker.enter();
    expect(call('success')).toBe(false);
    leave?.('success');

    expect(call('success')).toBe(true);
  });

  it('stays open for another pause if the trial call fails', () => {
    const { clock, call, fail } = aBreaker();
    fail(LIMITS.aiFailuresMax);
    clock.nowMs += LIMITS.aiFailurePauseMs;

    expect(call('failure')).toBe(true);
    expect(call('success')).toBe(false);
    clock.nowMs += LIMITS.aiFailurePauseMs;
    expect(call('success')).toBe(true);
  });

  it('lets another call through if the outcome of the trial call is unknown', () => {
    const { clock, call, fail } = aBreaker();
    fail(LIMITS.aiFailuresMax);
    clock.nowMs += LIMITS.aiFailurePauseMs;

    expect(call('none')).toBe(true);
    expect(call('success')).toBe(true);
  });

  it('creates one breaker for each organization', () => {
    const breakerOf = createCircuitBreakers(() => 0);
    for (let i = 0; i < LIMITS.aiFailuresMax; i += 1) breakerOf('a').enter()?.('failure');

    expect(breakerOf('a').enter()).toBeUndefined();
    expect(breakerOf('b').enter()).toBeDefined();
  });
});
