/**
 * All records of four ecosystems as they are published, and findings that were looked up by hand: each expectation is followed
 * by what the records say. The data is not part of the repository; `ASSAY_TEST_DATA` says where it is.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { findMatches, indexAdvisories } from '../../../test/support/advisories.ts';
import { readRealRecords } from '../../../test/support/real-advisories.ts';
import type { Advisory } from '../advisory/advisory.ts';
import { groupAliases } from '../advisory/alias-groups.ts';
import { readOsvRecord } from '../advisory/osv.ts';
import type { CandidateEntry, PackageMatch } from './match.ts';

const RECORDS = { npm: 5_760, PyPI: 7_508, Maven: 5_310, Debian: 19_275 } as const;
const isHere = process.env['ASSAY_TEST_DATA'] !== undefined;
const note = isHere ? '' : ' (none: ASSAY_TEST_DATA is not set)';

const advisories: Advisory[] = [];
const problems: string[] = [];
let index: ReadonlyMap<string, readonly CandidateEntry[]> = new Map();

beforeAll(async () => {
  for (const ecosystem of Object.keys(RECORDS)) {
    const records = (await readRealRecords(ecosystem)) ?? [];
    const start = performance.now();
    const read = records.map(readOsvRecord);
    const perSecond = Math.round((records.length * 1_000) / Math.max(1, performance.now() - start));

    const usable = read.filter((advisory): advisory is Advisory => !('problem' in advisory));
    const entries = usable.flatMap(({ affected }) => affected);
    const skipped = usable.reduce((sum, { entriesSkipped }) => sum + entriesSkipped, 0);
    if (records.length === 0) continue;
    const counts = Object.entries(
      Object.groupBy(
        entries.flatMap((entry) => entry.problems),
        (problem) => problem,
      ),
    );
    const told = counts.map(([problem, all]) => `${all?.length ?? 0} ${problem}`).join(', ');
    process.stdout.write(
      `${ecosystem}: ${usable.length} of ${read.length} records (${perSecond} per second), ${entries.length} packages, ` +
        `${skipped} of other ecosystems; ${told === '' ? 'all ranges understood' : told}\n`,
    );
    problems.push(...read.flatMap((advisory) => ('problem' in advisory ? [advisory.problem] : [])));
    advisories.push(...usable);
  }
  index = indexAdvisories(advisories);
}, 120_000);

describe('real advisories', () => {
  it(`are all read${note}`, () => {
    expect(problems).toEqual([]);
    expect(advisories).toHaveLength(isHere ? Object.values(RECORDS).reduce((sum, count) => sum + count, 0) : 0);
  });

  it(`have ranges that are understood, but for one in a thousand${note}`, () => {
    const entries = advisories.flatMap(({ affected }) => affected);
    const unclear = entries.filter((entry) => entry.problems.length > 0);

    expect(unclear.length).toBeLessThanOrEqual(entries.length / 1_000);
  });

  it(`form alias groups without pollution${note}`, () => {
    const groups = new Set(groupAliases(advisories).values());

    expect([...groups].filter(({ polluted }) => polluted)).toEqual([]);
  });
});

describe.runIf(isHere)('findings that were looked up by hand', () => {
  it.each<[string, Record<string, string>]>([
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
    // CVE-2024-56201 is not among them: it was introduced in 3.0.0.
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
    // Both have two windows; these are those from 1.0.0 on.
    ['pkg:npm/minimist@1.2.0', { 'CVE-2020-7598': '1.2.3', 'CVE-2021-44906': '1.2.6' }],
    ['pkg:npm/minimist@1.2.6', {}],
  ])('%s has %j', (purl, expected) => {
    const affected = findMatches(purl, index).filter(({ state }) => state === 'affected');

    expect(
      Object.fromEntries(affected.map(({ canonicalId, fixedVersions }) => [canonicalId, fixedVersions[0]])),
    ).toEqual(expected);
    expect(affected.every(({ confidence }) => confidence === 'high')).toBe(true);
  });

  it.each([
    // CVE-2024-6119 and DSA-5764-1 for Debian 12: fixed in 3.0.14-1~deb12u2.
    ['CVE-2024-6119', { state: 'affected', fixedVersions: ['3.0.14-1~deb12u2'], fixState: 'fixed' }],
    // Fixed in 3.0.11-1~deb12u2, which is what is installed.
    ['CVE-2023-5363', { state: 'not_affected' }],
    // Open in every release, urgency "unimportant".
    ['CVE-2010-0928', { state: 'affected', urgency: 'unimportant', fixState: 'not_fixed', fixedVersions: [] }],
  ])('libssl3 3.0.11-1~deb12u2 of Debian 12, by its source openssl: %s', (id, expected) => {
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
  ])('zlib1g of %s in version %s and %s: %s', (distro, version, id, state) => {
    const matches = findMatches(`pkg:deb/debian/zlib1g@${version}?distro=${distro}&upstream=zlib`, index);

    expect(byId(matches, id)?.state).toBe(state);
  });

  it('a range of commits before the range of versions does not hide it', () => {
    // PYSEC-2012-7 begins with a GIT range; then come 1.3 to 1.3.4 and 1.4 to 1.4.2.
    const match = byId(findMatches('pkg:pypi/django@1.4.1', index), 'CVE-2012-4520');

    expect(match).toMatchObject({ state: 'affected', fixedVersions: ['1.4.2'] });
    expect(match?.evidence.map(({ recordId }) => recordId)).toContain('PYSEC-2012-7');
  });

  it('a version beyond the last known affected one is not affected, and the guess is told', () => {
    // GHSA-w6g9-xccc-347h: all versions, "< 2.1.6" beside it, and a list up to 4.0.0.
    const match = findMatches('pkg:pypi/plone.app.contenttypes@2.2.3', index).find(({ assumptions }) =>
      assumptions.includes('last-known-bound'),
    );

    expect(match).toMatchObject({ state: 'not_affected', confidence: 'medium' });
  });
});

function byId(matches: readonly PackageMatch[], id: string): PackageMatch | undefined {
  return matches.find(({ canonicalId }) => canonicalId === id);
}
