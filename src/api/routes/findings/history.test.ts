import { describe, expect, it } from 'vitest';
import { toDayRange } from './history.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

describe('toDayRange', () => {
  it.each([
    [{}, { from: '2026-08-18', to: '2026-11-15' }],
    [{ to: '2026-03-01' }, { from: '2025-12-02', to: '2026-03-01' }],
    [{ from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-15' }],
    [
      { from: '2026-11-01', to: '2027-01-01' },
      { from: '2026-11-01', to: '2026-11-15' },
    ],
    [{ from: '2026-11-15' }, { from: '2026-11-15', to: '2026-11-15' }],
  ])('resolves %j', (query, days) => {
    expect(toDayRange(query, NOW)).toEqual(days);
  });

  it.each([{ from: '2026-02-02', to: '2026-02-01' }, { from: '2026-12-01' }, { from: '2020-01-01' }])(
    'rejects %j',
    (query) => {
      expect(() => toDayRange(query, NOW)).toThrow(/"from"/);
    },
  );
});
