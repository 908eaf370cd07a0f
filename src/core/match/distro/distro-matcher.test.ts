import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  findMatches,
  indexAdvisories,
  matchRecords,
  readAdvisory,
} from '../../../../test/support/advisories.ts';
import type { PackageMatch } from '../match.ts';
import { matchPackage } from '../match-package.ts';

const DEBIAN_12 = 'Debian:12';

describe('distroMatcher', () => {
  it.each([
    ['2:1.0-1', '1.5-1', 'not_affected', 'a higher epoch is newer'],
    ['1.0-1', '2:0.1-1', 'affected', 'a missing epoch is zero'],
    ['1.0~rc1-1', '1.0-1', 'affected', 'a tilde is older than nothing'],
    ['1.0-1', '1.0-1', 'not_affected', 'the fix itself'],
    ['1.0-1%2Bb1', '1.0-1', 'not_affected', 'a rebuild of the fix'],
    ['1.0-1%2Bb1', '1.0-1%2Bdeb12u1', 'affected', 'a rebuild of the version before the fix'],
    ['3.0.11-1~deb12u2', '3.0.13-1~deb12u1', 'affected', 'an update inside of the release'],
  ])('reports %s with a fix in %s as %s: %s', (installed, fixed, state) => {
    const record = aDebianRecord({ events: [{ introduced: '0' }, { fixed: decodeURIComponent(fixed) }] });

    expect(matchRecords(`pkg:deb/debian/openssl@${installed}?distro=debian-12`, record)).toMatchObject([{ state }]);
  });

  it('tests a source name with the source version', () => {
    const record = aDebianRecord({ name: 'util-linux', events: [{ introduced: '0' }, { fixed: '2.37-1' }] });
    const purl = 'pkg:deb/debian/bsdutils@1:2.36.1-8?distro=debian-12&upstream=util-linux%402.36.1-8';

    expect(matchRecords(purl, record)).toMatchObject([
      { state: 'affected', evidence: [{ via: 'source', matchedName: 'util-linux', testedVersion: '2.36.1-8' }] },
    ]);
  });

  it('uses the binary version without its rebuild suffix if the source version is unknown', () => {
    const record = aDebianRecord({ name: 'glibc', events: [{ introduced: '0' }, { fixed: '2.36-9' }] });

    expect(matchRecords('pkg:deb/debian/libc6@2.36-9%2Bb2?distro=debian-12&upstream=glibc', record)).toMatchObject([
      { state: 'not_affected', evidence: [{ via: 'source', testedVersion: '2.36-9' }] },
    ]);
  });

  it('tests the name of the binary package with its own version', () => {
    const record = aDebianRecord({ name: 'bsdutils', events: [{ introduced: '0' }, { fixed: '1:2.37-1' }] });
    const purl = 'pkg:deb/debian/bsdutils@1:2.36.1-8?distro=debian-12&upstream=util-linux%402.36.1-8';

    expect(matchRecords(purl, record)).toMatchObject([
      { state: 'affected', evidence: [{ via: 'direct', matchedName: 'bsdutils', testedVersion: '1:2.36.1-8' }] },
    ]);
  });

  it('matches by source name only if the source is stated', () => {
    const index = indexAdvisories([readAdvisory(aDebianRecord({ name: 'glibc' }))]);
    const purl = 'pkg:deb/debian/libc6@2.36-9?distro=debian-12';

    expect(findMatches(purl, index)).toEqual([]);
    expect(findMatches(`${purl}&upstream=glibc`, index)).toHaveLength(1);
  });

  it.each([
    ['distro=debian-12', 1],
    ['distro=bookworm', 1],
    ['distro=debian-12.5', 1],
    ['distro=debian-11', 0],
    ['distro=debian-13', 0],
  ])('matches only entries of the release of the package: %s finds %s', (distro, count) => {
    expect(matchRecords(`pkg:deb/debian/openssl@1.0-1?${distro}`, aDebianRecord({}))).toHaveLength(count);
  });

  it('never uses the entry of another release', () => {
    const both = aDebianRecord({}, { ecosystem: 'Debian:11', events: [{ introduced: '0' }, { fixed: '0.5-1' }] });

    expect(matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-12', both)).toMatchObject([{ state: 'affected' }]);
    expect(matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-11', both)).toMatchObject([
      { state: 'not_affected' },
    ]);
  });

  it('ignores candidates of another release or package', () => {
    const candidates = [...indexAdvisories([readAdvisory(aDebianRecord({}))]).values()].flat();
    const match = (release: string, name: string): PackageMatch[] =>
      matchPackage(
        { identity: { family: 'Debian', release, name, source: undefined }, version: '1.0-1', assumptions: [] },
        candidates,
      );

    expect(match('12', 'openssl')).toHaveLength(1);
    expect(match('11', 'openssl')).toEqual([]);
    expect(match('12', 'libssl3')).toEqual([]);
  });

  it('derives the release from the version, with an assumption', () => {
    expect(matchRecords('pkg:deb/debian/openssl@1.0-1%2Bdeb12u1', aDebianRecord({}))).toMatchObject([
      { state: 'affected', confidence: 'medium', assumptions: ['release-from-version'] },
    ]);
  });

  it.each([
    ['unimportant', [{ introduced: '0' }], 'not_fixed'],
    ['end-of-life', [{ introduced: '0' }], 'wont_fix'],
    ['not yet assigned', [{ introduced: '0' }], 'not_fixed'],
    ['low', [{ introduced: '0' }, { fixed: '1.5-1' }], 'fixed'],
  ])('reports a vulnerability with the urgency %s as affected', (urgency, events, fixState) => {
    const record = aDebianRecord({ events, ecosystem_specific: { urgency } });

    expect(matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-12', record)).toMatchObject([
      { state: 'affected', urgency, fixState },
    ]);
  });

  it('finds the kernel source by the image name, and lowers the confidence for headers', () => {
    const record = aDebianRecord({ name: 'linux' });
    const image = matchRecords('pkg:deb/debian/linux-image-6.1.0-18-amd64@1.0-1?distro=debian-12', record);
    const headers = matchRecords('pkg:deb/debian/linux-libc-dev@1.0-1?distro=debian-12&upstream=linux', record);

    expect(image).toMatchObject([{ state: 'affected', assumptions: ['source-from-name'] }]);
    expect(headers).toMatchObject([{ state: 'affected', confidence: 'medium', assumptions: ['kernel-headers'] }]);
  });

  it('returns one match per vulnerability of a notice', () => {
    const related = Array.from({ length: 12 }, (_, index) => `CVE-2024-${1000 + index}`);
    const bundle = { ...aDebianRecord({}), id: 'DSA-5000-1', related };
    const matches = matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-12', bundle);

    expect(matches.map(({ canonicalId }) => canonicalId)).toEqual(related);
    expect(recordsOf(matches[0])).toEqual(['DSA-5000-1']);
  });

  it('uses the id of a notice that names no CVE', () => {
    const bundle = { ...aDebianRecord({}), id: 'DSA-5000-1' };

    expect(matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-12', bundle)).toMatchObject([
      { canonicalId: 'DSA-5000-1' },
    ]);
  });

  it('trusts the record of a vulnerability over a contradicting notice, with high confidence', () => {
    const bundle = {
      ...aDebianRecord({ events: [{ introduced: '0' }, { fixed: '0.5-1' }] }),
      id: 'DSA-5000-1',
      related: ['CVE-2024-1000'],
    };
    const [match] = matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-12', bundle, aDebianRecord({}));

    expect(match).toMatchObject({ state: 'affected', confidence: 'high', assumptions: [] });
    expect(recordsOf(match)).toEqual(['CVE-2024-1000', 'DSA-5000-1']);
  });

  it('uses the fix of a notice if the record of the vulnerability has none', () => {
    const bundle = {
      ...aDebianRecord({ events: [{ introduced: '0' }, { fixed: '1.5-1' }] }),
      id: 'DSA-5000-1',
      related: ['CVE-2024-1000'],
    };
    const [match] = matchRecords('pkg:deb/debian/openssl@1.0-1?distro=debian-12', aDebianRecord({}), bundle);

    expect(match).toMatchObject({ fixedVersions: ['1.5-1'], fixState: 'fixed' });
  });
});

function aDebianRecord(...entries: readonly Parameters<typeof anAffected>[0][]): Record<string, unknown> {
  const affected = entries.map((members) =>
    anAffected({ ecosystem: DEBIAN_12, name: 'openssl', events: [{ introduced: '0' }], ...members }),
  );
  return anOsvRecord({ id: 'CVE-2024-1000', affected });
}

function recordsOf(match: PackageMatch | undefined): string[] {
  return match?.evidence.map(({ recordId }) => recordId) ?? [];
}

describe('an Ubuntu package', () => {
  const PRO_ONLY = aUbuntuRecord({
    id: 'USN-6000-1',
    ecosystem: 'Ubuntu:Pro:18.04:LTS',
    fixed: '7.58.0-2ubuntu3.24+esm1',
  });
  const BOTH = aUbuntuRecord({ id: 'USN-6001-1', ecosystem: 'Ubuntu:18.04:LTS', fixed: '7.58.0-2ubuntu3.20' });
  const curl = (version: string, distro = 'ubuntu-18.04'): string => `pkg:deb/ubuntu/curl@${version}?distro=${distro}`;

  it('is affected below a fix that only Pro has, and names the channel', () => {
    expect(matchRecords(curl('7.58.0-2ubuntu3.24'), PRO_ONLY)).toMatchObject([
      {
        state: 'affected',
        confidence: 'medium',
        assumptions: ['paid-fix-only'],
        fixState: 'fixed',
        fixChannel: 'Ubuntu Pro',
        fixedVersions: ['7.58.0-2ubuntu3.24+esm1'],
      },
    ]);
    expect(matchRecords(curl('7.58.0-2ubuntu3.24+esm1'), PRO_ONLY)).toMatchObject([{ state: 'not_affected' }]);
  });

  it('is fixed by its own fix, even if Pro has a later one', () => {
    expect(matchRecords(curl('7.58.0-2ubuntu3.20'), PRO_ONLY, BOTH)).toMatchObject([{ state: 'not_affected' }]);
    const [match] = matchRecords(curl('7.58.0-2ubuntu3.19'), PRO_ONLY, BOTH);
    expect(match).toMatchObject({ state: 'affected', fixedVersions: ['7.58.0-2ubuntu3.20'] });
    expect(match).not.toHaveProperty('fixChannel');
  });

  it('with Pro is tested with the fixes of Pro', () => {
    const [match] = matchRecords(curl('7.58.0-2ubuntu3.24', 'ubuntu-pro-18.04'), PRO_ONLY, BOTH);

    expect(match).toMatchObject({ state: 'affected', fixedVersions: ['7.58.0-2ubuntu3.24+esm1'] });
    expect(match).not.toHaveProperty('fixChannel');
  });

  it('is not matched by updates for special devices', () => {
    const record = aUbuntuRecord({
      id: 'USN-6002-1',
      ecosystem: 'Ubuntu:22.04:LTS:for:NVIDIA:BlueField',
      fixed: '8.0-1',
    });

    expect(matchRecords('pkg:deb/ubuntu/curl@7.81.0-1?distro=ubuntu-22.04', record)).toEqual([]);
  });

  it('is decided by the record of a vulnerability, while a notice only adds its id', () => {
    const own = {
      ...aUbuntuRecord({ id: 'UBUNTU-CVE-2024-0001', ecosystem: 'Ubuntu:18.04:LTS', fixed: '7.58.0-2ubuntu3.10' }),
    };

    expect(matchRecords(curl('7.58.0-2ubuntu3.15'), own, BOTH)).toMatchObject([
      { state: 'not_affected', evidence: [{ recordId: 'UBUNTU-CVE-2024-0001' }, { recordId: 'USN-6001-1' }] },
    ]);
  });
});

describe('apk packages', () => {
  it.each([
    ['Alpine:v3.19', 'pkg:apk/alpine/libcurl@8.5.0-r0?distro=3.19.1&upstream=curl', 'source'],
    ['Alpine:v3.19', 'pkg:apk/alpine/curl@8.5.0-r0?distro=alpine-3.19', 'direct'],
    ['Alpine:v3.19', 'pkg:alpine/curl@8.5.0-r0?distro=v3.19', 'direct'],
    ['Wolfi', 'pkg:apk/wolfi/curl@8.5.0-r0', 'direct'],
    ['Chainguard', 'pkg:apk/chainguard/curl@8.5.0-r0', 'direct'],
  ])('of %s: %s is matched by its %s name', (ecosystem, purl, via) => {
    const record = anOsvRecord({
      id: 'CVE-2024-0001',
      affected: [anAffected({ ecosystem, name: 'curl', events: [{ introduced: '0' }, { fixed: '8.5.0-r10' }] })],
    });

    expect(matchRecords(purl, record)).toMatchObject([{ state: 'affected', confidence: 'high', evidence: [{ via }] }]);
    expect(matchRecords(purl.replace('-r0', '-r10'), record)).toMatchObject([{ state: 'not_affected' }]);
  });

  it('keep a record that says the distribution was never affected', () => {
    const affected = [
      anAffected({ ecosystem: 'Alpine:v3.19', name: 'curl', events: [{ introduced: '0' }, { fixed: '0' }] }),
    ];
    const record = anOsvRecord({ id: 'CVE-2024-0001', affected });

    expect(matchRecords('pkg:apk/alpine/curl@8.5.0-r0?distro=3.19.1', record)).toMatchObject([
      { state: 'not_affected', confidence: 'high', evidence: [{ outcome: 'not_affected' }] },
    ]);
  });
});

function aUbuntuRecord(of: { readonly id: string; readonly ecosystem: string; readonly fixed: string }): object {
  const events = [{ introduced: '0' }, { fixed: of.fixed }];
  return anOsvRecord({
    id: of.id,
    upstream: ['CVE-2024-0001'],
    affected: [anAffected({ ecosystem: of.ecosystem, name: 'curl', events })],
  });
}
