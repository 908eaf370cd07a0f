import { describe, expect, it } from 'vitest';
import { toIsoTimes } from './dated-row.ts';

describe('toIsoTimes', () => {
  it('converts times and keeps everything else', () => {
    const nested = { at: new Date(0) };
    const row = { id: 'a', createdAt: new Date('2026-01-02T03:04:05.678Z'), deletedAt: null, count: 1, nested };

    expect(toIsoTimes(row)).toEqual({
      id: 'a',
      createdAt: '2026-01-02T03:04:05.678Z',
      deletedAt: null,
      count: 1,
      nested,
    });
  });
});
