import { describe, expect, it } from 'vitest';
import { describeEnd, hasEnded } from './token-words.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const ends = (expiresAt: string | null, revokedAt: string | null = null) => ({ expiresAt, revokedAt });

describe('the end of a token', () => {
  it.each([
    [ends(null), 'Never', false, false],
    [ends('2027-02-01T00:00:00.000Z'), '2027-02-01', false, false],
    [ends('2026-11-20T12:00:00.000Z'), 'In 5 days, 2026-11-20', true, false],
    [ends('2026-11-15T18:00:00.000Z'), 'Within a day, 2026-11-15', true, false],
    [ends('2026-11-15T12:00:00.000Z'), 'Expired on 2026-11-15', false, true],
    [ends(null, '2026-11-01T00:00:00.000Z'), 'Revoked on 2026-11-01', false, true],
  ])('%j is "%s"', (token, text, isNear, isOver) => {
    expect(describeEnd(token, NOW)).toEqual({ text, isNear });
    expect(hasEnded(token, NOW)).toBe(isOver);
  });
});
