/**
 * Stops calls to a provider that keeps failing: after several failures in a row no call is let through for a while; then one
 * trial call decides whether the breaker closes. One breaker for each organization, in the memory of the process.
 */
import { LIMITS } from '../../core/limits.ts';

export interface CircuitBreaker {
  /**
   * Returns undefined if no call is allowed now. Otherwise returns a function that must be called once with the outcome; `none`
   * means that the outcome is unknown.
   */
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

/** Always returns the same breaker for the same organization. */
export function createCircuitBreakers(nowMs: () => number): (organization: string) => CircuitBreaker {
  const breakers = new Map<string, CircuitBreaker>();
  return (organization) => {
    const breaker = breakers.get(organization) ?? createCircuitBreaker(nowMs);
    breakers.set(organization, breaker);
    return breaker;
  };
}
