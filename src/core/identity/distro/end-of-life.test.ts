import { describe, expect, it } from 'vitest';
import { DEBIAN_RELEASES, UBUNTU_RELEASES } from './parse-release.ts';
import { isEndOfLife, isPaidOnly, type Release } from './end-of-life.ts';

const LATER = '9999-01-01T00:00:00.000Z';

describe('isEndOfLife', () => {
  it.each<[Release, string, boolean]>([
    [{ family: 'Debian', release: '11' }, '2026-08-31T23:59:59.999Z', false],
    [{ family: 'Debian', release: '11' }, '2026-09-01T00:00:00.000Z', true],
    [{ family: 'Debian', release: '12' }, '2027-01-01T00:00:00.000Z', false],
    [{ family: 'Debian', release: '7' }, '2025-01-01T00:00:00.000Z', true],
    [{ family: 'Ubuntu', release: '20.04' }, '2025-05-01T00:00:00.000Z', false],
    [{ family: 'Ubuntu', release: '20.04' }, '2025-06-01T00:00:00.000Z', true],
    [{ family: 'Ubuntu', release: '20.04', channel: 'pro' }, '2025-06-01T00:00:00.000Z', false],
    [{ family: 'Ubuntu', release: '20.04', channel: 'pro:fips' }, '2030-05-01T00:00:00.000Z', true],
    [{ family: 'Ubuntu', release: '16.04', channel: 'pro' }, '2026-05-01T00:00:00.000Z', true],
    [{ family: 'Alpine', release: 'v3.19' }, '2025-02-01T00:00:00.000Z', false],
    [{ family: 'Alpine', release: 'v3.19' }, '2026-02-01T00:00:00.000Z', true],
    [{ family: 'Red Hat', release: '7' }, '2025-02-01T00:00:00.000Z', true],
    [{ family: 'Red Hat', release: '9', channel: 'eus:9.0' }, '2026-02-01T00:00:00.000Z', false],
    [{ family: 'AlmaLinux', release: '8' }, '2026-02-01T00:00:00.000Z', false],
    [{ family: 'SUSE', release: '15.3' }, '2025-02-01T00:00:00.000Z', true],
    [{ family: 'SUSE', release: '15.7' }, '2025-08-01T00:00:00.000Z', false],
    [{ family: 'openSUSE', release: '15.5' }, '2025-02-01T00:00:00.000Z', true],
    [{ family: 'Photon OS', release: '3.0' }, '2025-02-01T00:00:00.000Z', true],
    [{ family: 'Azure Linux', release: '2' }, '2025-08-01T00:00:00.000Z', true],
    [{ family: 'openEuler', release: '22.03-LTS-SP2' }, '2025-02-01T00:00:00.000Z', true],
    [{ family: 'Fedora', release: '40' }, '2025-05-13T23:59:59.999Z', false],
    [{ family: 'Fedora', release: '40' }, '2025-05-14T00:00:00.000Z', true],
    [{ family: 'Mageia', release: '8' }, '2025-02-01T00:00:00.000Z', true],
  ])('checks %o at %s: %s', (release, at, ended) => {
    expect(isEndOfLife(release, at)).toBe(ended);
  });

  it.each<Release>([
    { family: 'npm', release: '' },
    { family: 'Wolfi', release: '' },
    { family: 'Alpine', release: 'edge' },
    { family: 'Debian', release: '99' },
    { family: 'Debian', release: 'constructor' },
    { family: 'openSUSE', release: 'Tumbleweed' },
    { family: 'Mageia', release: '9' },
  ])('returns false for %o, which has no known end', (release) => {
    expect(isEndOfLife(release, LATER)).toBe(false);
  });

  it('knows the end of every recognized release of Debian and Ubuntu', () => {
    const releases: Release[] = [
      ...[...DEBIAN_RELEASES].map((release): Release => ({ family: 'Debian', release })),
      ...[...UBUNTU_RELEASES].map((release): Release => ({ family: 'Ubuntu', release })),
    ];

    expect(releases.filter((release) => !isEndOfLife(release, LATER))).toEqual([]);
  });
});

describe('isPaidOnly', () => {
  it.each<[Release, string, boolean]>([
    [{ family: 'Ubuntu', release: '20.04' }, '2025-05-29T00:00:00.000Z', false],
    [{ family: 'Ubuntu', release: '20.04' }, '2025-06-01T00:00:00.000Z', true],
    [{ family: 'Ubuntu', release: '20.04' }, '2030-04-24T00:00:00.000Z', false],
    [{ family: 'Ubuntu', release: '21.04' }, '2025-06-01T00:00:00.000Z', false],
    [{ family: 'Red Hat', release: '7' }, '2028-06-30T23:00:00.000Z', true],
    [{ family: 'Red Hat', release: '7' }, '2028-07-01T00:00:00.000Z', false],
    [{ family: 'Debian', release: '10' }, '2025-01-01T00:00:00.000Z', false],
    [{ family: 'Ubuntu', release: 'constructor' }, '2025-01-01T00:00:00.000Z', false],
  ])('checks %o at %s: %s', (release, at, isPaid) => {
    expect(isPaidOnly(release, at)).toBe(isPaid);
  });
});
