import { describe, expect, it } from 'vitest';
import { chooseBanner, type BannerFacts } from './choose-banner.ts';

const NOW_MS = Date.parse('2026-11-15T00:00:00Z');

function someFacts(changes: Partial<BannerFacts> = {}): BannerFacts {
  return {
    isUnreachable: false,
    hasExpired: false,
    serverProblem: undefined,
    dataState: 'ready',
    outdated: [],
    missing: [],
    quotas: [],
    tokens: [],
    nowMs: NOW_MS,
    ...changes,
  };
}

const EXPIRING = { name: 'ci', expiresAt: '2026-11-20T00:00:00.000Z', revokedAt: null };

const FULL = { quota: 'services', used: 10, limit: 10 } as const;
const HIGH = { ...FULL, used: 9 };

describe('chooseBanner', () => {
  it('shows no banner when there is nothing to report', () => {
    expect(chooseBanner(someFacts())).toBeUndefined();
    expect(chooseBanner(someFacts({ dataState: undefined }))).toBeUndefined();
  });

  it('shows only the most important message', () => {
    const all = { isUnreachable: true, hasExpired: true, dataState: 'none', tokens: [EXPIRING] };

    expect(chooseBanner(someFacts(all))?.text).toContain('Connection lost');
    expect(chooseBanner(someFacts({ ...all, isUnreachable: false }))?.text).toContain('session has expired');
    const serverProblem = 'Uploads are rejected: only 12 MiB free.';
    expect(chooseBanner(someFacts({ serverProblem, dataState: 'none' }))?.text).toBe(serverProblem);
    expect(chooseBanner(someFacts({ dataState: 'starter', tokens: [EXPIRING] }))?.text).toContain('starter set');
    expect(chooseBanner(someFacts({ dataState: 'stale', tokens: [EXPIRING] }))?.text).toContain('data is outdated');
    expect(chooseBanner(someFacts({ dataState: 'stale', quotas: [FULL] }))?.text).toContain(
      'Quota for services reached',
    );
    expect(chooseBanner(someFacts({ dataState: 'stale', quotas: [HIGH] }))?.text).toContain('data is outdated');
    expect(chooseBanner(someFacts({ quotas: [HIGH], tokens: [EXPIRING] }))?.text).toContain('90 % of the quota');
    expect(chooseBanner(someFacts({ tokens: [EXPIRING] }))?.text).toContain('"ci" expires in 5 days.');
  });

  it('names outdated sources and links to what to do', () => {
    expect(chooseBanner(someFacts({ dataState: 'stale', outdated: ['OSV', 'EPSS'] }))).toEqual({
      kind: 'doubtful',
      text: 'The advisory data is outdated. Newer vulnerabilities are not found. Outdated: OSV, EPSS.',
      link: { path: '/settings/sources', text: 'Show what to do' },
    });
  });

  it.each([
    [
      'starter',
      [{ name: 'OSV', hasFailed: true }],
      'Most vulnerabilities cannot be found yet. First sync failed: OSV. Allow access to OSV',
    ],
    [
      'syncing',
      [
        { name: 'OSV', hasFailed: false },
        { name: 'EPSS', hasFailed: false },
      ],
      'Results are preliminary until the first sync is complete. More findings may appear. Not synced yet: OSV, EPSS.',
    ],
    [
      'stale',
      [{ name: 'EPSS', hasFailed: true }],
      'Results are preliminary until the first sync is complete. More findings may appear. First sync failed: EPSS.',
    ],
  ])('names the sources that were never synced, in the state %s', (dataState, missing, text) => {
    expect(chooseBanner(someFacts({ dataState, missing }))?.text).toContain(text);
  });

  it.each([
    ['was revoked', { revokedAt: '2026-11-01T00:00:00.000Z' }],
    ['never expires', { expiresAt: null }],
    ['has expired', { expiresAt: '2026-11-14T00:00:00.000Z' }],
    ['lasts longer', { expiresAt: '2026-11-30T00:00:00.000Z' }],
  ])('does not warn about a token that %s', (_name, changes) => {
    expect(chooseBanner(someFacts({ tokens: [{ ...EXPIRING, ...changes }] }))).toBeUndefined();
  });

  it('counts the other tokens', () => {
    expect(chooseBanner(someFacts({ tokens: [EXPIRING, { ...EXPIRING, name: 'later' }] }))?.text).toContain(
      'and 1 more',
    );
  });
});
