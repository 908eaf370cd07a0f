/**
 * All published records of ten ecosystems, with findings that were verified by hand: each expectation has a comment with the
 * content of the records. The data is not part of the repository; `ASSAY_TEST_DATA` points to it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { findMatches, indexAdvisories } from '../../../test/support/advisories.ts';
import { readRealRecords } from '../../../test/support/real-advisories.ts';
import { findRealData } from '../../../test/support/real-data.ts';
import type { Advisory } from '../advisory/advisory.ts';
import { groupAliases } from '../advisory/alias-groups.ts';
import { parseOsvRecord } from '../advisory/osv/parse-osv-record.ts';
import type { CandidateEntry, PackageMatch } from './match.ts';

const RECORDS = {
  npm: 5_760,
  PyPI: 7_508,
  Maven: 5_310,
  Debian: 19_275,
  Go: 6_417,
  'crates.io': 2_108,
  RubyGems: 1_092,
  NuGet: 864,
  Packagist: 4_942,
  Hex: 32,
} as const;
const isHere = findRealData('osv') !== undefined;

const advisories: Advisory[] = [];
const problems: string[] = [];
let index: ReadonlyMap<string, readonly CandidateEntry[]> = new Map();

beforeAll(async () => {
  for (const ecosystem of Object.keys(RECORDS)) {
    const records = (await readRealRecords(ecosystem)) ?? [];
    const start = performance.now();
    const read = records.map(parseOsvRecord);
    const perSecond = Math.round((records.length * 1_000) / Math.max(1, performance.now() - start));

    const usable = read.filter((advisory): advisory is Advisory => !('problem' in advisory));
    const entries = usable.flatMap(({ affected }) => affected);
    const skipped = usable.reduce((sum, { entriesSkipped }) => sum + entriesSkipped, 0);
    const counts = Object.entries(
      Object.groupBy(
        entries.flatMap((entry) => entry.problems),
        (problem) => problem,
      ),
    );
    const summary = counts.map(([problem, all]) => `${all?.length ?? 0} ${problem}`).join(', ');
    process.stdout.write(
      `${ecosystem}: ${usable.length} of ${read.length} records (${perSecond} per second), ${entries.length} packages, ` +
        `${skipped} of other ecosystems; ${summary === '' ? 'all ranges understood' : summary}\n`,
    );
    problems.push(...read.flatMap((advisory) => ('problem' in advisory ? [advisory.problem] : [])));
    advisories.push(...usable);
  }
  index = indexAdvisories(advisories);
}, 120_000);

describe.runIf(isHere)('real advisories', () => {
  it('are all parsed', () => {
    expect(problems).toEqual([]);
    expect(advisories).toHaveLength(Object.values(RECORDS).reduce((sum, count) => sum + count, 0));
  });

  it('have valid ranges, except for one in a thousand', () => {
    const entries = advisories.flatMap(({ affected }) => affected);
    const unclear = entries.filter((entry) => entry.problems.length > 0);

    expect(unclear.length).toBeLessThanOrEqual(entries.length / 1_000);
  });

  it('form alias groups without pollution', () => {
    const groups = new Set(groupAliases(advisories).values());

    expect([...groups].filter(({ tooManyAliases }) => tooManyAliases)).toEqual([]);
  });
});

describe.runIf(isHere)('findings verified by hand', () => {
  it.each<[string, Record<string, string | undefined>]>([
    [
      // GHSA-jfh8-c2jp-5v3q: >= 2.13.0, < 2.15.0; the others end at 2.16.0, 2.17.0 and 2.17.1.
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      {
        'CVE-2021-44228': '2.15.0',
        'CVE-2021-45046': '2.16.0',
        'CVE-2021-45105': '2.17.0',
        'CVE-2021-44832': '2.17.1',
      },
    ],
    [
      // The windows of an older branch in the same records: >= 2.4, < 2.12.2, < 2.12.3, < 2.12.4. GHSA-vwqq-5vrc-xw9h: < 2.12.3.
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.12.2',
      { 'CVE-2021-45105': '2.12.3', 'CVE-2021-44832': '2.12.4', 'CVE-2020-9488': '2.12.3' },
    ],
    ['pkg:maven/org.apache.logging.log4j/log4j-core@2.17.1', {}],
    // GHSA-p6mc-m468-83gw: >= 3.7.0, < 4.17.19; the other two: < 4.17.21.
    [
      'pkg:npm/lodash@4.17.15',
      { 'CVE-2020-8203': '4.17.19', 'CVE-2020-28500': '4.17.21', 'CVE-2021-23337': '4.17.21' },
    ],
    ['pkg:npm/lodash@4.17.21', {}],
    // CVE-2024-56201 is not included: it was introduced in 3.0.0.
    [
      'pkg:pypi/Jinja2@2.10',
      {
        'CVE-2019-10906': '2.10.1',
        'CVE-2020-28493': '2.11.3',
        'CVE-2024-22195': '3.1.3',
        'CVE-2024-34064': '3.1.4',
        'CVE-2024-56326': '3.1.5',
      },
    ],
    // Both have two windows; these are the ones from 1.0.0 on.
    ['pkg:npm/minimist@1.2.0', { 'CVE-2020-7598': '1.2.3', 'CVE-2021-44906': '1.2.6' }],
    ['pkg:npm/minimist@1.2.6', {}],
    // GO-2022-1059: < 0.3.8; GO-2026-5970: < 0.39.0. CVE-2021-38561 was fixed in 0.3.7.
    ['pkg:golang/golang.org/x/text@v0.3.7', { 'CVE-2022-32149': '0.3.8', 'CVE-2026-56852': '0.39.0' }],
    // GO-2020-0017 has no end, and GHSA-w73w-5m7g-f7qc ends with 3.2.0: there is no fix under this name.
    ['pkg:golang/github.com/dgrijalva/jwt-go@v3.2.0%2Bincompatible', { 'CVE-2020-26160': undefined }],
    // RUSTSEC-2021-0003 and GHSA-43w2-9j62-hq99: >= 1.0.0, < 1.6.1; the older ones end before 1.0.
    ['pkg:cargo/smallvec@1.6.0', { 'CVE-2021-25900': '1.6.1' }],
    ['pkg:cargo/smallvec@1.6.1', {}],
    // Both: < 13.0.1.
    ['pkg:nuget/newtonsoft.json@12.0.3', { 'CVE-2024-21907': '13.0.1', 'GHSA-8rfx-6mr3-5jh3': '13.0.1' }],
    // GHSA-52m2-vc4m-jj33 and GHSA-6j75-5wfj-gh66 have windows of 2.x; the other two start with 0 and end in 3.x.
    [
      'pkg:composer/Twig/Twig@v2.15.2',
      {
        'CVE-2022-39261': '2.15.3',
        'CVE-2024-45411': '2.16.1',
        'CVE-2024-51754': '3.11.2',
        'CVE-2024-51755': '3.11.2',
      },
    ],
    // Only GHSA-2rxp-v6pw-ch6m is above: < 3.3.9.
    ['pkg:gem/rexml@3.3.8', { 'CVE-2024-49761': '3.3.9' }],
    ['pkg:hex/plug@1.3.1', { 'CVE-2017-1000052': '1.3.2', 'CVE-2017-1000053': '1.3.2', 'CVE-2018-1000883': '1.3.5' }],
  ])('of %s are %j', (purl, expected) => {
    const affected = findMatches(purl, index).filter(({ state }) => state === 'affected');

    expect(
      Object.fromEntries(affected.map(({ canonicalId, fixedVersions }) => [canonicalId, fixedVersions[0]])),
    ).toEqual(expected);
    expect(affected.every(({ confidence }) => confidence === 'high')).toBe(true);
  });

  it.each([
    // CVE-2024-6119 and DSA-5764-1 for Debian 12: fixed in 3.0.14-1~deb12u2.
    ['CVE-2024-6119', { state: 'affected', fixedVersions: ['3.0.14-1~deb12u2'], fixState: 'fixed' }],
    // Fixed in 3.0.11-1~deb12u2, which is the installed version.
    ['CVE-2023-5363', { state: 'not_affected' }],
    // Open in every release, urgency "unimportant".
    ['CVE-2010-0928', { state: 'affected', urgency: 'unimportant', fixState: 'not_fixed', fixedVersions: [] }],
  ])('of libssl3 3.0.11-1~deb12u2 in Debian 12, by its source openssl, include %s', (id, expected) => {
    const matches = findMatches('pkg:deb/debian/libssl3@3.0.11-1~deb12u2?distro=debian-12&upstream=openssl', index);

    expect(byId(matches, id)).toMatchObject({ ...expected, confidence: 'high' });
    expect(byId(matches, id)?.evidence[0]).toMatchObject({ via: 'source', matchedName: 'openssl' });
  });

  it.each([
    // Open in Debian 11 and 12, fixed in 13 by 1:1.3.dfsg-2.
    ['debian-12', '1:1.2.13.dfsg-1', 'CVE-2023-45853', 'affected'],
    ['debian-13', '1:1.3.dfsg-3', 'CVE-2023-45853', 'not_affected'],
    // Fixed in 1:1.2.11.dfsg-2+deb11u2 for 11 and in 1:1.2.11.dfsg-4.1 for 12.
    ['debian-11', '1:1.2.11.dfsg-2%2Bdeb11u1', 'CVE-2022-37434', 'affected'],
    ['debian-11', '1:1.2.11.dfsg-2%2Bdeb11u2', 'CVE-2022-37434', 'not_affected'],
    ['debian-12', '1:1.2.13.dfsg-1', 'CVE-2022-37434', 'not_affected'],
  ])('of zlib1g in %s, version %s, have for %s the state %s', (distro, version, id, state) => {
    const matches = findMatches(`pkg:deb/debian/zlib1g@${version}?distro=${distro}&upstream=zlib`, index);

    expect(byId(matches, id)?.state).toBe(state);
  });

  it.each([
    // GO-2023-1572: < 0.5.0, three years after the commit.
    ['golang.org/x/image', 'v0.0.0-20190802002840-cff245a6509b', 'CVE-2022-41727', 'affected', ['older-commit']],
    // GO-2022-0969: < 0.0.0-20220906165146-f3363e06e74c, six weeks after the commit.
    ['golang.org/x/net', 'v0.0.0-20220722155237-a158d28d115b', 'CVE-2022-27664', 'affected', []],
    // GO-2022-0701: < 1.1.1, seven years before the commit of a fork without tags.
    ['k8s.io/kubernetes', 'v0.0.0-20221109132830-872a965c6c65', 'CVE-2015-5305', 'affected', ['pseudo-version']],
    // GHSA-vx57-7f4q-fpc7: >= 2.23.0, < 2.26.1, and the module stays at v1.8.2.
    [
      'github.com/prometheus/prometheus',
      'v1.8.2-0.20201015110737-0a7fdd3b7696',
      'CVE-2021-29622',
      'not_affected',
      ['untagged-major'],
    ],
    // GO-2024-2659: >= 25.0.0, < 25.0.5 and a prerelease of 26; GHSA-mq39-4gv4-mvpx: < 23.0.11.
    ['github.com/docker/docker', 'v20.10.7+incompatible', 'CVE-2024-29018', 'affected', ['disputed']],
    // GO-2024-2778 has no end, but < 2.4.16 for the project; GHSA-pvxj-25m6-7vqr agrees and needs no assumption.
    ['github.com/rancher/rancher', 'v2.4.15+incompatible', 'CVE-2021-31999', 'affected', []],
    // GO-2026-5359 has no end, but < 2.10.3 for the project; the release of the commit is unknown.
    [
      'github.com/grafana/tempo',
      'v0.0.0-20221221073156-0ed9ddcdbb38',
      'CVE-2026-28377',
      'affected',
      ['custom-bound', 'pseudo-version'],
    ],
  ])('of %s at %s for %s are %s, %j', (path, version, id, state, assumptions) => {
    const match = byId(findMatches(`pkg:golang/${path}@${encodeURIComponent(version)}`, index), id);

    expect(match).toMatchObject({ state, assumptions });
  });

  it('include a range of versions after a GIT range', () => {
    // PYSEC-2012-7 starts with a GIT range, followed by 1.3 to 1.3.4 and 1.4 to 1.4.2.
    const match = byId(findMatches('pkg:pypi/django@1.4.1', index), 'CVE-2012-4520');

    expect(match).toMatchObject({ state: 'affected', fixedVersions: ['1.4.2'] });
    expect(match?.evidence.map(({ recordId }) => recordId)).toContain('PYSEC-2012-7');
  });

  it('exclude a version after the last known affected one, with an assumption', () => {
    // GHSA-w6g9-xccc-347h: all versions, with "< 2.1.6" as the last known bound, and a list up to 4.0.0.
    const match = findMatches('pkg:pypi/plone.app.contenttypes@2.2.3', index).find(({ assumptions }) =>
      assumptions.includes('last-known-bound'),
    );

    expect(match).toMatchObject({ state: 'not_affected', confidence: 'medium' });
  });
});

function byId(matches: readonly PackageMatch[], id: string): PackageMatch | undefined {
  return matches.find(({ canonicalId }) => canonicalId === id);
}
