/**
 * Follows real advisories of two years from state to state: the result equals an import of the last state, and only keys that
 * differ are raised. Skipped without ASSAY_TEST_DATA.
 */
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ECOSYSTEMS } from '../../../src/core/identity/ecosystems/ecosystem.ts';
import {
  differingKeys,
  readKeyContents,
  startAdvisoryUpdates,
  type AdvisoryUpdates,
} from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';
import { readRealRecords } from '../../support/real-advisories.ts';
import { findRealData, getRealData } from '../../support/real-data.ts';

const isWhole = process.env['ASSAY_TEST_WHOLE_EXPORT'] === '1';
const DIRECTORIES: readonly string[] = isWhole ? ['npm', 'Maven'] : ['npm'];
const TIMEOUT_MS = 600_000;
const hasData = findRealData('osv-2024-07') !== undefined;

async function readState(...states: readonly string[]): Promise<Record<string, ExportRecord[]>> {
  const directories: Record<string, ExportRecord[]> = {};
  for (const directory of DIRECTORIES) {
    const records = new Map<unknown, ExportRecord>();
    for (const state of states) {
      for (const record of ((await readRealRecords(directory, state)) ?? []) as ExportRecord[]) {
        records.set(record['id'], record);
      }
    }
    directories[directory] = [...records.values()];
  }
  return directories;
}

// Takes a tenth of the time: the benchmark reads all directories, and so does ASSAY_TEST_WHOLE_EXPORT=1.
const SMALL: ReadonlySet<string> = new Set(['Go', 'crates.io', 'Hex', 'Pub', 'Wolfi']);
if (!isWhole) console.warn(`Only ${[...SMALL].join(', ')}, and no later state: ASSAY_TEST_WHOLE_EXPORT is not 1.`);

describe.runIf(hasData)('real advisories', { timeout: TIMEOUT_MS }, () => {
  let bucket: OsvBucket;
  let updates: AdvisoryUpdates;
  beforeAll(async () => {
    bucket = await startOsvBucket({ directories: await readState('osv-2024-07') });
    updates = await startAdvisoryUpdates(bucket.url, DIRECTORIES);
    await updates.refresh();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await updates.close();
    await bucket.stop();
  });

  it.each([
    ['of July 2024 to February 2025', ['osv']],
    ...(isWhole ? [['with those that came later', ['osv', 'osv-supplement']] as const] : []),
  ] as const)('followed from those %s equal a single import', async (_what, states) => {
    for (const [directory, records] of Object.entries(await readState(...states))) bucket.set(directory, records);

    // One directory after the other: a copy of a record can be the effective one for another ecosystem until that is read.
    for (const directory of DIRECTORIES) {
      const before = { contents: await readKeyContents(updates.pipeline), snapshot: await updates.readSnapshot() };
      const report = await updates.refreshTwice({ only: [directory] });
      const after = await readKeyContents(updates.pipeline);
      expect(report?.bad).toBe(0);
      expect(await updates.listRaised(before.snapshot)).toEqual(differingKeys(before.contents, after));
    }

    const direct = await startAdvisoryUpdates(bucket.url, DIRECTORIES);
    try {
      await direct.refresh();
      const expected = await direct.readState();
      expect(expected.records.length).toBeGreaterThan(5_000);
      expect(await updates.readState()).toEqual(expected);
    } finally {
      await direct.close();
    }
  });
});

describe.runIf(findRealData('osv') !== undefined)('the real export', { timeout: TIMEOUT_MS }, () => {
  it('is stored record by record, with a reason for each omission', async () => {
    const families = ECOSYSTEMS.map(({ family }) => family).filter(
      (family) => findRealData('osv', family) !== undefined && (isWhole || SMALL.has(family)),
    );
    const folder = getRealData('osv');
    const updates = await startAdvisoryUpdates(pathToFileURL(folder).href, families);
    try {
      const report = await updates.refresh();

      for (const directory of report?.directories ?? []) {
        const archived = (await readRealRecords(directory.directory))?.length ?? 0;
        const [stored] = await updates.pipeline.query<{ count: number }>(
          'select count(*)::int as count from advisory_record where directory = $1',
          [directory.directory],
        );
        expect(directory).toMatchObject({ records: archived, added: archived - directory.bad - directory.skipped });
        expect(stored?.count).toBe(directory.added);
        expect(directory.problems.length).toBe(Math.min(5, directory.bad + directory.skipped));
      }
      expect(report?.directories.map(({ directory }) => directory)).toEqual(families);
      // Every record belongs to at least one group, and every group has a name.
      expect(await updates.pipeline.query(`select id from advisory_record where group_ids = '{}' limit 5`)).toEqual([]);
      expect(
        await updates.pipeline.query(
          `select r.id from advisory_record r where not exists (select from alias a where a.id = r.id) limit 5`,
        ),
      ).toEqual([]);
      expect(
        await updates.pipeline.query(
          `select e.record_id from affected_entry e where e.active and not exists (select from package_key k where k.key = e.package_key) limit 5`,
        ),
      ).toEqual([]);
      // At most one copy of a record is effective for each package.
      expect(
        await updates.pipeline.query(
          `select e.record_id, e.package_key from affected_entry e where e.active group by 1, 2
           having count(distinct e.directory) > 1 limit 5`,
        ),
      ).toEqual([]);
      // There is no Chainguard directory, so Wolfi is the only source of its data.
      const [chainguard] = await updates.pipeline.query<{ count: number }>(
        `select count(*)::int as count from affected_entry where directory = 'Wolfi' and not own and active`,
      );
      expect(chainguard?.count).toBeGreaterThan(30_000);
    } finally {
      await updates.close();
    }
  });
});
