/**
 * A component counts as checked only if a record of its feed could name it: tested with small feeds and with all real documents.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { toComponentSet } from '../../../src/core/match/components/component-set.ts';
import { parseSbom } from '../../../src/core/sbom/parse-sbom.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { readRealRecords } from '../../support/real-advisories.ts';
import { findRealData } from '../../support/real-data.ts';
import { readRealDocuments } from '../../support/real-matches.ts';
import { DISTRIBUTION_FEEDS, FeedNames, LANGUAGE_FEEDS } from './feed-names.ts';
import { findViolations } from './find-violations.ts';

describe('a component counts as checked', () => {
  it.each([
    ['where its source package is stated', 'pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12&upstream=openssl'],
    ['where its name is that of a source package in the feed', 'pkg:deb/debian/openssl@3.0.9-1?distro=debian-12'],
    ['where the feed lists its name among the binaries', 'pkg:deb/ubuntu/libssl3@3.0.2-0ubuntu1?distro=ubuntu-22.04'],
    ['where the feed names binary packages', 'pkg:rpm/redhat/openssl-libs@3.0.7-1.el9?distro=rhel-9.4'],
    ['where its name has the form of its ecosystem', 'pkg:maven/commons-io/commons-io@2.6'],
  ])('%s', (_, purl) => {
    expect(violationsOf(purl)).toEqual([]);
  });

  it.each([
    [
      'a binary package without a source in a feed of source packages',
      'pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12',
    ],
    ['a binary package that no record lists', 'pkg:deb/ubuntu/libxyz1@1.0-1?distro=ubuntu-22.04'],
    ['a Maven artifact without a group', 'pkg:maven/commons-io@2.6'],
    ['a Maven artifact with a group that holds a blank', 'pkg:maven/Apache%20Software/commons-io@2.6'],
    ['a Go path without a host name', 'pkg:golang/docker@24.0.4'],
  ])('never for %s', (_, purl) => {
    expect(violationsOf(purl)).toEqual([]);
  });
});

const SMALL_FEED = [
  anAffected({ ecosystem: 'Debian:12', name: 'openssl' }),
  anAffected({ ecosystem: 'Red Hat:enterprise_linux:9::baseos', name: 'openssl' }),
  anAffected({ ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' }),
  anAffected({ ecosystem: 'Go', name: 'github.com/docker/docker', type: 'SEMVER' }),
  anAffected({
    ecosystem: 'Ubuntu:22.04:LTS',
    name: 'openssl',
    ecosystem_specific: { binaries: [{ binary_name: 'libssl3', binary_version: '3.0.2-0ubuntu1.1' }] },
  }),
];

function violationsOf(purl: string): string[] {
  const feeds = new FeedNames();
  feeds.add(anOsvRecord({ affected: SMALL_FEED }));
  const json = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name: 'a', purl }] };
  const inventory = parseSbom(json, { format: 'cyclonedx', specVersion: '1.6', path: '' });
  const { members } = toComponentSet(inventory, { distroOverride: undefined, image: undefined });
  return findViolations(members, feeds).map(({ name }) => name);
}

const folder = findRealData('osv');
const hasData = folder !== undefined && findRealData('sboms', 'index.json') !== undefined;

describe.runIf(hasData)('real feeds', () => {
  const feeds = new FeedNames();
  const odd: string[] = [];

  beforeAll(async () => {
    for (const feed of [...Object.keys(LANGUAGE_FEEDS), ...Object.keys(DISTRIBUTION_FEEDS)]) {
      if (!existsSync(join(folder ?? '', feed))) continue;
      const names = new Set<string>();
      for (const record of ((await readRealRecords(feed)) ?? []) as Parameters<FeedNames['add']>[0][]) {
        feeds.add(record);
        for (const { package: about } of record.affected ?? [])
          if (about?.ecosystem?.split(':', 1)[0] === feed) names.add(about.name ?? '');
      }
      odd.push(...[...names].filter((name) => LANGUAGE_FEEDS[feed]?.(name) === false).map((name) => `${feed} ${name}`));
    }
  }, 300_000);

  it('use names in the form of their ecosystem, with few exceptions', () => {
    expect(odd.toSorted()).toEqual([
      'Go istio',
      'Go net/http',
      'Go sftpgo',
      'NuGet github.com/beego/beego/v2/nuget',
      'Packagist org.jenkins-ci.plugins:aqua-serverless',
      'PyPI github-com/grafana/grafana',
      'crates.io bottlerocket/update-operator',
    ]);
  });

  // An OpenSSL library under the name of its binary package.
  it.each([
    ['Debian', '12', 'libssl3'],
    ['Alpine', 'v3.19', 'libssl3'],
    ['Rocky Linux', '8', 'openssl-libs'],
    ['Ubuntu', '22.04', 'libssl3'],
    ['SUSE', '15.4', 'libopenssl1_1'],
    ['Red Hat', '9', 'openssl-libs'],
    ['AlmaLinux', '9', 'openssl-libs'],
    ['Wolfi', '', 'libssl3'],
  ] as const)('of %s name packages as listed in the table', (family, release, binary) => {
    expect(feeds.has({ family, release }, binary)).toBe(DISTRIBUTION_FEEDS[family] !== 'source');
    expect(['openssl', 'openssl-1_1'].some((source) => feeds.has({ family, release }, source))).toBe(true);
  });

  it('can name every component of every real SBOM that counts as checked', () => {
    const found = readRealDocuments(() => true).flatMap(({ file, members }) =>
      findViolations(members, feeds).map(({ ecosystem, name, purl }) => ({ file, ecosystem, component: purl ?? name })),
    );
    const counts = Map.groupBy(found, ({ file, ecosystem }) => `${file} ${ecosystem}`);
    const lines = [...counts].map(([key, all]) => `${key}: ${all.length}, for example ${all[0]?.component}`);

    expect(lines).toEqual([]);
  }, 300_000);
});
