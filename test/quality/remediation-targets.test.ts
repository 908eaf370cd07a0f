/**
 * Every affected version of every package named by the real advisories of four ecosystems, and its recommended target: a version
 * without matches, with no clean version before it. The shares show why the fix of a single advisory is not enough. Skipped
 * without ASSAY_TEST_DATA.
 */
import { describe, expect, it } from 'vitest';
import { parseOsvRecord } from '../../src/core/advisory/osv/parse-osv-record.ts';
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { findRealData } from '../support/real-data.ts';
import { readRealRecords } from '../support/real-advisories.ts';
import { describeTargets, measureTargets, type TargetShares } from './remediation-targets.ts';

const ECOSYSTEMS = ['npm', 'PyPI', 'Maven', 'Go'] as const;
const TIMEOUT_MS = 900_000;
// Per package; all of them, more than 200,000, take minutes: ASSAY_TEST_EVERY_VERSION=1.
const VERSIONS_MAX = process.env['ASSAY_TEST_EVERY_VERSION'] === '1' ? Number.POSITIVE_INFINITY : 2;
const hasData = findRealData('osv') !== undefined;

async function readAdvisories(ecosystem: string): Promise<readonly Advisory[]> {
  const records = (await readRealRecords(ecosystem)) ?? [];
  return records.flatMap((record) => {
    const advisory = parseOsvRecord(record);
    return 'problem' in advisory ? [] : [{ ...advisory, details: '' }];
  });
}

describe.runIf(hasData)('upgrade targets of affected versions', { timeout: TIMEOUT_MS }, () => {
  const shares = new Map<string, TargetShares>();

  it.each(ECOSYSTEMS)('are the first clean versions: %s', async (ecosystem) => {
    const measured = measureTargets(ecosystem, await readAdvisories(ecosystem), VERSIONS_MAX);
    shares.set(ecosystem, measured);

    expect(measured.problems).toEqual([]);
    expect(measured.versions).toBeGreaterThan(1_000);
  });

  it('are printed as a table', () => {
    console.log(describeTargets(shares));

    expect([...shares.keys()]).toEqual([...ECOSYSTEMS]);
    // The fix of a single advisory would leave many of them vulnerable, but the recommended target none.
    for (const { versions, leftBySingleFix } of shares.values()) expect(leftBySingleFix).toBeLessThan(versions);
  });
});
