import { describe, expect, it } from 'vitest';
import type { Release } from '../identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../identity/package-key.ts';
import { countReasons, whyNotChecked, type MatchedComponent } from './why-not-checked.ts';

const AT = '2025-02-01T00:00:00.000Z';
const DEBIAN_12: Release = { family: 'Debian', release: '12' };
const DEBIAN_9: Release = { family: 'Debian', release: '9' };
const DEBIAN_7: Release = { family: 'Debian', release: '7' };
const NPM: Release = { family: 'npm', release: '' };
const LOADED = new Set([DEBIAN_12, DEBIAN_9, NPM].map(toKeyPrefix));

function aComponent(changes: Partial<MatchedComponent>): MatchedComponent {
  return { reason: null, release: NPM, isAffected: false, ...changes };
}

describe('whether a component was checked', () => {
  it.each<[string, Partial<MatchedComponent>, string | null]>([
    ['of a release with advisories', { release: DEBIAN_12 }, null],
    ['of an ecosystem with advisories', { release: NPM }, null],
    ['of a release without advisories', { release: DEBIAN_7 }, 'no-feed-for-release'],
    ['of an ecosystem without advisories', { release: { family: 'PyPI', release: '' } }, 'no-feed-for-release'],
    ['of a release that has ended', { release: DEBIAN_9 }, 'eol-release'],
    ['of a release that has ended, with a hit', { release: DEBIAN_9, isAffected: true }, null],
    ['that could not be matched', { release: DEBIAN_9, reason: 'unparsable-version' }, 'unparsable-version'],
    ['that could not be matched, with a hit', { reason: 'unparsable-version', isAffected: true }, 'unparsable-version'],
    ['that nobody knows', { release: null, reason: 'no-identity' }, 'no-identity'],
  ])('one %s', (_name, changes, reason) => {
    expect(whyNotChecked(aComponent(changes), LOADED, AT)).toBe(reason);
  });

  it('depends on the time', () => {
    const component = aComponent({ release: DEBIAN_9 });

    expect(whyNotChecked(component, LOADED, '2022-06-01T00:00:00.000Z')).toBeNull();
  });

  it('does not take a release for another one whose name begins with its own', () => {
    const loaded = new Set([toKeyPrefix({ family: 'SUSE', release: '15.7' })]);
    const component = aComponent({ release: { family: 'SUSE', release: '15' } });

    expect(whyNotChecked(component, loaded, AT)).toBe('no-feed-for-release');
  });
});

describe('how many components have which reason', () => {
  it('adds up what is alike in the end', () => {
    const groups = [
      { ...aComponent({}), count: 10 },
      { ...aComponent({ release: DEBIAN_9 }), count: 3 },
      { ...aComponent({ release: DEBIAN_9, isAffected: true }), count: 4 },
      { ...aComponent({ release: DEBIAN_7 }), count: 1 },
      { ...aComponent({ release: { family: 'Fedora', release: '36' }, reason: 'no-feed-for-release' }), count: 2 },
    ];

    expect(countReasons(groups, LOADED, AT)).toEqual(
      new Map([
        [null, 14],
        ['eol-release', 3],
        ['no-feed-for-release', 3],
      ]),
    );
  });
});
