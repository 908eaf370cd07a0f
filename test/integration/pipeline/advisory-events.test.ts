/** Organizations are notified once of new advisory data, and once of stale data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/calendar.ts';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshSource } from '../../../src/pipeline/advisories/refresh-source.ts';
import { warnAboutStaleData } from '../../../src/pipeline/advisories/refresh-sources.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
let folder: string;

beforeAll(async () => {
  pipeline = await startTestPipeline();
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
});
afterAll(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true, force: true });
});

async function refresh(ids: readonly string[], modified: string): Promise<void> {
  const records = ids.map((id) => anOsvRecord({ id, modified, affected: [anAffected({ name: id.toLowerCase() })] }));
  await writeMirror(folder, anOsvExport({ npm: records }));
  const feed = createOsvFeed({ url: pathToFileURL(folder).href, ecosystems: ['npm'], stagingDir: tmpdir() });
  await refreshSource({ ...pipeline.deps, onProgress: () => {} }, feed);
}

async function listEvents(type: string): Promise<{ snapshot: string | null; detail: unknown; service_id: null }[]> {
  return await pipeline.query('select snapshot, detail, service_id from event where type = $1 order by id', [type]);
}

async function warnAt(hours: number): Promise<void> {
  const now = Date.now() + hours * HOUR_MS;
  await warnAboutStaleData({ ...pipeline.deps, now: () => now });
}

describe('advisories.updated', () => {
  it('is published once for each state of the data, with the changes of each source', async () => {
    const job = { orgId: pipeline.caller.orgId };

    await refresh(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd'], '2025-01-01T00:00:00Z');
    for (const again of [job, job]) await applySnapshot(pipeline.deps, again);
    await refresh(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd'], '2025-01-01T00:00:00Z');
    await applySnapshot(pipeline.deps, job);
    await refresh(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd', 'GHSA-aaaa-bbbb-eeee'], '2025-01-02T00:00:00Z');
    await Promise.all([applySnapshot(pipeline.deps, job), applySnapshot(pipeline.deps, job)]);

    expect(await listEvents('advisories.updated')).toEqual([
      { snapshot: '1', detail: { records: { osv: 2 } }, service_id: null },
      { snapshot: '2', detail: { records: { osv: 1 } }, service_id: null },
    ]);
  });
});

describe('advisories.stale', () => {
  it('is published once after a day without a successful run, and again only after a fresh state in between', async () => {
    await warnAt(23);
    expect(await listEvents('advisories.stale')).toEqual([]);

    for (const hours of [25, 26, 48]) await warnAt(hours);
    const [first, ...others] = await listEvents('advisories.stale');
    expect(first).toMatchObject({ detail: { since: expect.any(String), sources: ['osv'] } });
    expect(others).toEqual([]);

    await refresh(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd', 'GHSA-aaaa-bbbb-eeee'], '2025-01-02T00:00:00Z');
    await warnAt(1);
    for (const hours of [25, 26]) await warnAt(hours);
    expect(await listEvents('advisories.stale')).toHaveLength(2);
  });

  it('is completed by the next process after a crash, and only where it is missing', async () => {
    await pipeline.query('update advisory_clock set announced_stale = null');

    await warnAt(30);

    expect(await listEvents('advisories.stale')).toHaveLength(2);
  });

  it('is published again when another source is outdated too, and not when only one of them is left', async () => {
    await pipeline.query(
      `insert into advisory_source (name, url, state, last_success_at) values ('nvd', 'https://example.org', 'ready', now())`,
    );
    for (const hours of [47, 49, 50]) await warnAt(hours);
    await pipeline.query(`update advisory_source set enabled = false where name = 'osv'`);
    await warnAt(51);
    await pipeline.query(`update advisory_source set enabled = name = 'osv'`);
    await warnAt(52);

    const [, , third, ...others] = await listEvents('advisories.stale');
    expect(third).toMatchObject({ detail: { sources: ['nvd', 'osv'], sinceBySource: { nvd: expect.any(String) } } });
    expect(others).toEqual([]);
  });

  it('is not published for a disabled source', async () => {
    await pipeline.query(`update advisory_source set enabled = false, last_success_at = '2020-01-01'`);

    await warnAt(0);

    expect(await listEvents('advisories.stale')).toHaveLength(3);
  });
});
