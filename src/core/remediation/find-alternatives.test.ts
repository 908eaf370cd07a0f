import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../test/support/advisories.ts';
import { identify } from '../../../test/support/remediation.ts';
import { findOtherRelease, findReplacement, findWorkaround } from './find-alternatives.ts';

const AT = '2026-11-15T00:00:00.000Z';
const from0 = { introduced: '0' };

type Fixes = Readonly<Record<string, string | undefined>>;

/** Returns the result for Debian 12, given the fix by release; undefined: no fix. */
function find(fixes: Fixes, name = 'samba'): string | undefined {
  const record = anOsvRecord({
    id: 'CVE-2018-14628',
    affected: Object.entries(fixes).map(([ecosystem, fixed]) =>
      anAffected({ ecosystem, name, events: [from0, ...(fixed === undefined ? [] : [{ fixed }])] }),
    ),
  });
  const { identity } = identify('pkg:deb/debian/libsmb@2:4.17-1?distro=debian-12&upstream=samba').package;
  const other = findOtherRelease(identity, readAdvisory(record).affected, AT);
  return other && `${other.family} ${other.release} ${other.version}`;
}

describe('findOtherRelease', () => {
  it.each<[string, Fixes, string | undefined]>([
    ['the later one', { 'Debian:12': undefined, 'Debian:13': '2:4.19-1' }, 'Debian 13 2:4.19-1'],
    ['the nearest one', { 'Debian:14': '3', 'Debian:13': '2' }, 'Debian 13 2'],
    ['one behind one without a fix', { 'Debian:13': undefined, 'Debian:14': '3' }, 'Debian 14 3'],
    ['none that is older', { 'Debian:11': '2:4.13-1', 'Debian:12': undefined }, undefined],
    ['none of another distribution', { 'Ubuntu:24.04': '2:4.19-1' }, undefined],
  ])('returns %s', (_, fixes, expected) => {
    expect(find(fixes)).toBe(expected);
  });

  it('ignores entries of another package', () => {
    expect(find({ 'Debian:13': '2:4.19-1' }, 'cairo')).toBeUndefined();
  });
});

describe('findWorkaround', () => {
  it.each([
    ['### Impact\nBad.\n\n### Workarounds\nTurn it off.\n\n### References\nx', 'Turn it off.'],
    ['## Mitigation\nUse a proxy.', 'Use a proxy.'],
    ['### Workarounds\nNone.', undefined],
    ['### Workarounds\nThere are no known workarounds.', undefined],
    ['### Impact\nA workaround is not known.', undefined],
    ['', undefined],
  ])('returns the workaround of %j', (details, expected) => {
    expect(findWorkaround(details)).toBe(expected);
  });
});

describe('findReplacement', () => {
  const goEntry = (name: string, ...events: readonly Record<string, string>[]) =>
    anAffected({ ecosystem: 'Go', name, type: 'SEMVER', events });
  const { affected } = readAdvisory(
    anOsvRecord({
      affected: [
        goEntry('x.y/z', { introduced: '0' }),
        goEntry('x.y/z/v2', { introduced: '0' }, { fixed: '2.0.1' }),
        goEntry('x.y/other/v3', { introduced: '0' }, { fixed: '3.0.1' }),
      ],
    }),
  );

  it.each([
    ['x.y/z', { name: 'x.y/z/v2', version: '2.0.1' }],
    ['x.y/z/v2', undefined],
    ['x.y/w', undefined],
  ])('returns the replacement of %s', (name, expected) => {
    expect(findReplacement({ family: 'Go', name }, affected)).toEqual(expected);
  });
});
