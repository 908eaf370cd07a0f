import { describe, expect, it } from 'vitest';
import type { Release } from '../identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../identity/package-key.ts';
import {
  isCheckedForFixedOnly,
  findUncheckedReason,
  type FeedScope,
  type MatchedComponent,
} from './unchecked-reason.ts';

const AT = '2025-02-01T00:00:00.000Z';
const DEBIAN_12: Release = { family: 'Debian', release: '12' };
const DEBIAN_9: Release = { family: 'Debian', release: '9' };
const DEBIAN_7: Release = { family: 'Debian', release: '7' };
const NPM: Release = { family: 'npm', release: '' };
const RED_HAT_9: Release = { family: 'Red Hat', release: '9' };
const RED_HAT_7: Release = { family: 'Red Hat', release: '7' };
const LOADED = new Map<string, FeedScope>([
  ...[DEBIAN_12, DEBIAN_9, NPM].map((release): [string, FeedScope] => [toKeyPrefix(release), 'all-issues']),
  ...[RED_HAT_9, RED_HAT_7].map((release): [string, FeedScope] => [toKeyPrefix(release), 'fixed-issues-only']),
]);

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
