/** The advisory data that matching reads, and when the cache reads it again. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CandidateEntry } from '../../../src/core/match/match.ts';
import { CandidateCache, listCandidates } from '../../../src/store/advisories/candidates.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const PAD = 'npm\u001F\u001Fleft-pad';
const OTHER = 'npm\u001F\u001Fother';
const ASKED_AT = '2026-01-01T00:00:00.000Z';

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let minutes = 0;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: [] } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});
beforeEach(async () => {
  await updates.forget();
});

describe('candidates', () => {
  it('are one per vulnerability of a record, and share its entry', async () => {
    await publish(aRecord('DSA-1-1', { upstream: ['CVE-2024-0001', 'CVE-2024-0002'] }));

    const found = (await read(new CandidateCache())).get(PAD) ?? [];

    expect(found.map(({ recordId, groupId }) => [recordId, groupId])).toEqual([
      ['DSA-1-1', 'CVE-2024-0001'],
      ['DSA-1-1', 'CVE-2024-0002'],
    ]);
    expect(found[0]?.entry).toBe(found[1]?.entry);
  });

  it('are read once, and again when the data of their key changes', async () => {
    const cache = new CandidateCache();
    const about = anAffected({ name: 'other' });
    await publish(aRecord('GHSA-aaaa-aaaa-aaaa'), aRecord('GHSA-bbbb-bbbb-bbbb', { affected: [about] }));
    const first = await read(cache);
    const second = await read(cache);
    await publish(
      aRecord('GHSA-aaaa-aaaa-aaaa', { affected: [anAffected({ events: [{ introduced: '0' }, { fixed: '3.0.0' }] })] }),
      aRecord('GHSA-bbbb-bbbb-bbbb', { affected: [about], summary: 'Only the text is another' }),
    );
    const third = await read(cache);

    expect(second.get(PAD)).toBe(first.get(PAD));
    expect(fixesOf(first.get(PAD))).toEqual(['2.0.0']);
    expect(fixesOf(third.get(PAD))).toEqual(['3.0.0']);
    expect(third.get(OTHER)).toBe(first.get(OTHER));
  });

  it('count until they are withdrawn, at a time that may be known in advance', async () => {
    const cache = new CandidateCache();
    await publish(aRecord('GHSA-aaaa-aaaa-aaaa', { withdrawn: '2026-02-01T00:00:00Z' }));

    expect((await read(cache, '2026-01-31T00:00:00.000Z')).get(PAD)).toHaveLength(1);
    expect((await read(cache, '2026-02-02T00:00:00.000Z')).get(PAD)).toEqual([]);
  });
});

function aRecord(id: string, changes: Record<string, unknown> = {}): ExportRecord {
  minutes += 1;
  return anOsvRecord({
    id,
    modified: new Date(Date.parse(ASKED_AT) - 1e9 + minutes * 60_000).toISOString(),
    ...changes,
  });
}

async function publish(...records: readonly ExportRecord[]): Promise<void> {
  bucket.set('npm', records);
  await updates.refresh();
}

async function read(cache: CandidateCache, asOf = ASKED_AT): Promise<ReadonlyMap<string, readonly CandidateEntry[]>> {
  const { database } = updates.pipeline.deps;
  return await database.reference(async (tx) => await listCandidates(tx, [PAD, OTHER], asOf, cache));
}

function fixesOf(candidates: readonly CandidateEntry[] | undefined): (string | undefined)[] {
  return (candidates ?? []).flatMap(({ entry }) => entry.windows.map(({ fixed }) => fixed));
}
