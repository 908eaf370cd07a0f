import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  findMatches,
  indexAdvisories,
  readAdvisory,
} from '../../../../test/support/advisories.ts';
import { findUnassessedReason } from '../match-package.ts';
import type { PackageMatch, PackageVersion } from '../match.ts';

/** One update of a module: the CVE that it fixes, and the fixed builds of its packages. */
type Update = readonly [id: string, title: string, cve: string, builds: Readonly<Record<string, string>>];

const NODEJS: readonly Update[] = [
  [
    'RHSA-2021:0735',
    'nodejs:10 security update',
    'CVE-2021-22883',
    { nodejs: '1:10.24.0-1.module+el8.3.0+10166+b07ac28e', npm: '1:6.14.11-1.10.24.0.1.module+el8.3.0+10166+b07ac28e' },
  ],
  [
    'RHSA-2021:0734',
    'nodejs:12 security update',
    'CVE-2021-22883',
    { nodejs: '1:12.21.0-1.module+el8.3.0+10191+34fb5a07', npm: '1:6.14.11-1.12.21.0.1.module+el8.3.0+10191+34fb5a07' },
  ],
  [
    'RHSA-2021:0744',
    'nodejs:14 security and bug fix update',
    'CVE-2021-22883',
    { nodejs: '1:14.16.0-2.module+el8.3.0+10180+b92e1eb6', npm: '1:6.14.11-1.14.16.0.2.module+el8.3.0+10180+b92e1eb6' },
  ],
  [
    'RHSA-2022:7830',
    'nodejs:14 security update',
    'CVE-2021-44531',
    { nodejs: '1:14.20.1-2.module+el8.7.0+16991+b0a68a3e', npm: '1:6.14.17-1.14.20.1.2.module+el8.7.0+16991+b0a68a3e' },
  ],
  [
    'RHSA-2023:0050',
    'nodejs:14 security, bug fix, and enhancement update',
    'CVE-2022-24999',
    { nodejs: '1:14.21.1-2.module+el8.7.0+17528+a329cd47', npm: '1:6.14.17-1.14.21.1.2.module+el8.7.0+17528+a329cd47' },
  ],
  [
    'RHSA-2022:9073',
    'nodejs:16 security, bug fix, and enhancement update',
    'CVE-2022-35256',
    { nodejs: '1:16.18.1-3.module+el8.7.0+17465+1a1abd74', npm: '1:8.19.2-1.16.18.1.3.module+el8.7.0+17465+1a1abd74' },
  ],
];

const RUBY: readonly Update[] = [
  [
    'RHSA-2022:5779',
    'ruby:2.5 security update',
    'CVE-2021-41817',
    { 'rubygem-io-console': '0:0.4.6-110.module+el8.6.0+15956+aa803fc1' },
  ],
  [
    'RHSA-2023:7025',
    'ruby:2.5 security update',
    'CVE-2021-33621',
    { 'rubygem-io-console': '0:0.4.6-111.module+el8.9.0+19193+435404ae' },
  ],
  [
    'RHSA-2022:5338',
    'ruby:2.6 security, bug fix, and enhancement update',
    'CVE-2022-28739',
    { 'rubygem-io-console': '0:0.4.7-109.module+el8.6.0+15475+c55337b4' },
  ],
  [
    'RHSA-2022:6447',
    'ruby:2.7 security, bug fix, and enhancement update',
    'CVE-2021-41819',
    { 'rubygem-io-console': '0:0.5.6-138.module+el8.6.0+16148+54b2ba8f' },
  ],
  [
    'RHSA-2024:4499',
    'ruby security update',
    'CVE-2024-27280',
    { 'rubygem-io-console': '0:0.4.6-112.module+el8.10.0+22021+135c76a8' },
  ],
];

describe('the module stream', () => {
  it.each([
    ['nodejs@14.20.0-1.module+el8.6.0+16000+aabbccdd?epoch=1', 'nodejs:14', ['CVE-2021-44531', 'CVE-2022-24999']],
    ['nodejs@14.21.1-2.module+el8.7.0+17528+a329cd47?epoch=1', 'nodejs:14', []],
    ['nodejs@12.20.1-1.module+el8.3.0+9503+19cb079c?epoch=1', 'nodejs:12', ['CVE-2021-22883']],
    ['nodejs@18.12.1-2.module+el8.7.0+17306+fc023f99?epoch=1', 'nodejs:18', []],
    [
      'npm@6.14.10-1.14.15.4.2.module+el8.3.0+9635+ffdf8381?epoch=1',
      'nodejs:14',
      ['CVE-2021-22883', 'CVE-2021-44531', 'CVE-2022-24999'],
    ],
    ['npm@6.14.10-1.12.20.1.1.module+el8.3.0+9503+19cb079c?epoch=1', 'nodejs:12', ['CVE-2021-22883']],
    [
      'rubygem-io-console@0.4.6-110.module+el8.6.0+15956+aa803fc1?epoch=0',
      'ruby:2.5',
      ['CVE-2021-33621', 'CVE-2024-27280'],
    ],
    ['rubygem-io-console@0.4.7-107.module+el8.4.0+10830+bbd85cce?epoch=0', 'ruby:2.6', ['CVE-2022-28739']],
  ])('of %s is derived as %s, with the same results as from a label', (purl, stream, cves) => {
    const labeled = find(`${purl}&rpmmod=${stream}`, [...NODEJS, ...RUBY]);
    const unlabeled = find(purl, [...NODEJS, ...RUBY]);

    expect(affectedIn(unlabeled)).toEqual(cves);
    expect(affectedIn(labeled)).toEqual(cves);
    expect(unlabeled.every(({ state }) => state !== 'cannot_assess')).toBe(true);
    for (const match of unlabeled)
      expect(match).toMatchObject({ confidence: 'medium', assumptions: ['stream-from-version'] });
  });

  it('is derived from the source package if the package has other version numbers', () => {
    const shared = {
      'rubygem-json': '0:2.1.0-110.module+el8.6.0+15956+aa803fc1',
      ruby: '0:2.5.9-110.module+el8.6.0+15956+aa803fc1',
    };
    const other = {
      'rubygem-json': '0:2.1.0-109.module+el8.6.0+15475+c55337b4',
      ruby: '0:2.6.10-109.module+el8.6.0+15475+c55337b4',
    };
    const updates: readonly Update[] = [
      ['RHSA-2022:5779', 'ruby:2.5 security update', 'CVE-2021-41817', shared],
      ['RHSA-2022:5338', 'ruby:2.6 security update', 'CVE-2022-28739', other],
    ];
    const purl = 'rubygem-json@2.1.0-105.module+el8.1.0+3656+f80bfa1d?epoch=0';

    expect(affectedIn(find(`${purl}&upstream=ruby-2.5.5-105.module+el8.1.0+3656+f80bfa1d.src.rpm`, updates))).toEqual([
      'CVE-2021-41817',
    ]);
    expect(find(purl, updates).map(({ state }) => state)).toEqual(['cannot_assess', 'cannot_assess']);
  });

  const RUNC: readonly Update[] = [
    [
      'RHSA-2024:0748',
      'container-tools:4.0 security update',
      'CVE-2024-21626',
      { runc: '1:1.1.12-1.module+el8.9.0+21242+944321bb' },
    ],
    [
      'RHSA-2024:0752',
      'container-tools:rhel8 security update',
      'CVE-2024-21626',
      { runc: '1:1.1.12-1.module+el8.9.0+21243+a586538b' },
    ],
    [
      'RHSA-2025:1372',
      'container-tools:rhel8 security update',
      'CVE-2024-11218',
      { runc: '1:1.1.12-6.module+el8.10.0+22722+0028f543' },
    ],
  ];

  const RUNC_PACKAGE: PackageVersion = {
    identity: { family: 'Red Hat', release: '8', name: 'runc', source: undefined },
    version: '1:1.1.5-2',
    assumptions: [],
  };

  it('may be ambiguous: affected if all possible streams are, otherwise it cannot be assessed', () => {
    const purl = 'runc@1.1.5-2.module+el8.9.0+20325+b2853e6e?epoch=1';
    const matches = find(purl, RUNC);

    expect(matches).toMatchObject([
      { canonicalId: 'CVE-2024-11218', state: 'cannot_assess', evidence: [{ reason: 'module-stream-unknown' }] },
      { canonicalId: 'CVE-2024-21626', state: 'affected', confidence: 'medium', assumptions: ['stream-from-version'] },
    ]);
    expect(findUnassessedReason(RUNC_PACKAGE, [], matches)).toBe('module-stream-unknown');
    expect(findUnassessedReason(RUNC_PACKAGE, [], find(`${purl}&rpmmod=container-tools:4.0`, RUNC))).toBeUndefined();
  });

  it('gives not affected if no possible stream is affected', () => {
    const matches = find('runc@1.2.5-2.module+el8.10.0+23250+94af2c8e?epoch=4', RUNC);

    expect(matches.map(({ state }) => state)).toEqual(['not_affected', 'not_affected']);
  });

  it.each(['virt:rhel', 'virt-devel:rhel'])('is the same for several modules in one title: %s', (module) => {
    const updates: readonly Update[] = [
      [
        'RHSA-2021:0711',
        'virt:rhel and virt-devel:rhel security update',
        'CVE-2020-35517',
        { 'qemu-img': '15:4.2.0-34.module+el8.3.0+9903+ca3e42fb.4' },
      ],
      [
        'RHSA-2020:4059',
        'virt:rhel security update',
        'CVE-2020-14364',
        { 'qemu-img': '15:2.12.0-99.module+el8.2.0+7988+c1d02dbb.4' },
      ],
    ];
    const purl = 'qemu-img@2.12.0-99.module+el8.2.0+6870+55b789b4.2?epoch=15';

    expect(affectedIn(find(purl, updates))).toEqual(['CVE-2020-14364', 'CVE-2020-35517']);
    expect(affectedIn(find(`${purl}&rpmmod=${module}`, updates))).toContain('CVE-2020-35517');
  });

  it.each(['AlmaLinux:8', 'Rocky Linux:8'])('is derived in %s as well', (ecosystem) => {
    const purl = ecosystem.startsWith('Alma')
      ? 'pkg:rpm/almalinux/nodejs@14.20.0-2.module_el8.6.0+3261+490666b3?distro=almalinux-8.6&epoch=1'
      : 'pkg:rpm/rocky/nodejs@14.20.0-2.module+el8.6.0+1000+490666b3?distro=rocky-8.6&epoch=1';
    const index = indexAdvisories(NODEJS.map((update) => readAdvisory(toRecord(update, ecosystem))));

    expect(affectedIn(findMatches(purl, index))).toEqual(['CVE-2021-44531', 'CVE-2022-24999']);
  });

  it('does not depend on the fixes of another stream, nor on the order of the records', () => {
    const streams = [10, 12, 14, 16] as const;
    const update = fc
      .record({
        stream: fc.constantFrom(...streams),
        minor: fc.integer({ min: 0, max: 9 }),
        cve: fc.integer({ min: 0, max: 3 }),
      })
      .map(({ stream, minor, cve }): Update => [
        `RHSA-2024:${stream}${minor}${cve}`,
        `nodejs:${stream} security update`,
        `CVE-2024-${1000 + cve}`,
        { nodejs: `1:${stream}.${minor}.0-1.module+el8.6.0+1+aabbccdd` },
      ]);
    const isOf14 = ([, title]: Update): boolean => title.startsWith('nodejs:14');
    fc.assert(
      fc.property(
        fc.uniqueArray(update, { selector: ([id]) => id, minLength: 1 }),
        fc.integer({ min: 0, max: 9 }),
        (updates, minor) => {
          const purl = `nodejs@14.${minor}.0-1.module+el8.6.0+1+aabbccdd?epoch=1`;
          const all = affectedIn(find(purl, updates));

          expect(all).toEqual(affectedIn(find(purl, updates.filter(isOf14))));
          expect(all).toEqual(affectedIn(find(`${purl}&rpmmod=nodejs:14`, updates)));
          expect(find(purl, updates.toReversed())).toEqual(find(purl, updates));
        },
      ),
    );
  });
});

function find(purl: string, updates: readonly Update[]): PackageMatch[] {
  const index = indexAdvisories(updates.map((update) => readAdvisory(toRecord(update))));
  return findMatches(`pkg:rpm/redhat/${purl}&distro=rhel-8.6`, index, { rpmEpochsStated: true });
}

function toRecord([id, title, cve, builds]: Update, ecosystem = 'Red Hat:enterprise_linux:8::appstream'): object {
  const affected = Object.entries(builds).map(([name, fixed]) =>
    anAffected({ ecosystem, name, events: [{ introduced: '0' }, { fixed }] }),
  );
  return anOsvRecord({ id, summary: `Important: ${title}`, related: [cve], affected });
}

function affectedIn(matches: readonly PackageMatch[]): string[] {
  return matches.filter(({ state }) => state === 'affected').map(({ canonicalId }) => canonicalId);
}
