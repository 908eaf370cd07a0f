/**
 * A source that is rejected, cut off or unreachable keeps the loaded data: its own row states the reason, and nothing else
 * changes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKevFeed } from '../../../src/feeds/enrichment/kev.ts';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { createReleasesFeed } from '../../../src/feeds/releases/releases.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshSource } from '../../../src/pipeline/advisories/refresh-source.ts';
import { refreshAll, refreshOne } from '../../../src/pipeline/advisories/refresh-sources.ts';
import type { JobQueue } from '../../../src/queue/job-queue.ts';
import { anOsvRecord } from '../../support/advisories.ts';
import { writeMirror } from '../../support/osv-mirror.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';
import { writeZip } from '../../support/zip-writer.ts';

let pipeline: TestPipeline;
let folder: string;
let versionId: string;
beforeAll(async () => {
  pipeline = await startTestPipeline();
  folder = await mkdtemp(join(tmpdir(), 'assay-refresh-'));
  await writeMirror(folder, { 'ecosystems.txt': 'npm\n', 'npm/all.zip': archiveOf(anOsvRecord()) });
  await refresh();
  ({ versionId } = await pipeline.upload('1.0.0'));
  await analyze();
});
afterAll(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

function archiveOf(record: Record<string, unknown>): Buffer {
  return Buffer.from(writeZip([{ name: `${String(record['id'])}.json`, content: JSON.stringify(record) }]));
}

async function refresh(url = pathToFileURL(folder).href): Promise<void> {
  const feed = createOsvFeed({ url, ecosystems: ['npm'], stagingDir: join(folder, 'staging') });
  await refreshSource({ ...pipeline.deps, onProgress: () => {} }, feed);
}

async function analyze(): Promise<void> {
  const { orgId } = pipeline.caller;
  await applySnapshot(pipeline.deps, { orgId });
  await analyzeVersion(pipeline.deps, { orgId, versionId });
}

const listFindings = async (): Promise<object[]> =>
  await pipeline.query('select * from version_finding where version_id = $1', [versionId]);
const listRecords = async (): Promise<object[]> =>
  await pipeline.query('select source, directory, id, group_ids, snapshot from advisory_record order by id');
const readSource = async (): Promise<object | undefined> =>
  (await pipeline.query("select state, records, last_success_at from advisory_source where name = 'osv'"))[0];

describe('a refresh that fails', () => {
  it.each<[string, () => Promise<void>]>([
    ['is truncated', async () => await write(archiveOf(anOsvRecord()).subarray(0, -30))],
    ['contains no records', async () => await write(Buffer.from(writeZip([])))],
    ['is an HTML page', async () => await write(Buffer.from('<html>Please sign in.</html>'))],
    ['has a corrupt record', async () => await write(damaged(archiveOf(anOsvRecord())))],
    ['has a corrupt record behind a thousand changed ones', async () => await write(archiveWithDamagedEnd())],
    ['is missing', async () => await rm(join(folder, 'npm/all.zip'), { force: true })],
  ])('because the archive %s leaves records and findings unchanged', async (_what, spoil) => {
    const before = { records: await listRecords(), findings: await listFindings(), source: await readSource() };
    await spoil();

    await expect(refresh()).rejects.toThrow('The previously loaded data stays in use.');
    await analyze();

    expect(before.findings).toHaveLength(1);
    expect(await listRecords()).toEqual(before.records);
    expect(await listFindings()).toEqual(before.findings);
    expect(await readSource()).toEqual({ ...before.source, state: 'failed' });
  });

  it('because the server does not respond leaves records and findings unchanged', async () => {
    const before = { records: await listRecords(), findings: await listFindings() };

    await expect(refresh('http://127.0.0.1:1')).rejects.toThrow('The request to "127.0.0.1');
    await analyze();

    expect(before.findings).toHaveLength(1);
    expect(await listRecords()).toEqual(before.records);
    expect(await listFindings()).toEqual(before.findings);
  });
});

describe('a sync of all sources', () => {
  it('tries a source that failed again without the others', async () => {
    const jobs: unknown[] = [];
    const enqueue: JobQueue['enqueue'] = async (_tx, ...job) => await Promise.resolve(void jobs.push(job));
    const deps = { ...pipeline.deps, queue: { ...pipeline.deps.queue, enqueue }, onProgress: () => {} };
    const missing = pathToFileURL(join(folder, 'missing')).href;
    const osv = createOsvFeed({ url: missing, ecosystems: ['npm'], stagingDir: folder });
    const kev = createKevFeed({ url: missing, stagingDir: folder });
    const releases = createReleasesFeed({ ecosystems: ['Debian'] });

    await refreshAll(deps, { feeds: [osv, releases], enrichment: [kev] });

    const ofSources = jobs.filter((job) => JSON.stringify(job).includes('source'));
    expect(ofSources).toEqual([
      ['refresh-advisories', { source: 'osv' }],
      ['refresh-advisories', { source: 'kev' }],
    ]);
    const states = await pipeline.query("select state from advisory_source where name = 'releases'");
    expect(states).toEqual([{ state: 'ready' }]);
  });
});

describe('a sync of one source', () => {
  it('waits for a process that is reading it, and keeps its options', async () => {
    const url = pathToFileURL(folder).href;
    const osv = createOsvFeed({ url, ecosystems: ['npm'], stagingDir: join(folder, 'staging') });
    const deps = { ...pipeline.deps, onProgress: () => {} };
    await write(archiveOf(anOsvRecord({ id: 'MAL-2024-1', modified: '2026-03-01T00:00:00Z' })));
    await pipeline.query(`update advisory_source set lease_until = now() + interval '1 second' where name = 'osv'`);

    const request = { source: 'osv', complete: true, acceptShrink: true };
    await refreshOne(deps, { feeds: [osv], enrichment: [] }, request);

    expect(await listRecords()).toContainEqual(expect.objectContaining({ id: 'MAL-2024-1' }));
  });
});

async function write(bytes: Uint8Array): Promise<void> {
  await writeFile(join(folder, 'npm/all.zip'), bytes);
}

/** More records than one batch has, so that the first ones are staged before the damage is found. */
function archiveWithDamagedEnd(): Buffer {
  const changed = anOsvRecord({ modified: '2026-02-01T00:00:00Z', affected: [] });
  const others = Array.from({ length: 1_000 }, (_, n) => anOsvRecord({ id: `MAL-2024-${n}` }));
  const entries = [changed, ...others].map((record) => ({
    name: `${String(record['id'])}.json`,
    content: JSON.stringify(record),
  }));
  return Buffer.from(writeZip([...entries, { name: 'MAL-2024-1000.json', content: '{}', checksum: 1 }]));
}

/** Returns the archive with one changed byte, so that its checksum is wrong. */
function damaged(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  const at = Math.floor(copy.length / 3);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
