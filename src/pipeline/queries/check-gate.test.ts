import { describe, expect, it } from 'vitest';
import { stateForGate } from './check-gate.ts';
import type { DataState } from '../advisories/data-state.ts';

function sources(...good: readonly string[]): DataState['sources'] {
  const names = ['starter', 'osv', 'kev', 'packages'];
  return names.map((name) => ({
    name,
    lastSuccessAt: good.includes(name) ? '2026-01-01T00:00:00.000Z' : null,
  })) as never;
}

describe('stateForGate', () => {
  it.each<[DataState['state'], readonly string[], DataState['state']]>([
    ['ready', ['osv', 'kev'], 'ready'],
    ['syncing', ['starter', 'osv'], 'syncing'],
    ['syncing', ['starter'], 'starter'],
    ['syncing', ['starter', 'kev'], 'starter'],
    ['syncing', ['starter', 'packages'], 'starter'],
    ['stale', ['kev'], 'none'],
    ['stale', ['osv'], 'stale'],
    ['starter', ['starter'], 'starter'],
    ['none', [], 'none'],
  ])('maps state %s with loaded sources %j to %s', (state, good, expected) => {
    expect(stateForGate({ state, sources: sources(...good) })).toBe(expected);
  });
});
