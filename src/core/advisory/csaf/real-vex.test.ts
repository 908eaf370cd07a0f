/**
 * Reads the real VEX documents of Red Hat and compares them with the records of OSV. The data is not part of the repository;
 * `ASSAY_TEST_DATA` points to it.
 */
import { describe, expect, it } from 'vitest';
import { findMatches, indexAdvisories } from '../../../../test/support/advisories.ts';
import { readRealRecords } from '../../../../test/support/real-advisories.ts';
import { findRealData } from '../../../../test/support/real-data.ts';
import { readVexAdvisories } from '../../../../test/support/red-hat-vex.ts';
import type { Advisory, AffectedEntry } from '../advisory.ts';
import { parseOsvRecord } from '../osv/parse-osv-record.ts';

const hasData = findRealData('distro', 'redhat-vex') !== undefined && findRealData('osv', 'Red Hat') !== undefined;

describe.runIf(hasData)('the VEX documents of Red Hat', { timeout: 120_000 }, () => {
  const advisories = hasData ? readVexAdvisories() : [];

  it('are all translated, with their packages by status', () => {
    const entries = advisories.flatMap(({ affected }) => affected);
    const counts = Map.groupBy(entries, statusOf);

    expect(advisories).toHaveLength(74);
    expect(new Set(entries.map(({ family }) => family))).toEqual(new Set(['Red Hat']));
    expect(Object.fromEntries([...counts].map(([status, { length }]) => [status, length]))).toEqual({
      fixed: 3_676,
      affected: 37,
      deferred: 623,
      'will-not-fix': 25,
      'end-of-life': 84,
      'not affected': 658,
    });
  });

  it('agree with the notices of OSV on every fix', async () => {
    const byId = new Map(advisories.map((advisory) => [advisory.id, advisory]));
    const counts = { same: 0, 'not listed': 0, 'not affected': 0, older: 0, other: 0 };
    for (const record of (await readRealRecords('Red Hat')) ?? []) {
      const notice = parseOsvRecord(record);
      if ('problem' in notice) continue;
      for (const cve of notice.upstream) {
        const vex = byId.get(cve);
        if (vex !== undefined)
          for (const entry of notice.affected)
            counts[vex.modified < notice.modified && compare(vex, entry) === 'other' ? 'older' : compare(vex, entry)] +=
              1;
      }
    }

    // Documents of 2026 name only source packages, and the vendor excludes headers and documentation of the kernel. The document
    // about CVE-2023-6237 is older than the notice about edk2.
    expect(counts).toEqual({ same: 3_016, 'not listed': 306, 'not affected': 16, older: 2, other: 0 });
  });

  it.each([
    ['pkg:rpm/redhat/curl@7.61.1-34.el8_10.11?distro=rhel-8.10', 'CVE-2025-10966', 'not_affected'],
    ['pkg:rpm/redhat/curl@7.61.1-34.el8_10.11?distro=rhel-8.10', 'CVE-2025-13034', 'affected'],
    ['pkg:rpm/redhat/python3-chardet@3.0.4-7.el8?distro=rhel-8.10', 'CVE-2018-11751', undefined],
    ['pkg:rpm/redhat/python3-chardet@3.0.4-7.el8?distro=rhel-8.10', 'CVE-2018-3258', undefined],
  ])('about other products do not hit %s: %s is %s', (purl, cve, state) => {
    const matches = findMatches(purl, indexAdvisories(advisories), { rpmEpochsStated: true });

    expect(matches.find(({ canonicalId }) => canonicalId === cve)?.state).toBe(state);
  });
});

function statusOf({ windows, urgency }: AffectedEntry): string {
  if (windows.length === 0) return 'not affected';
  return windows[0]?.fixed === undefined ? (urgency ?? 'affected') : 'fixed';
}

function compare({ affected }: Advisory, entry: AffectedEntry): 'same' | 'not listed' | 'not affected' | 'other' {
  const own = affected.filter(
    ({ release, channel, name, modules }) =>
      release === entry.release &&
      channel === entry.channel &&
      name === entry.name &&
      (modules === undefined) === (entry.modules === undefined),
  );
  if (own.length === 0) return 'not listed';
  const fixed = entry.windows.at(-1)?.fixed;
  if (own.some(({ windows }) => windows.at(-1)?.fixed === fixed)) return 'same';
  return own.every(({ windows }) => windows.length === 0) ? 'not affected' : 'other';
}
