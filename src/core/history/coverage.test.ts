import { describe, expect, it } from 'vitest';
import { toKeyPrefix } from '../identity/package-key.ts';
import { toCoverage } from './coverage.ts';
import type { FeedScope, MatchedComponent } from './unchecked-reason.ts';

const AT = '2025-02-01T00:00:00.000Z';
const LOADED = new Map<string, FeedScope>([
  [toKeyPrefix({ family: 'npm', release: '' }), 'all-issues'],
  [toKeyPrefix({ family: 'Debian', release: '9' }), 'all-issues'],
  [toKeyPrefix({ family: 'Debian', release: '12' }), 'all-issues'],
  [toKeyPrefix({ family: 'Red Hat', release: '9' }), 'fixed-issues-only'],
  [toKeyPrefix({ family: 'Alpine', release: 'v3.19' }), 'fixed-issues-only'],
  [toKeyPrefix({ family: 'Wolfi', release: '' }), 'fixed-issues-only'],
]);

function aGroup(count: number, place: string, changes: Partial<MatchedComponent> = {}) {
  const [family = '', release = ''] = place.split(':');
  return { reason: null, release: { family, release }, isAffected: false, ...changes, count };
}

describe('toCoverage', () => {
  it('counts the checked components and each reason separately, the most frequent reason first', () => {
    const groups = [
      { reason: 'no-version', release: null, isAffected: false, count: 2 },
      aGroup(10, 'npm'),
      aGroup(3, 'Debian:9'),
      aGroup(4, 'Debian:9', { isAffected: true }),
      aGroup(1, 'Debian:7'),
      aGroup(3, 'Fedora:36', { reason: 'no-feed-for-release' }),
    ];

    expect(toCoverage(groups, LOADED, AT)).toEqual({
      components: 23,
      checked: 14,
      notChecked: [
        { reason: 'no-feed-for-release', count: 4 },
        { reason: 'eol-release', count: 3 },
        { reason: 'no-version', count: 2 },
      ],
      fixedIssuesOnly: 0,
      fixedIssuesOnlyByRelease: [],
    });
  });

  it('lists the releases whose components were checked for fixed issues only, the largest first', () => {
    const groups = [
      aGroup(2, 'Wolfi'),
      aGroup(2, 'Alpine:v3.19'),
      aGroup(5, 'Red Hat:9'),
      aGroup(1, 'Red Hat:9', { isAffected: true }),
      aGroup(3, 'Red Hat:9', { release: { family: 'Red Hat', release: '9', channel: 'eus:9.4' } }),
      aGroup(7, 'Red Hat:9', { reason: 'module-stream-unknown' }),
      aGroup(8, 'Debian:12'),
    ];

    expect(toCoverage(groups, LOADED, AT)).toEqual({
      components: 28,
      checked: 21,
      notChecked: [{ reason: 'module-stream-unknown', count: 7 }],
      fixedIssuesOnly: 13,
      fixedIssuesOnlyByRelease: [
        { family: 'Red Hat', release: '9', count: 9 },
        { family: 'Alpine', release: 'v3.19', count: 2 },
        { family: 'Wolfi', release: '', count: 2 },
      ],
    });
  });

  it('returns zero counts without components', () => {
    expect(toCoverage([], LOADED, AT)).toEqual({
      components: 0,
      checked: 0,
      notChecked: [],
      fixedIssuesOnly: 0,
      fixedIssuesOnlyByRelease: [],
    });
  });
});
