/**
 * Leaves a provider alone that fails again and again: after some failures in a row nobody is let through for a while, then one call
 * tries, and what becomes of it decides for the others. One for each organization, in the memory of the process.
 */
import { LIMITS } from '../core/limits.ts';

export interface CircuitBreaker {
  /** Undefined: not now. Else what has to be called once with what became of it; `none`: nobody can say. */
  readonly enter: () => ((outcome: 'success' | 'failure' | 'none') => void) | undefined;
}

export function createCircuitBreaker(nowMs: () => number): CircuitBreaker {
  let failures = 0;
  let openedAt = 0;
  let isTrying = false;
  return {
    enter: () => {
      const isOpen = failures >= LIMITS.aiFailuresMax;
      if (isOpen && (isTrying || nowMs() - openedAt < LIMITS.aiFailurePauseMs)) return undefined;
      isTrying = isOpen;
      return (outcome) => {
        if (isOpen) isTrying = false;
        if (outcome === 'success') failures = 0;
        if (outcome !== 'failure') return;
        failures += 1;
        openedAt = nowMs();
      };
    },
  };
}

/** The same one for the same organization, whatever it is asked about. */
export function createCircuitBreakers(nowMs: () => number): (organization: string) => CircuitBreaker {
  const breakers = new Map<string, CircuitBreaker>();
  return (organization) => {
    const breaker = breakers.get(organization) ?? createCircuitBreaker(nowMs);
    breakers.set(organization, breaker);
    return breaker;
  };
}
