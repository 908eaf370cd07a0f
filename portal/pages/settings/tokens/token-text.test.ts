import { describe, expect, it } from 'vitest';
import { describeCreator, describeExpiry, isInactive, isCreatedByOwner } from './token-text.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const ends = (expiresAt: string | null, revokedAt: string | null = null) => ({ expiresAt, revokedAt });

describe('expiry of a token', () => {
  it.each([
    [ends(null), 'Never', false, false],
    [ends('2027-02-01T00:00:00.000Z'), '2027-02-01', false, false],
    [ends('2026-11-20T12:00:00.000Z'), 'In 5 days, 2026-11-20', true, false],
    [ends('2026-11-15T18:00:00.000Z'), 'Within a day, 2026-11-15', true, false],
    [ends('2026-11-15T12:00:00.000Z'), 'Expired on 2026-11-15', false, true],
    [ends(null, '2026-11-01T00:00:00.000Z'), 'Revoked on 2026-11-01', false, true],
  ])('describes %j as "%s"', (token, text, isNear, isOver) => {
    expect(describeExpiry(token, NOW)).toEqual({ text, isNear });
    expect(isInactive(token, NOW)).toBe(isOver);
  });
});

describe('creator of a token', () => {
  const ID = '01890000-0000-7000-8000-000000000001';
  it.each([
    ['person', ID, 'Ada', 'Created by Ada'],
    ['token', ID, 'nightly', 'Created with the token nightly'],
    ['operator', null, 'command line', 'Created by the operator, command line'],
    ['unrecorded', null, null, 'Creator not recorded'],
  ] as const)('describes %s %j %j as "%s"', (kind, id, name, text) => {
    expect(describeCreator({ kind, id, name })).toBe(text);
    expect(isCreatedByOwner({ createdBy: { kind, id, name }, owner: { id: ID, name: 'Ada' } })).toBe(kind === 'person');
  });
});
