/**
 * KEV, EPSS and SSVC files become rows: only differences are written, missing entries are removed, and a bad file changes
 * nothing.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnrichmentPart } from '../../../src/core/vocabulary/source.ts';
import { createConfiguredEnrichment } from '../../../src/feeds/configured-feeds.ts';
import {
  refreshEnrichment,
  type EnrichmentOptions,
  type EnrichmentReport,
} from '../../../src/pipeline/advisories/refresh-enrichment.ts';
import { listEnrichment } from '../../../src/store/advisories/merge/enrichment.ts';
import { startBucket, type Behavior, type BucketServer } from '../../support/bucket-server.ts';
import { aKevCatalog, anEpssFile, aVulnrichmentArchive, cveOf, NOW_MS } from '../../support/read-enrichment.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
let stagingDir: string;
let bucket: BucketServer;
let nowMs = NOW_MS;
let beforeAnswer: () => Promise<void>;
const files: Record<string, string | Uint8Array> = {};

beforeAll(async () => {
  pipeline = await startTestPipeline();
  stagingDir = await mkdtemp(join(tmpdir(), 'assay-enrichment-'));
  bucket = await startBucket({ '/kev': serve('kev'), '/epss': serve('epss'), '/ssvc': serve('ssvc') });
});

afterAll(async () => {
  await bucket.stop();
  await pipeline.close();
  await rm(stagingDir, { recursive: true });
});

beforeEach(async () => {
  nowMs = NOW_MS;
  beforeAnswer = async () => {};
  Object.assign(files, { kev: aKevCatalog(20), epss: anEpssFile(20), ssvc: aVulnrichmentArchive(20) });
  await pipeline.query('delete from enrichment');
  await pipeline.query('delete from advisory_snapshot');
  await pipeline.query("delete from advisory_source where name in ('kev', 'epss', 'ssvc')");
});

/** The ETag is derived from the content. */
function serve(name: string): Behavior {
  const answer = async ({ headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    await beforeAnswer();
    const file = files[name] ?? '';
    const etag = `"${createHash('sha256').update(file).digest('hex')}"`;
    const isKnown = headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : file);
  };
  return (request, response) => void answer(request, response);
}

async function refresh(
  part: EnrichmentPart,
  { url = `${bucket.url}/${part}`, signal, ...options }: RefreshChanges = {},
): Promise<EnrichmentReport | undefined> {
  const urls = { kevUrl: undefined, epssUrl: undefined, ssvcUrl: undefined, [`${part}Url`]: url };
  const [feed] = createConfiguredEnrichment({ ...urls, packageIndexes: [], jarsUrl: undefined, stagingDir });
  if (feed === undefined) throw new Error('There is no such feed.');
  const deps = { ...pipeline.deps, now: () => nowMs, onProgress: () => {}, signal };
  return await refreshEnrichment(deps, feed, options);
}

type RefreshChanges = EnrichmentOptions & { readonly url?: string; readonly signal?: AbortSignal };

const listRows = async (): Promise<object[]> => await pipeline.query('select * from enrichment order by cve');
const readSource = async (name: string): Promise<object | undefined> =>
  (await pipeline.query('select * from advisory_source where name = $1', [name]))[0];
const readFacts = async (cve: string): Promise<object | undefined> =>
  await pipeline.deps.database.reference(async (tx) => (await listEnrichment(tx, [cve, 'CVE-1999-0001'])).get(cve));

describe('refreshEnrichment', () => {
  it('combines the data of three sources for one id', async () => {
    for (const part of ['kev', 'epss', 'ssvc'] as const) {
      expect(await refresh(part)).toMatchObject({ kind: 'read', rows: 20, changed: 20, removed: 0 });
    }

    expect(await readFacts(cveOf(3))).toEqual({
      kev: {
        dateAdded: '2024-03-01',
        dueDate: '2024-03-22',
        ransomware: false,
        name: 'Vulnerability 3',
        action: 'Apply updates.',
      },
      epss: { score: 0.00003, percentile: 0.5, asOf: '2026-11-15T00:00:00.000Z' },
      ssvc: { exploitation: 'none', automatable: false, technicalImpact: 'partial', at: '2024-06-11T14:04:20.266694Z' },
    });
    expect(await readFacts('CVE-1999-0001')).toBeUndefined();
  });

  it('records the result on the row of the source', async () => {
    await refresh('epss');

    expect(await readSource('epss')).toMatchObject({
      state: 'ready',
      url: `${bucket.url}/epss`,
      records: 20,
      newest_record_at: new Date('2026-11-15T00:00:00Z'),
      last_success_at: new Date(NOW_MS),
      last_error: null,
      lease_until: null,
    });
  });

  it('does not read an unchanged file again, and records the time of the check', async () => {
    await refresh('kev');
    nowMs += 3_600_000;

    expect(await refresh('kev')).toEqual({ kind: 'unchanged' });
    expect(await readSource('kev')).toMatchObject({ state: 'ready', records: 20, last_success_at: new Date(nowMs) });
  });

  it('takes no snapshot for a new file with the same content', async () => {
    await refresh('epss');
    files['epss'] = gzipSync(anEpssFile(20));

    expect(await refresh('epss')).toEqual({ kind: 'read', rows: 20, changed: 0, removed: 0, snapshot: undefined });
  });

  it('writes only differences, and removes missing entries', async () => {
    await refresh('epss');
    const before = await listRows();
    const rows = anEpssFile(21).split('\n');
    // After the two header lines: a changed score for the first entry, no tenth entry, and a new entry.
    rows[2] = `${cveOf(0)},0.99,0.5`;
    rows.splice(11, 1);
    files['epss'] = rows.join('\n');

    const report = await refresh('epss');

    expect(report).toMatchObject({ rows: 20, changed: 2, removed: 1 });
    const snapshot = String(report?.kind === 'read' && report.snapshot);
    const after = await listRows();
    const written = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]));
    expect(written).toMatchObject([
      { cve: cveOf(0), epss_score: 0.99, epss_percentile: 0.5, epss_snapshot: snapshot },
      { cve: cveOf(9), epss_score: null, epss_percentile: null, epss_snapshot: snapshot },
      { cve: cveOf(20), epss_score: 0.0002, epss_snapshot: snapshot },
    ]);
  });

  it('keeps a marker for an entry removed from the catalog, and lists it as changed', async () => {
    const first = await refresh('kev');
    await refresh('ssvc');
    files['kev'] = aKevCatalog(19);

    const second = await refresh('kev');

    expect(second).toMatchObject({ rows: 19, changed: 0, removed: 1 });
    expect(await readFacts(cveOf(19))).toMatchObject({ kev: null, ssvc: { exploitation: 'none' } });
    const afterSnapshot = (first?.kind === 'read' && first.snapshot) || 0;
    const changed = await pipeline.deps.database.reference(
      async ({ client }) =>
        await client.query<{ cve: string }>('select cve from enrichment where kev_snapshot > $1', [afterSnapshot]),
    );
    expect(changed.rows).toEqual([{ cve: cveOf(19) }]);
  });

  it.each<[string, EnrichmentPart, string | Uint8Array, string]>([
    ['a truncated catalog', 'kev', aKevCatalog(20).slice(0, 900), 'not valid JSON or is truncated'],
    ['an HTML page', 'kev', '<html>', 'is an HTML page'],
    ['most of the catalog missing', 'kev', aKevCatalog(2), 'it has 2 rows, but had 20 before'],
    ['truncated scores', 'epss', gzipSync(anEpssFile(20)).subarray(0, -20), 'corrupt or truncated'],
    ['scores of yesterday', 'epss', anEpssFile(20, '2026-11-14'), 'is before that of the loaded data'],
    ['bad scores at the end', 'epss', `${anEpssFile(30)}a\nb\nc\n`, '3 of its 33 rows cannot be parsed'],
    ['half an archive', 'ssvc', aVulnrichmentArchive(20).subarray(0, 3_000), 'truncated'],
  ])('changes nothing for %s', async (_, part, file, problem) => {
    for (const each of ['kev', 'epss', 'ssvc'] as const) await refresh(each);
    const before = { rows: await listRows(), source: await readSource(part) };
    files[part] = file;

    await expect(refresh(part)).rejects.toThrow(problem);

    expect(await listRows()).toEqual(before.rows);
    expect(await readSource(part)).toEqual({
      ...before.source,
      state: 'failed',
      last_error: expect.stringContaining(problem) as string,
    });
  });

  it('changes nothing when the server does not respond, and completes later', async () => {
    await refresh('kev');
    const before = await listRows();

    await expect(refresh('kev', { url: 'http://127.0.0.1:1/kev' })).rejects.toThrow('The request to "127.0.0.1');
    expect(await listRows()).toEqual(before);
    expect(await readSource('kev')).toMatchObject({ state: 'failed', records: 20, etag: null });

    expect(await refresh('kev')).toMatchObject({ kind: 'read', changed: 0 });
    expect(await readSource('kev')).toMatchObject({ state: 'ready', last_error: null });
  });

  it('lets only one process at a time read a source, until its lease has ended', async () => {
    await refresh('kev');
    await pipeline.query("update advisory_source set lease_until = $1 where name = 'kev'", [new Date(nowMs + 1_000)]);

    expect(await refresh('kev')).toBeUndefined();

    nowMs += 2_000;
    expect(await refresh('kev')).toEqual({ kind: 'unchanged' });
  });

  it('accepts a much smaller file when an operator has confirmed the loss', async () => {
    await refresh('kev');
    files['kev'] = aKevCatalog(2);

    expect(await refresh('kev', { acceptShrink: true })).toMatchObject({ rows: 2, removed: 18 });
  });

  it('changes nothing when it is interrupted, and reports it', async () => {
    await refresh('kev');
    const before = await listRows();
    files['kev'] = aKevCatalog(30);

    await expect(refresh('kev', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'REFRESH_INTERRUPTED',
    });
    expect(await listRows()).toEqual(before);
    expect(await readSource('kev')).toMatchObject({ state: 'failed', records: 20, lease_until: null });

    expect(await refresh('kev')).toMatchObject({ changed: 10 });
  });

  it('changes nothing when another process has taken over meanwhile', async () => {
    await refresh('kev');
    const before = await listRows();
    files['kev'] = aKevCatalog(30);
    const until = new Date(nowMs + 300_000);
    beforeAnswer = async () => {
      await pipeline.query("update advisory_source set lease_until = $1 where name = 'kev'", [until]);
    };

    await expect(refresh('kev')).rejects.toMatchObject({ code: 'REFRESH_OVERTAKEN' });
    expect(await listRows()).toEqual(before);
    expect(await readSource('kev')).toMatchObject({ state: 'syncing', lease_until: until });
  });
});
