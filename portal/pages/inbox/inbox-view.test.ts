import { describe, expect, it } from 'vitest';
import type { WireInbox, WireInboxFinding } from '../../../src/api/contract/findings/inbox.ts';
import { aFinding, anId } from '../../../test/support/wire-answers.ts';
import { withoutFinding } from '../../queries/findings/inbox.ts';
import { parseInboxView } from '../../search-params/page-views.ts';
import { describePart, listItems } from './inbox-view.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function anItem(number: number, changes: Partial<WireInboxFinding> = {}): WireInboxFinding {
  return {
    ...aFinding(number),
    service: { id: anId(1), name: 'shop' },
    version: { id: anId(2), name: '1.0' },
    work: null,
    ...changes,
  };
}

function anInbox(parts: Readonly<Record<string, readonly WireInboxFinding[]>>): WireInbox {
  return {
    since: '2026-11-14T20:00:00.000Z',
    total: new Set(Object.values(parts).flatMap((findings) => findings.map(({ id }) => id))).size,
    parts: Object.entries(parts).map(([name, findings]) => ({
      name: name as WireInbox['parts'][number]['name'],
      total: findings.length,
      filter: {},
      findings: [...findings],
    })),
  };
}

describe('listItems', () => {
  it('lists each finding once, with all its parts', () => {
    const inbox = anInbox({ assigned: [anItem(1)], due: [anItem(2), anItem(1)] });

    expect(listItems(inbox).map(({ finding, parts }) => [finding.vulnerability.id, parts])).toEqual([
      ['CVE-2026-1001', ['assigned', 'due']],
      ['CVE-2026-1002', ['due']],
    ]);
    expect(listItems(inbox, 'assigned')).toHaveLength(1);
  });
});

it('lists several versions of a package as one item', () => {
  const other = anItem(2, { fingerprint: 'fingerprint-1' });

  expect(listItems(anInbox({ due: [anItem(1), other], new: [other] }))).toMatchObject([
    { parts: ['due', 'new'], rowIds: [anItem(1).id, other.id] },
  ]);
});

it('calls a finding new also if the list of new findings ends before it', () => {
  const instant = '2026-11-15T08:00:00.000Z';
  const seen = anItem(1, { firstSeen: { ...anItem(1).firstSeen, at: instant } });

  expect(listItems(anInbox({ due: [seen], review: [seen], new: [] }))).toMatchObject([
    { parts: ['due', 'review', 'new'] },
  ]);
});

describe('withoutFinding', () => {
  it('removes a finding from all parts and counts', () => {
    const left = withoutFinding(anInbox({ assigned: [anItem(1)], due: [anItem(2), anItem(1)] }), 'fingerprint-1');

    expect([left.total, ...left.parts.map(({ total }) => total)]).toEqual([1, 0, 1]);
    expect(listItems(left)).toHaveLength(1);
  });
});

describe('describePart', () => {
  const work = { formerAssignee: null, issueUrl: null, assignedBy: null, assignedAt: null };
  const assignee = { id: anId(11), name: 'Ada' };

  it.each([
    ['assigned', {}, 'Assigned to me'],
    ['assigned', { work: { ...work, assignee, dueOn: '2026-11-23' } }, 'Assigned to me, due in 3 days'],
    ['assigned', { work: { ...work, assignee, dueOn: '2026-11-18' } }, 'Assigned to me, overdue'],
    ['assigned', { work: { ...work, assignee, dueOn: '2027-02-01' } }, 'Assigned to me, due 2027-02-01'],
    ['review', {}, 'Needs review'],
  ] as const)('describes %s', (part, changes, text) => {
    expect(describePart({ finding: anItem(1, changes) }, part, NOW)).toBe(text);
  });

  it('names the day on which a decision expires', () => {
    const finding = anItem(1, { decision: aFinding(1, { decision: {} }).decision });

    expect(describePart({ finding }, 'expiring', NOW)).toBe('Decision expires 2027-03-31');
  });
});

describe('parseInboxView', () => {
  it('ignores unknown parts', () => {
    expect(parseInboxView({ part: 'all', finding: 'x' })).toEqual({ part: undefined, finding: 'x' });
    expect(parseInboxView({ part: 'due' })).toEqual({ part: 'due', finding: undefined });
  });
});
