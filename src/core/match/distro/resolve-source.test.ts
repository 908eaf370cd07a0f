import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, indexAdvisories, readAdvisory } from '../../../../test/support/advisories.ts';
import { findUnassessedReason } from '../match-package.ts';
import { identifyPackage } from '../identify-package.ts';
import type { PackageVersion } from '../match.ts';
import { resolveSource, unknownSourceKey, type KnownSource } from './resolve-source.ts';

const INDEX = { isLearned: false } as const;
const LEARNED = { isLearned: true } as const;

function identify(purl: string, sourcesStated = new Set<string>()): PackageVersion {
  const claims = { purls: [purl], group: undefined, version: undefined, source: undefined };
  const identified = identifyPackage(claims, { sourcesStated });
  if (identified.package === undefined) throw new Error(`${purl} is no package: ${identified.reason}`);
  return identified.package;
}

describe('a package without a stated source', () => {
  it.each([
    ['pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12', true],
    ['pkg:deb/ubuntu/libssl3t64@3.0.13-0ubuntu3?distro=ubuntu-24.04', true],
    ['pkg:apk/alpine/libcrypto3@3.1.4-r5?distro=alpine-3.19', true],
    ['pkg:rpm/rocky/openssl-libs@3.0.7-24.el9?distro=rocky-9', true],
    ['pkg:rpm/sles/libopenssl3@3.0.8-1?distro=sles-15.5', true],
    // Advisories of these list installed packages.
    ['pkg:rpm/redhat/openssl-libs@3.0.7-24.el9?distro=rhel-9', false],
    ['pkg:rpm/almalinux/openssl-libs@3.0.7-24.el9?distro=almalinux-9', false],
    ['pkg:apk/wolfi/libssl3@3.3.0-r0?distro=wolfi', false],
    ['pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12&upstream=openssl', false],
    // The kernel source is derived from the name.
    ['pkg:deb/debian/linux-image-6.1.0-13-amd64@6.1.55-1?distro=debian-12', false],
    ['pkg:npm/left-pad@1.3.0', false],
  ])('reports whether the source of %s is unknown: %s', (purl, isUnknown) => {
    expect(unknownSourceKey(identify(purl)) !== undefined).toBe(isUnknown);
  });

  it('is its own source in a document that states sources', () => {
    expect(unknownSourceKey(identify('pkg:deb/debian/bash@5.2-1?distro=debian-12', new Set(['deb'])))).toBeUndefined();
  });

  it.each([
    ['nothing of', [], 'source-package-unknown'],
    ['only another package of', ['openssl'], 'source-package-unknown'],
    ['the name of', ['libssl3'], undefined],
  ])('is unassessed unless advisories name it: they know %s it', (_case, names, reason) => {
    const records = names.map((name) => anOsvRecord({ affected: [anAffected({ ecosystem: 'Debian:12', name })] }));
    const packageVersion = identify('pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12');
    const index = indexAdvisories(records.map(readAdvisory));
    const candidates = index.get(unknownSourceKey(packageVersion) ?? '') ?? [];

    expect(findUnassessedReason(packageVersion, candidates, [])).toBe(reason);
  });
});

describe('resolveSource', () => {
  const LIBSSL = identify('pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12');
  const BSDUTILS = identify('pkg:deb/debian/bsdutils@1:2.38.0-1?distro=debian-12');
  const DMSETUP = identify('pkg:deb/debian/dmsetup@2:1.02.185-2?distro=debian-12');

  it.each<[string, PackageVersion, KnownSource[], object | undefined, string[]]>([
    ['the index', LIBSSL, [{ name: 'openssl', ...INDEX }], { name: 'openssl', version: undefined }, []],
    [
      'another document',
      LIBSSL,
      [{ name: 'openssl', ...LEARNED }],
      { name: 'openssl', version: undefined },
      ['source-name-learned'],
    ],
    [
      'the index before another document',
      LIBSSL,
      [
        { name: 'wrong', ...LEARNED },
        { name: 'openssl', ...INDEX },
      ],
      { name: 'openssl', version: undefined },
      [],
    ],
    ['nothing when nothing is known', LIBSSL, [], undefined, []],
    [
      'nothing when documents disagree',
      LIBSSL,
      [
        { name: 'openssl', ...LEARNED },
        { name: 'openssl3', ...LEARNED },
      ],
      undefined,
      [],
    ],
    [
      'the version of the source by the epoch that it does not have',
      BSDUTILS,
      [{ name: 'util-linux', version: '1:2.38.1-5', sourceVersion: '2.38.1-5', ...INDEX }],
      { name: 'util-linux', version: '2.38.0-1' },
      [],
    ],
    [
      'the version of the source that belongs to the installed one',
      DMSETUP,
      [{ name: 'lvm2', version: '2:1.02.185-2', sourceVersion: '2.03.16-2', ...INDEX }],
      { name: 'lvm2', version: '2.03.16-2' },
      [],
    ],
    [
      'nothing when the source has another version scheme',
      DMSETUP,
      [{ name: 'lvm2', version: '2:1.02.196-1', sourceVersion: '2.03.22-1', ...INDEX }],
      undefined,
      [],
    ],
  ])('uses %s', (_case, packageVersion, known, source, assumptions) => {
    const resolved = resolveSource(packageVersion, known);

    expect(resolved.identity.source).toEqual(source);
    expect(resolved.identity.sourceUnknown).toBe(source === undefined ? true : undefined);
    expect(resolved.assumptions).toEqual(assumptions);
    expect(resolveSource(packageVersion, known.toReversed())).toEqual(resolved);
  });
});
