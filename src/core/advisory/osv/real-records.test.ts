/**
 * Parses every published record of every ecosystem and checks the number of entries, of skipped packages by reason, and of ranges
 * that cannot be parsed. The first four figures of a directory were counted independently of this code when the data was
 * gathered.
 * The data is not part of the repository; `ASSAY_TEST_DATA` points to it.
 */
import { describe, expect, it } from 'vitest';
import { readRealRecords } from '../../../../test/support/real-advisories.ts';
import { findRealData } from '../../../../test/support/real-data.ts';
import type { Advisory, AffectedEntry } from '../advisory.ts';
import { parseOsvRecord } from './parse-osv-record.ts';
import { parseAffectedPackage } from './parse-affected.ts';
import { listIn, objectIn, textIn } from '../record-fields.ts';

interface Figures {
  readonly records: number;
  /** Distinct names in distinct ecosystems, including unsupported ones. */
  readonly packages: number;
  readonly withdrawn: number;
  readonly rated: number;
  readonly entries: number;
  /** By reason; absent if none. */
  readonly skipped?: Readonly<Record<string, number>>;
  /** By version scheme and reason. */
  readonly problems?: Readonly<Record<string, number>>;
  readonly facts?: Readonly<Record<string, number>>;
}

const DIRECTORIES: Readonly<Record<string, Figures>> = {
  AlmaLinux: {
    records: 5_637,
    packages: 10_543,
    withdrawn: 0,
    rated: 0,
    entries: 59_899,
    // Bug fixes that are not related to security.
    skipped: { 'bug-notice': 9_261 },
  },
  Alpine: {
    records: 3_655,
    packages: 3_879,
    withdrawn: 0,
    rated: 3_453,
    entries: 32_966,
    // `0.8.21.r2`, `10.2.22.r0`: the revision is separated by a dot instead of a dash.
    problems: { 'apk unparsable-bound': 11 },
  },
  Bitnami: {
    records: 7_444,
    packages: 177,
    withdrawn: 0,
    rated: 7_433,
    entries: 7_444,
    // `nightly.2026-03-10.0`
    problems: { 'bitnami unparsable-bound': 1 },
  },
  CRAN: { records: 14, packages: 10, withdrawn: 0, rated: 0, entries: 14 },
  Debian: {
    records: 19_275,
    packages: 1_886,
    withdrawn: 0,
    rated: 12_151,
    entries: 51_096,
    facts: { urgency: 48_868 },
  },
  Go: {
    records: 6_417,
    packages: 1_566,
    withdrawn: 32,
    rated: 1_972,
    entries: 9_726,
    // Three are `2.0.0.beta.9`; four are in custom ranges: `main-gha.27122`, `RELEASE.2025-02-28T09-55-16Z`.
    problems: { 'go unparsable-bound': 7, 'go record-without-versions': 1 },
    facts: { customWindows: 502, hasImports: 1_110 },
  },
  Hackage: { records: 35, packages: 31, withdrawn: 0, rated: 35, entries: 44 },
  Hex: { records: 32, packages: 26, withdrawn: 0, rated: 26, entries: 52 },
  Maven: { records: 5_310, packages: 2_526, withdrawn: 25, rated: 4_833, entries: 8_794 },
  NuGet: { records: 864, packages: 756, withdrawn: 5, rated: 641, entries: 2_897 },
  Packagist: { records: 4_942, packages: 1_226, withdrawn: 24, rated: 3_795, entries: 9_118 },
  Pub: { records: 12, packages: 22, withdrawn: 0, rated: 10, entries: 25 },
  PyPI: {
    records: 7_508,
    packages: 2_185,
    withdrawn: 14,
    rated: 3_781,
    entries: 12_518,
    problems: { 'pep440 unparsable-bound': 17, 'pep440 git-only': 6, 'pep440 record-without-versions': 1 },
  },
  'Red Hat': {
    records: 2_933,
    packages: 16_849,
    withdrawn: 0,
    rated: 2_931,
    entries: 71_723,
    skipped: { 'debug-symbols': 31_588 },
    facts: { channel: 1_812 },
  },
  'Rocky Linux': { records: 1_491, packages: 817, withdrawn: 0, rated: 941, entries: 5_474, facts: { channel: 14 } },
  RubyGems: { records: 1_092, packages: 636, withdrawn: 34, rated: 619, entries: 1_867 },
  SUSE: {
    records: 1_176,
    packages: 773,
    withdrawn: 0,
    rated: 0,
    entries: 1_872,
    facts: { channel: 1_872, binaries: 439 },
  },
  SwiftURL: { records: 38, packages: 51, withdrawn: 0, rated: 33, entries: 90 },
  Ubuntu: {
    records: 2_020,
    packages: 1_509,
    withdrawn: 0,
    rated: 0,
    entries: 7_906,
    facts: { channel: 1_809, binaries: 41 },
  },
  Wolfi: {
    records: 11_862,
    packages: 6_536,
    withdrawn: 0,
    rated: 0,
    entries: 76_130,
    // `1.1.0-r1-r0`
    problems: { 'apk unparsable-bound': 2 },
  },
  'crates.io': { records: 2_108, packages: 1_173, withdrawn: 15, rated: 1_091, entries: 2_592 },
  npm: {
    records: 5_760,
    packages: 4_753,
    withdrawn: 49,
    rated: 3_064,
    entries: 6_942,
    problems: { 'semver contradictory-range': 2, 'semver record-without-versions': 1 },
  },
};

const TIMEOUT_MS = 120_000;

describe.runIf(findRealData('osv') !== undefined)('real OSV records', () => {
  it.each(Object.entries(DIRECTORIES))(
    'of %s are parsed, with the expected number of skipped entries',
    async (directory, figures) => {
      const records = (await readRealRecords(directory)) ?? [];
      const start = performance.now();
      const read = records.map(parseOsvRecord);
      const perSecond = Math.round((records.length * 1_000) / Math.max(1, performance.now() - start));
      process.stdout.write(`${directory}: ${records.length} records, ${perSecond} per second\n`);

      const advisories = read.filter((advisory): advisory is Advisory => !('problem' in advisory));
      const packagesOf = (record: unknown): unknown[] =>
        listIn(record, 'affected').map((entry) => objectIn(entry, 'package'));
      const named = records.flatMap(packagesOf);
      const reasons = records.flatMap((record, at) => {
        const advisory = read[at];
        const isNotice = advisory !== undefined && 'class' in advisory && isBugNotice(advisory);
        const places = packagesOf(record).map(parseAffectedPackage);
        const otherwise = isNotice ? ['bug-notice'] : [];
        return places.flatMap((place) => (typeof place === 'string' ? [place] : otherwise));
      });
      const entries = advisories.flatMap(({ affected }) => affected);

      expect(advisories).toHaveLength(records.length);
      expect(entries.length + reasons.length).toBe(named.length);
      expect(advisories.reduce((sum, { entriesSkipped }) => sum + entriesSkipped, 0)).toBe(reasons.length);
      expect({
        records: records.length,
        packages: new Set(named.map((each) => `${textIn(each, 'ecosystem')} ${textIn(each, 'name')}`)).size,
        withdrawn: advisories.filter(({ withdrawn }) => withdrawn !== undefined).length,
        rated: advisories.filter(({ cvss }) => cvss.length > 0).length,
        entries: entries.length,
        skipped: countBy(reasons),
        problems: countBy(entries.flatMap(({ scheme, problems }) => problems.map((problem) => `${scheme} ${problem}`))),
        facts: countBy(entries.flatMap(factsOf)),
      }).toEqual({ skipped: {}, problems: {}, facts: {}, ...figures });
    },
    TIMEOUT_MS,
  );
});

function isBugNotice({ id, class: recordClass }: Advisory): boolean {
  return recordClass === 'informational' && /^(?:RH|AL)[BE]A-/.test(id);
}

const FACTS = ['channel', 'binaries', 'customWindows', 'hasImports', 'urgency'] as const;

function factsOf(entry: AffectedEntry): readonly string[] {
  return FACTS.filter((fact) => entry[fact] !== undefined);
}

function countBy(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length]));
}
