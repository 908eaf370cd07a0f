import { describe, expect, it } from 'vitest';
import { anOpinion } from '../../../../test/support/subjects.ts';
import { decideDeadline } from '../../relevance/priority/deadline.ts';
import type { Opinion } from '../../relevance/opinions/opinion.ts';
import { findDueAt, findExpiry } from './finding-times.ts';

const SEEN = '2026-03-01T00:00:00.000Z';
const NOW = '2026-03-10T00:00:00.000Z';

function due(days: number | null, dateAdded: string | null, previous?: { days: number | null; dueAt: string | null }) {
  const deadline = { ...decideDeadline({ vulnerability: UNRATED }), days };
  const kev = dateAdded === null ? null : { dateAdded, dueDate: null, ransomware: false, name: null, action: null };
  return findDueAt(deadline, { kev }, { firstSeenAt: SEEN, now: NOW, ...(previous !== undefined && { previous }) });
}

const UNRATED = { severity: 'unknown', cvss: [], kev: null, epss: null, ssvc: null } as const;

describe('findDueAt', () => {
  it.each<[string, string | null, string]>([
    ['from when the service had it', null, '2026-03-15T00:00:00.000Z'],
    ['from its first appearance in the service if it was exploited before', '2026-01-01', '2026-03-15T00:00:00.000Z'],
    ['from its exploitation if the service had it before', '2026-03-05', '2026-03-19T00:00:00.000Z'],
  ])('counts %s', (_, dateAdded, expected) => {
    expect(due(14, dateAdded)).toBe(expected);
  });

  it('returns null without a first-seen time and for a deadline at the next upgrade', () => {
    expect(findDueAt(decideDeadline({ vulnerability: UNRATED }), { kev: null }, undefined)).toBe(null);
    expect(due(null, null)).toBe(null);
  });

  it('keeps the due date that was set before', () => {
    const previous = { days: 14, dueAt: '2026-03-12T00:00:00.000Z' };
    expect(due(14, '2026-03-05', previous)).toBe(previous.dueAt);
  });
});

describe('findExpiry', () => {
  const person = (changes: Partial<Opinion>): Opinion => anOpinion({ kind: 'human', ...changes });

  it('returns the earliest expiry of the decisions that apply', () => {
    const later = person({ expiresAt: '2026-06-01T00:00:00.000Z' });
    const grace = person({ graceUntil: '2026-05-01T00:00:00.000Z', expiresAt: '2026-07-01T00:00:00.000Z' });
    const over = person({ expiresAt: '2026-01-01T00:00:00.000Z', applies: false });

    expect(findExpiry([later, grace, over])).toBe('2026-05-01T00:00:00.000Z');
    expect(findExpiry([later])).toBe('2026-06-01T00:00:00.000Z');
    expect(findExpiry([over, anOpinion({ kind: 'rule' })])).toBe(null);
  });
});
