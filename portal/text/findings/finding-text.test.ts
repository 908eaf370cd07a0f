import { describe, expect, it } from 'vitest';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { aFinding, aReason, aStandingDecision } from '../../../test/support/wire-answers.ts';
import { describeOrigin, describeStatus, findDueDate, toDueText, describeVulnerabilityCounts } from './finding-text.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

describe('toDueText', () => {
  it.each([
    [null, undefined],
    ['nonsense', undefined],
    ['2026-12-15', undefined],
    ['2026-11-20', 'due in 5 days'],
    ['2026-11-16', 'due in 1 day'],
    ['2026-11-15', 'due today'],
    ['2026-01-01', 'overdue'],
    ['2026-11-15T04:00:00.000Z', 'overdue'],
    ['2026-11-15T23:00:00.000Z', 'due today'],
    ['2026-11-16T01:00:00.000Z', 'due in 1 day'],
  ])('describes %s as %s', (date, text) => {
    expect(toDueText(date, NOW_MS)).toBe(text);
  });
});

describe('findDueDate', () => {
  const KEV = { dateAdded: '2021-12-10', dueDate: '2021-12-24', ransomware: false, name: null, action: null };
  const DEADLINE = { dueAt: '2026-11-18T00:00:00.000Z' } as NonNullable<WireFinding['priority']['deadline']>;
  const due = (changes: Partial<WireFinding>, deadline: WireFinding['priority']['deadline'] = DEADLINE) => {
    const finding = { ...aFinding(0), ...changes };
    return findDueDate({
      ...finding,
      priority: { ...finding.priority, deadline },
      vulnerability: { ...finding.vulnerability, kev: KEV },
    });
  };

  it('is the deadline of the finding, whatever the catalog of exploited vulnerabilities says', () => {
    expect(due({})).toBe(DEADLINE.dueAt);
    expect(due({}, null)).toBe(KEV.dueDate);
  });

  it('does not exist for a finding that is resolved or not relevant', () => {
    const { relevance } = aFinding(0);

    expect(due({ state: 'resolved' })).toBeNull();
    expect(due({ relevance: { ...relevance, status: 'not_relevant' } })).toBeNull();
  });
});

describe('describeOrigin', () => {
  it.each([
    [true, 'Direct'],
    [false, 'Transitive'],
    [null, 'Unknown'],
  ])('describes direct %s as "%s"', (direct, text) => {
    expect(describeOrigin({ direct })).toBe(text);
  });
});

describe('describeStatus', () => {
  const reasons = [aReason({ text: 'Why.' })];

  it.each([
    ['open', 'relevant', 'Relevant', undefined],
    ['open', 'deprioritized', 'Lower priority', 'Development dependency: Why.'],
    ['open', 'not_relevant', 'Not relevant', 'Development dependency: Why.'],
    ['resolved', 'relevant', 'Fixed', undefined],
    ['retracted', 'not_relevant', 'Retracted', undefined],
  ] as const)('describes a finding that is %s and %s as "%s"', (state, status, text, why) => {
    expect(describeStatus(aFinding(1, { state, relevance: { status, reasons } }))).toMatchObject({ text, why });
  });

  it('shows a suggestion regardless of the status', () => {
    const suggestion = aReason({ text: 'Only for tests.' });
    const finding = aFinding(1, { relevance: { status: 'relevant', reasons: [suggestion], suggestion } });

    expect(describeStatus(finding)).toEqual({ text: 'Needs review', why: 'Only for tests.', kind: 'suggested' });
  });

  it('shows until when a risk is accepted', () => {
    const decision = aStandingDecision({ action: 'accept_risk', expiresAt: '2027-02-13T00:00:00.000Z' });
    const finding = aFinding(1, { relevance: { status: 'deprioritized', label: 'accepted', reasons }, decision });

    expect(describeStatus(finding)).toMatchObject({ text: 'Accepted', why: 'Expires 2027-02-13. Why.' });
  });

  it('asks for a new decision when the last one no longer applies', () => {
    const finding = aFinding(1, { decision: aStandingDecision({ applies: false, detail: 'It was minor.' }) });

    expect(describeStatus(finding)).toMatchObject({ text: 'Reconfirm', why: 'It was minor.' });
  });
});

describe('describeVulnerabilityCounts', () => {
  it.each([
    [{ findings: 3, fixable: 0 }, 'None'],
    [{ findings: 3, fixable: 3 }, 'Available'],
    [{ findings: 1_200, fixable: 2 }, 'For 2 of 1,200'],
  ])('describes the fix for %j', (counts, fix) => {
    const found = describeVulnerabilityCounts({ ...counts, packages: ['a', 'b', 'c'], packageCount: 4 });

    expect(found).toEqual({ fix, more: 'and 1 more package' });
  });
});
