import { describe, expect, it } from 'vitest';
import type { Release } from '../identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../identity/package-key.ts';
import {
  findUncheckedReason,
  isCheckedForFixedOnly,
  toCoverage,
  type FeedScope,
  type MatchedComponent,
} from './coverage.ts';

const AT = '2025-02-01T00:00:00.000Z';
const DEBIAN_12: Release = { family: 'Debian', release: '12' };
const DEBIAN_9: Release = { family: 'Debian', release: '9' };
const DEBIAN_7: Release = { family: 'Debian', release: '7' };
const NPM: Release = { family: 'npm', release: '' };
const RED_HAT_9: Release = { family: 'Red Hat', release: '9' };
const RED_HAT_7: Release = { family: 'Red Hat', release: '7' };
const RED_HAT_6: Release = { family: 'Red Hat', release: '6' };
const UBUNTU_18: Release = { family: 'Ubuntu', release: '18.04' };
const ALPINE: Release = { family: 'Alpine', release: 'v3.19' };
const WOLFI: Release = { family: 'Wolfi', release: '' };
const LOADED = new Map<string, FeedScope>([
  ...[DEBIAN_12, DEBIAN_9, NPM, UBUNTU_18, RED_HAT_6].map((release): [string, FeedScope] => [
    toKeyPrefix(release),
    'all-issues',
  ]),
  ...[RED_HAT_9, RED_HAT_7, ALPINE, WOLFI].map((release): [string, FeedScope] => [
    toKeyPrefix(release),
    'fixed-issues-only',
  ]),
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

  it('counts components that are not packages of their own by reason only', () => {
    const groups = [
      aGroup(3, 'npm'),
      { reason: 'no-version', release: null, isAffected: false, count: 1 },
      { reason: 'not-a-package', release: null, isAffected: false, count: 6 },
    ];

    expect(toCoverage(groups, LOADED, AT)).toMatchObject({
      components: 4,
      checked: 3,
      notChecked: [
        { reason: 'not-a-package', count: 6 },
        { reason: 'no-version', count: 1 },
      ],
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

function aComponent(changes: Partial<MatchedComponent>): MatchedComponent {
  return { reason: null, release: NPM, isAffected: false, ...changes };
}

describe('findUncheckedReason', () => {
  it.each<[string, Partial<MatchedComponent>, string | null]>([
    ['of a release with advisories', { release: DEBIAN_12 }, null],
    ['of an ecosystem with advisories', { release: NPM }, null],
    ['of a release without advisories', { release: DEBIAN_7 }, 'no-feed-for-release'],
    ['of an ecosystem without advisories', { release: { family: 'PyPI', release: '' } }, 'no-feed-for-release'],
    ['of a release past end of life', { release: DEBIAN_9 }, 'eol-release'],
    ['of an ended release whose issues are listed for paying users', { release: UBUNTU_18 }, null],
    ['of an ended release with notices of paid fixes alone', { release: RED_HAT_7 }, 'eol-release'],
    ['of a release past the end of paid updates', { release: RED_HAT_6 }, 'eol-release'],
    ['of a release past end of life, with a match', { release: DEBIAN_9, isAffected: true }, null],
    ['that could not be matched', { release: DEBIAN_9, reason: 'unparsable-version' }, 'unparsable-version'],
    [
      'that could not be matched, with a match',
      { reason: 'unparsable-version', isAffected: true },
      'unparsable-version',
    ],
    ['that is not identified', { release: null, reason: 'no-identity' }, 'no-identity'],
  ])('returns the reason for a component %s', (_name, changes, reason) => {
    expect(findUncheckedReason(aComponent(changes), LOADED, AT)).toBe(reason);
  });

  it('depends on the time', () => {
    const component = aComponent({ release: DEBIAN_9 });

    expect(findUncheckedReason(component, LOADED, '2022-06-01T00:00:00.000Z')).toBeNull();
  });

  it('does not confuse a release with another one whose name starts with it', () => {
    const loaded = new Map<string, FeedScope>([
      [toKeyPrefix({ family: 'SUSE', release: '15.7' }), 'fixed-issues-only'],
    ]);
    const component = aComponent({ release: { family: 'SUSE', release: '15' } });

    expect(findUncheckedReason(component, loaded, AT)).toBe('no-feed-for-release');
  });
});

describe('isCheckedForFixedOnly', () => {
  it.each<[string, Partial<MatchedComponent>, boolean]>([
    ['of a release whose advisories list every issue', { release: DEBIAN_12 }, false],
    ['of a language ecosystem', { release: NPM }, false],
    ['of a release whose advisories list fixed issues', { release: RED_HAT_9 }, true],
    ['of such a release, with a finding', { release: RED_HAT_9, isAffected: true }, true],
    ['of such a release that has ended, without a finding', { release: RED_HAT_7 }, false],
    ['of such a release that has ended, with a finding', { release: RED_HAT_7, isAffected: true }, true],
    ['of such a release that could not be matched', { release: RED_HAT_9, reason: 'no-version' }, false],
    ['of a release without advisories', { release: DEBIAN_7, isAffected: true }, false],
    ['without an identity', { release: null, reason: 'no-identity' }, false],
  ])('decides for a component %s', (_name, changes, expected) => {
    expect(isCheckedForFixedOnly(aComponent(changes), LOADED, AT)).toBe(expected);
  });
});
