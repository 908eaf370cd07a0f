/**
 * All possible faults of an advisory source over HTTP: the loaded data stays, the reason is stored on the rows of the source and
 * of the directory, the other directories are still read, and the next valid response repairs the state.
 */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/core/calendar.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import type { Fault } from '../../support/faults.ts';
import { withLease } from '../../../src/pipeline/advisories/with-lease.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import { anOsvExport, type ExportRecord } from '../../support/osv-mirror.ts';
import { startBucket } from '../../support/bucket-server.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

/** Enough records that a few changes are read individually, and that a tenth is more than one. */
const RECORDS = Array.from({ length: 60 }, (_, n) => aRecord(n));
const OTHERS = [anOsvRecord({ id: 'PYSEC-2024-1', affected: [anAffected({ ecosystem: 'PyPI', name: 'flask' })] })];

function aRecord(n: number, changes: Record<string, unknown> = {}, minutes = 0): ExportRecord {
  return anOsvRecord({
    id: `GHSA-aaaa-bbbb-${String(n).padStart(4, '0')}`,
    modified: at(minutes),
    affected: [anAffected({ name: `package-${n}` })],
    ...changes,
  });
}

function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString();
}

/** Returns the list with some records replaced. */
function withChanges(...changed: readonly ExportRecord[]): ExportRecord[] {
  const byId = new Map(RECORDS.map((record) => [record['id'], record]));
  for (const record of changed) byId.set(record['id'], record);
  return [...byId.values()];
}

const FIX_4 = anAffected({ name: 'package-4', events: [{ introduced: '0' }, { fixed: '4.0.0' }] });
const CHANGED = withChanges(aRecord(4, { affected: [FIX_4] }, 10));

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: RECORDS, PyPI: OTHERS } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm', 'PyPI']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});
beforeEach(async () => {
  await updates.forget();
  bucket.heal();
  bucket.set('npm', RECORDS);
  bucket.set('PyPI', OTHERS);
  await updates.refresh();
  bucket.forget();
});

/** Checks that records, keys and the snapshot number are unchanged. */
async function expectUntouched(work: () => Promise<void>): Promise<void> {
  const before = { state: await updates.readState(), snapshot: await updates.readSnapshot() };
  await work();
  expect(await updates.readState()).toEqual(before.state);
  expect(await updates.readSnapshot()).toBe(before.snapshot);
  expect(await updates.listRaised(before.snapshot)).toEqual([]);
}

/** Checks that the next valid response is loaded normally. */
async function expectRecovery(records: readonly ExportRecord[]): Promise<void> {
  bucket.heal();
  bucket.set('npm', records);
  await updates.refresh({ kind: 'complete' });
  expect(await updates.readSource()).toMatchObject({ state: 'ready', last_error: null, lease_until: null });
  expect(await updates.readDirectory('npm')).toMatchObject({ state: 'ready', last_error: null });
  expect(await fixOf4()).toEqual(['4.0.0']);
}

async function fixOf4(): Promise<unknown[]> {
  const rows = await updates.pipeline.query<{ fixed: unknown }>(
    `select entry->'windows'->0->'fixed' as fixed from affected_entry where record_id = 'GHSA-aaaa-bbbb-0004'`,
  );
  return rows.map(({ fixed }) => fixed);
}

describe('an unusable list', () => {
  it.each<[Fault]>([['cut'], ['half'], ['empty'], ['html'], ['forbidden'], ['busy'], ['redirect']])(
    'because of %s changes nothing',
    async (fault) => {
      bucket.set('npm', CHANGED);
      bucket.fault('/npm/modified_id.csv', fault);

      await expectUntouched(async () => {
        await expect(updates.refresh()).rejects.toMatchObject({ code: expect.stringMatching(/^(FEED|OUTBOUND)_/) });
      });

      const source = await updates.readSource();
      expect(source).toMatchObject({ state: 'failed', lease_until: null });
      expect(source?.last_error).toMatch(/\S/);
      expect(await updates.readDirectory('npm')).toMatchObject({ state: 'failed', last_error: source?.last_error });
      expect(await updates.readDirectory('PyPI')).toMatchObject({ state: 'ready', last_error: null });
      await expectRecovery(CHANGED);
    },
  );

  it('because it is older than the loaded data changes nothing', async () => {
    bucket.set('npm', CHANGED);
    await updates.refresh();
    bucket.set('npm', RECORDS);

    await expectUntouched(async () => {
      await expect(updates.refresh()).rejects.toMatchObject({ code: 'FEED_ROLLED_BACK' });
    });

    expect((await updates.readDirectory('npm'))?.last_error).toContain('older than the loaded data');
    await expectRecovery(withChanges(aRecord(4, { affected: [FIX_4] }, 20)));
  });

  it('with a record from the future is used for all other records', async () => {
    const future = new Date(Date.now() + 2 * DAY_MS).toISOString();
    bucket.set('npm', [...CHANGED.filter(({ id }) => id !== 'GHSA-aaaa-bbbb-0009'), aRecord(9, { modified: future })]);

    const report = await updates.refresh({ kind: 'complete' });

    expect(report?.directories[0]).toMatchObject({ revised: 1, skipped: 1, deleted: 0 });
    expect(await fixOf4()).toEqual(['4.0.0']);
    expect((await updates.readDirectory('npm'))?.high_water?.toISOString()).toBe(at(10));
    expect(await updates.pipeline.query('select id from advisory_record where missing_since is not null')).toEqual([]);
  });
});

describe('an unusable archive', () => {
  it.each<[Fault]>([['cut'], ['half'], ['bit-flip'], ['empty'], ['html'], ['missing'], ['zip-bomb'], ['busy']])(
    'because of %s changes nothing',
    async (fault) => {
      const many = RECORDS.map((_, n) => aRecord(n, { affected: [n === 4 ? FIX_4 : anAffected()] }, 10));
      bucket.set('npm', many);
      bucket.fault('/npm/all.zip', fault);

      await expectUntouched(async () => {
        await expect(updates.refresh()).rejects.toMatchObject({ code: expect.stringMatching(/^(FEED|OUTBOUND)_/) });
      });

      expect(bucket.requests).toContain('/npm/all.zip');
      expect(await updates.readSource()).toMatchObject({ state: 'failed', lease_until: null, records: 61 });
      expect((await updates.readDirectory('npm'))?.last_error).toMatch(/\S/);
      await expectRecovery(many);
    },
  );

  it('because more than one record in a hundred is invalid changes nothing', async () => {
    const bad = RECORDS.map((record, n) =>
      n < 10 ? { ...record, modified: at(10), id: record['id'], affected: tooMany() } : record,
    );
    bucket.set('npm', bad);

    await expectUntouched(async () => {
      await expect(updates.refresh({ kind: 'complete' })).rejects.toMatchObject({ code: 'FEED_MOSTLY_BAD' });
    });

    expect((await updates.readDirectory('npm'))?.last_error).toMatch(/^10 of 60 records .* GHSA-aaaa-bbbb-0000: /);
    await expectRecovery(CHANGED);
  });

  it('because nine of ten records are missing changes nothing until an operator accepts it', async () => {
    bucket.set('npm', RECORDS.slice(0, 6));

    await expectUntouched(async () => {
      await expect(updates.refresh({ kind: 'complete' })).rejects.toMatchObject({ code: 'FEED_SHRUNK' });
      await expect(updates.refresh({ kind: 'complete' })).rejects.toMatchObject({ code: 'FEED_SHRUNK' });
    });
    expect((await updates.readDirectory('npm'))?.last_error).toContain('54 of 60 records');

    const marked = await updates.refresh({ kind: 'complete', acceptShrink: true });
    updates.pass(HOUR_MS);
    bucket.set('npm', [...RECORDS.slice(0, 5), aRecord(5, {}, 10)]);
    const deleted = await updates.refresh({ kind: 'complete' });
    expect([marked?.directories[0]?.deleted, deleted?.directories[0]?.deleted]).toEqual([0, 54]);
    expect(await updates.readSource()).toMatchObject({ state: 'ready', last_error: null, records: 7 });
  });

  it('with entries that are not records is read without writing anywhere', async () => {
    const listFiles = async (): Promise<string[]> => await readdir(updates.folder, { recursive: true });
    const before = await listFiles();
    bucket.set('npm', [...CHANGED, { ...aRecord(99), id: '../../../x' } as ExportRecord]);
    bucket.fault('/npm/', 'missing');

    await updates.refresh({ kind: 'complete' }).catch(() => {});

    expect(await listFiles()).toEqual(before);
    await expectRecovery(CHANGED);
  });
});

/** Returns more packages than a record may have. */
function tooMany(): unknown[] {
  return Array.from({ length: 20_001 }, () => ({ package: { ecosystem: 'npm', name: 'a' } }));
}

describe('an unusable single record', () => {
  const PATH = '/npm/GHSA-aaaa-bbbb-0004.json';

  it.each<[Fault]>([['missing']])(
    'because of %s is requested again by the next run, although the list is the same',
    async (fault) => {
      bucket.set('npm', CHANGED);
      bucket.fault(PATH, fault);

      await expectUntouched(async () => {
        const report = await updates.refresh();
        expect(report?.directories[0]).toMatchObject({ skipped: 1, revised: 0 });
      });

      expect(await updates.readDirectory('npm')).toMatchObject({ state: 'ready', pending: ['GHSA-aaaa-bbbb-0004'] });
      bucket.heal();
      await updates.refresh();
      expect(await fixOf4()).toEqual(['4.0.0']);
      expect(await updates.readDirectory('npm')).toMatchObject({ pending: [] });
    },
  );

  it('because it is older than its list entry is rejected, and requested again', async () => {
    const older = aRecord(4, { affected: [anAffected({ name: 'package-other' })] }, -5);
    const files = anOsvExport({ npm: CHANGED, PyPI: OTHERS });
    const stale = await startBucket({ ...files, [PATH]: JSON.stringify(older) });
    updates.readFrom(stale.url);
    try {
      await expectUntouched(async () => {
        expect((await updates.refresh())?.directories[0]).toMatchObject({ records: 1, revised: 0 });
      });
      expect(await updates.readDirectory('npm')).toMatchObject({ pending: ['GHSA-aaaa-bbbb-0004'] });
    } finally {
      updates.readFrom(bucket.url);
      await stale.stop();
    }
    bucket.set('npm', CHANGED);
    await updates.refresh();
    expect(await fixOf4()).toEqual(['4.0.0']);
  });

  it('because it is invalid keeps its earlier form, and is counted', async () => {
    const broken = withChanges(aRecord(4, { affected: tooMany() }, 10));
    const many = [...broken, ...Array.from({ length: 100 }, (_, n) => aRecord(1_000 + n))];
    bucket.set('npm', [...RECORDS, ...many.slice(60)]);
    await updates.refresh({ kind: 'complete' });
    bucket.set('npm', many);

    const report = await updates.refresh();

    expect(report?.directories[0]).toMatchObject({ bad: 1, revised: 0 });
    expect(report?.directories[0]?.problems[0]?.id).toBe('GHSA-aaaa-bbbb-0004');
    expect(await fixOf4()).toEqual(['2.0.0']);
  });
});

describe('a source', () => {
  it('whose directory is gone reports it, and keeps the loaded data of the directory', async () => {
    bucket.remove('PyPI');

    await expectUntouched(async () => {
      await expect(updates.refresh()).rejects.toMatchObject({ code: 'FEED_DIRECTORY_GONE' });
    });

    expect(await updates.readDirectory('PyPI')).toMatchObject({ state: 'failed', records: 1 });
    expect(await updates.readDirectory('npm')).toMatchObject({ state: 'ready' });
  });

  it('is read by only one of two concurrent processes', async () => {
    bucket.set('npm', CHANGED);

    const reports = await Promise.all([updates.refresh(), updates.refresh()]);

    expect(reports.filter((report) => report === undefined)).toHaveLength(1);
    expect(await fixOf4()).toEqual(['4.0.0']);
    expect(await updates.readSource()).toMatchObject({ state: 'ready', lease_until: null });
  });

  it('stops between two batches on shutdown, and releases its lease', async () => {
    bucket.set('npm', CHANGED);
    const ending = new AbortController();

    await expectUntouched(async () => {
      const refresh = updates.refresh({ signal: ending.signal, kind: 'complete', onProgress: () => ending.abort() });
      await expect(refresh).rejects.toMatchObject({ code: 'REFRESH_INTERRUPTED' });
    });

    expect(await updates.readSource()).toMatchObject({ state: 'failed', lease_until: null });
    await expectRecovery(CHANGED);
  });

  it('that another process has taken over is abandoned', async () => {
    const { pipeline } = updates;
    const { deps } = pipeline;
    const source = { name: 'osv', url: bucket.url };

    const ended = withLease(
      deps,
      source,
      async () => {},
      async (_prepared, lease) => {
        await pipeline.query(`update advisory_source set lease_until = now() + interval '1 hour'`);
        await deps.database.reference(async (tx) => await lease.hold(tx));
      },
    );

    await expect(ended).rejects.toMatchObject({ code: 'REFRESH_OVERTAKEN' });
    await pipeline.query('update advisory_source set lease_until = null');
  });

  it('that responds "not changed" receives no other request', async () => {
    const report = await updates.refresh();

    expect(report).toMatchObject({ records: 0, changed: 0 });
    expect(bucket.requests).toEqual(['/ecosystems.txt', '/npm/modified_id.csv', '/PyPI/modified_id.csv']);
  });

  it('without lists or single records is read completely, with the same result', async () => {
    const plain = await startOsvBucket({
      directories: { npm: CHANGED, PyPI: OTHERS },
      hasLists: false,
      hasRecords: false,
    });
    updates.readFrom(plain.url);
    try {
      const report = await updates.refresh();
      expect(report).toMatchObject({ records: 61, changed: 1 });
      expect(await fixOf4()).toEqual(['4.0.0']);
    } finally {
      updates.readFrom(bucket.url);
      await plain.stop();
    }
  });
});
