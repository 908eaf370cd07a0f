import { describe, expect, it } from 'vitest';
import { describeMembers } from './person.ts';

describe('describeMembers', () => {
  it('prints one line per member, without control characters', () => {
    const joined = { joinedAt: '2026-01-02T03:04:05.678Z', lastVisitAt: null };
    const text = describeMembers([
      { personId: '1', email: 'ada@example.com', name: 'Ada', role: 'owner', ...joined, lastSeenAt: null },
      { personId: '2', email: 'x@y', name: '\u001b[31m', role: 'viewer', ...joined, lastSeenAt: joined.joinedAt },
    ]);

    expect(text).toBe(
      [
        'ROLE    JOINED      LAST SEEN   E-MAIL             NAME',
        'owner   2026-01-02  never       "ada@example.com"  "Ada"',
        'viewer  2026-01-02  2026-01-02  "x@y"              "\\u{1b}[31m"',
        '',
      ].join('\n'),
    );
  });
});
