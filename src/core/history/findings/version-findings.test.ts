import { describe, expect, it } from 'vitest';
import { aPlace, anOpinion, aProfile } from '../../../../test/support/subjects.ts';
import type { PackageMatch } from '../../match/match.ts';
import type { ResolvedMatch } from '../../match/ownership/resolve-ownership.ts';
import {
  toVersionFindings,
  type ComponentInVersion,
  type FindingContext,
  type FoundVulnerability,
  findDueAt,
  findExpiry,
} from './version-findings.ts';
import { decideDeadline } from '../../relevance/priority/deadline.ts';
import type { Opinion } from '../../relevance/opinions/opinion.ts';

const MATCH: PackageMatch = {
  groupId: 'CVE-2024-1000',
  canonicalId: 'CVE-2024-1000',
  class: 'vulnerability',
  state: 'affected',
  confidence: 'high',
  assumptions: [],
  evidence: [],
  fixedVersions: [],
  fixState: 'unknown',
  urgency: undefined,
};

const VULNERABILITY: FoundVulnerability = {
  id: 'CVE-2024-1000',
  aliases: [],
  title: '',
  severity: 'high',
  cvss: [],
  cwes: [],
  references: [],
  publishedAt: null,
  modifiedAt: null,
  withdrawnAt: null,
  kev: null,
  epss: null,
  ssvc: null,
};

const COMPONENT: ComponentInVersion = {
  id: '1',
  purl: null,
  name: 'rpm',
  version: '4.18.0',
  unversioned: 'PyPI\u001Frpm',
  scope: 'required',
  direct: null,
  matches: [MATCH],
  occurrences: [],
};
const VULNERABILITIES = new Map([['CVE-2024-1000', VULNERABILITY]]);

function findingsOf(...matches: readonly ResolvedMatch[]) {
  return [...toVersionFindings([{ ...COMPONENT, matches }], VULNERABILITIES)];
}

function findingIn(context: FindingContext, changes: Partial<ComponentInVersion> = {}) {
  return [...toVersionFindings([{ ...COMPONENT, ...changes }], VULNERABILITIES, context)][0];
}

describe('toVersionFindings', () => {
  it('includes the relevance of the match', () => {
    const [finding] = findingsOf({ ...MATCH, urgency: 'unimportant' });

    expect(finding).toMatchObject({ relevance: 'deprioritized', detail: { reasons: [{ code: 'distro-minor' }] } });
  });

  it('includes the exploit facts and the resulting priority', () => {
    const [finding] = findingsOf(MATCH);

    expect(finding).toMatchObject({ risk: 48.8, band: 'P2', kev: false, epss: null });
    expect(finding?.detail.priority.reasons).toHaveLength(4);
    expect(finding?.detail.priority).toMatchObject({ contextual: null, deadline: { days: 14, forensics: false } });
  });

  it('includes the basis of the relevance and no decision by default', () => {
    expect(findingIn({})?.detail).toMatchObject({
      relevance: { basis: 'default', label: null, suggestion: null, conflict: false, isEscalated: false },
      reasons: [],
      decision: null,
    });
  });

  it.each([
    ['development', [], 'not_relevant'],
    ['development', [{ sbomId: 'a', image: 'app:1', bomRef: 'b' }], 'relevant'],
    ['optional', [], 'deprioritized'],
    ['unknown', [], 'relevant'],
  ] as const)('rates a component with scope %s and occurrences %j', (scope, occurrences, relevance) => {
    expect(findingIn({}, { scope, occurrences })?.relevance).toBe(relevance);
  });

  it('uses only affected matches of known vulnerabilities', () => {
    const unknown = { ...MATCH, groupId: 'CVE-2024-2000' };

    expect(findingsOf({ ...MATCH, state: 'not_affected' }, { ...MATCH, state: 'cannot_assess' }, unknown)).toEqual([]);
  });
});

describe('the vulnerability of a finding', () => {
  it('has the same title for all versions of a package and names each package', () => {
    const components = [
      { ...COMPONENT, id: '1', version: '4.18.0' },
      { ...COMPONENT, id: '2', version: '4.19.0' },
      { ...COMPONENT, id: '3', name: 'rpm-build' },
    ];
    const findings = [...toVersionFindings(components, new Map([[MATCH.groupId, { ...VULNERABILITY, records: [] }]]))];

    expect(findings.map(({ detail }) => detail.vulnerability.title)).toEqual([
      'CVE-2024-1000 in rpm',
      'CVE-2024-1000 in rpm',
      'CVE-2024-1000 in rpm-build',
    ]);
  });
});

describe('the fix of a finding', () => {
  const DEBIAN_11 = { family: 'Debian', release: '11' };
  const FIXED = { fixState: 'fixed', fixedVersions: ['4.19.0'] } as const;

  it.each<[string, Partial<PackageMatch>, string, string]>([
    ['has no fix', { fixState: 'not_fixed' }, '2026-01-01T00:00:00.000Z', 'not_fixed'],
    ['was put off', { fixState: 'not_fixed', urgency: 'postponed' }, '2026-01-01T00:00:00.000Z', 'deferred'],
    ['is in an unsupported release', { fixState: 'not_fixed' }, '2026-10-01T00:00:00.000Z', 'eol'],
    ['was fixed before the release has ended', FIXED, '2026-10-01T00:00:00.000Z', 'fixed'],
  ])('has the expected state for a vulnerability that %s', (_case, changes, at, state) => {
    const matches = [{ ...MATCH, ...changes }];

    expect(findingIn({ at }, { matches, release: DEBIAN_11 })?.detail.fix).toMatchObject({ state });
  });

  it.each([
    ['a package of no release', { at: '2026-10-01T00:00:00.000Z' }, null],
    ['an unknown time', {}, DEBIAN_11],
  ])('does not become eol with %s', (_case, context, release) => {
    const matches = [{ ...MATCH, fixState: 'not_fixed' } as const];

    expect(findingIn(context, { matches, release })?.detail.fix).toEqual({ state: 'not_fixed', versions: [] });
  });
});

describe('the context of findings', () => {
  it('prefers the given places over those derived from occurrences', () => {
    const places = [aPlace({ scope: 'development' })];

    expect(findingIn({ placesOf: (id) => (id === '1' ? places : undefined) })?.relevance).toBe('not_relevant');
    expect(findingIn({ placesOf: () => [] })?.relevance).toBe('relevant');
  });

  it('uses the kind of the documents', () => {
    const document = { kind: 'deployed', isContainer: false, platform: { os: [], arch: [] } } as const;

    expect(findingIn({ documentOf: () => document }, { scope: 'development' })?.relevance).toBe('relevant');
  });

  it('applies the given profiles', () => {
    const profile = aProfile({ fields: { 'exposure.reach': 'internal' } });
    const finding = findingIn({ profilesOf: (places) => (places.length === 1 ? [profile] : []) });

    expect(finding).toMatchObject({ risk: 29.3, detail: { priority: { deadline: { row: { exposed: false } } } } });
  });

  it('applies human decisions', () => {
    const decision = anOpinion({ kind: 'human', code: 'decision', actor: 'ann', effect: 'dismiss', scope: 'service' });
    const finding = findingIn({
      opinionsOf: ({ componentId, groupId }) =>
        componentId === '1' && groupId === 'CVE-2024-1000' ? { decisions: [decision] } : {},
    });

    expect(finding).toMatchObject({
      relevance: 'not_relevant',
      detail: { decision, reasons: [decision], relevance: { basis: 'human' } },
    });
  });
});

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
