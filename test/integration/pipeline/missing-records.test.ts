/** A record is deleted after two different complete lists, at least one feed interval apart, both lack it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/calendar.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const GONE = 'GHSA-aaaa-bbbb-0000';
const ALL = Array.from({ length: 60 }, (_, n) => aRecord(n));
/** Returns the list without the record, in a state of the source with this minute. */
const without = (minute: number): ExportRecord[] => [...ALL.slice(1, 59), aRecord(59, minute)];

function aRecord(n: number, minutes = 0): ExportRecord {
  return anOsvRecord({
    id: `GHSA-aaaa-bbbb-${String(n).padStart(4, '0')}`,
    modified: new Date(START + minutes * 60_000).toISOString(),
    affected: [anAffected({ name: `package-${n}` })],
  });
}

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: ALL } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});
beforeEach(async () => {
  await updates.forget();
  bucket.set('npm', ALL);
  await updates.refresh();
});

async function readList(records: readonly ExportRecord[], kind: 'complete' | 'delta' = 'complete'): Promise<void> {
  bucket.set('npm', records);
  await updates.refresh({ kind });
}

async function isStored(): Promise<boolean> {
  const rows = await updates.pipeline.query('select 1 from advisory_record where id = $1', [GONE]);
  return rows.length > 0;
}

describe('a record that a complete list lacks', () => {
  it('stays while the same list is read again, however late', async () => {
    await readList(without(1));
    for (const hours of [0, 1, 23, 24]) {
      updates.pass(hours * HOUR_MS);
      await readList(without(1));
    }

    expect(await isStored()).toBe(true);
  });

  it('stays while the same list arrives in another order', async () => {
    await readList(without(1));
    updates.pass(HOUR_MS);
    await readList(without(1).toReversed());

    expect(await isStored()).toBe(true);
  });

  it('stays when a different list follows sooner than a feed interval', async () => {
    await readList(without(1));
    updates.pass(HOUR_MS / 2);
    await readList(without(2));

    expect(await isStored()).toBe(true);
  });

  it('is deleted when a different list lacks it a feed interval later', async () => {
    await readList(without(1));
    updates.pass(HOUR_MS);
    await readList(without(2));

    expect(await isStored()).toBe(false);
  });

  it('is deleted by the second list, although that list was first read too soon', async () => {
    await readList(without(1));
    await readList(without(2));
    updates.pass(HOUR_MS);
    await readList(without(2));

    expect(await isStored()).toBe(false);
  });

  it('starts over when it reappears in between', async () => {
    await readList(without(1));
    updates.pass(HOUR_MS);
    await readList([...without(2), aRecord(0)]);
    updates.pass(HOUR_MS);
    await readList(without(3));

    expect(await isStored()).toBe(true);
    updates.pass(HOUR_MS);
    await readList(without(4));
    expect(await isStored()).toBe(false);
  });

  it('starts over when it reappears in a list that is compared by its newest entries only', async () => {
    await readList(without(1));
    updates.pass(HOUR_MS);
    await readList([...without(2), aRecord(0)], 'delta');
    updates.pass(HOUR_MS);
    await readList(without(3));

    expect(await isStored()).toBe(true);
  });

  it('stays when the process dies while it merges the second list, and is deleted by the next run', async () => {
    await readList(without(1));
    updates.pass(HOUR_MS);
    let isDead = false;
    updates.pipeline.atCrashPoint('advisories-in-merge', () => {
      if (isDead) return;
      isDead = true;
      throw new Error('The process dies.');
    });
    await expect(readList(without(2))).rejects.toThrow('The process dies.');
    expect(await isStored()).toBe(true);

    await readList(without(2));
    expect(await isStored()).toBe(false);
  });

  it('stays when an operator accepts a shrunken list twice in a row', async () => {
    bucket.set('npm', ALL.slice(30));
    await updates.refresh({ kind: 'complete', acceptShrink: true });
    updates.pass(HOUR_MS);
    await updates.refresh({ kind: 'complete', acceptShrink: true });

    expect(await isStored()).toBe(true);
  });

  it('follows the same rule in a source without lists', async () => {
    const archives = await startOsvBucket({ directories: { npm: without(1) }, hasLists: false, hasRecords: false });
    updates.readFrom(archives.url);
    try {
      for (let read = 0; read < 2; read += 1) {
        await updates.refresh({ kind: 'complete' });
        updates.pass(HOUR_MS);
      }
      expect(await isStored()).toBe(true);

      archives.set('npm', without(2));
      await updates.refresh({ kind: 'complete' });
      expect(await isStored()).toBe(false);
    } finally {
      updates.readFrom(bucket.url);
      await archives.stop();
    }
  });
});
