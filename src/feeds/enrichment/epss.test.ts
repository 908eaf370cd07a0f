import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEpssFile, readEnrichmentFeed, type EnrichmentResult } from '../../../test/support/read-enrichment.ts';
import type { EnrichmentRequest } from '../feed.ts';
import { createEpssFeed } from './epss.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-epss-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(content: string | Uint8Array, request?: Partial<EnrichmentRequest>): Promise<EnrichmentResult> {
  const file = join(folder, 'epss');
  await writeFile(file, content);
  const feed = createEpssFeed({ url: pathToFileURL(file).href, stagingDir: join(folder, 'staging') });
  const result = await readEnrichmentFeed(feed, request);
  if (result === 'unchanged') throw new Error('It was not read.');
  return result;
}

const withoutPercentile = 'cve,epss\r\nCVE-2021-44228,0.9\r\n';

describe('createEpssFeed', () => {
  it.each([
    ['packed', gzipSync(anEpssFile(20_000))],
    ['plain', anEpssFile(20_000)],
    [
      'packed in two pieces',
      Buffer.concat([gzipSync(anEpssFile(10)), gzipSync(anEpssFile(20_000).slice(anEpssFile(10).length))]),
    ],
  ])('reads a %s file', async (_, content) => {
    const { rows, asOf, progress } = await read(content);

    expect(asOf).toBe('2026-11-15T00:00:00.000000Z');
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ cve: 'CVE-2024-20999', epss: { score: 0.19999, percentile: 0.5 } });
    expect(progress.at(-1)).toMatchObject({ records: 20_000, recordsTotal: 20_000, skipped: 0 });
  });

  it('reads a file without a comment and without percentiles', async () => {
    expect(await read(withoutPercentile)).toMatchObject({
      asOf: null,
      rows: [{ cve: 'CVE-2021-44228', epss: { score: 0.9, percentile: null } }],
    });
  });

  it('tolerates one bad row in a hundred', async () => {
    const { rows } = await read(`${anEpssFile(99)}CVE-2024-1,2,3\n`);

    expect(rows).toHaveLength(99);
  });

  const packed = gzipSync(anEpssFile(5_000));
  const flipped = Buffer.from(packed);
  flipped[packed.length >> 1] = (flipped[packed.length >> 1] ?? 0) ^ 0xff;

  it.each<[string, string | Uint8Array, Partial<EnrichmentRequest>, string]>([
    ['an empty file', '', {}, 'column names are missing'],
    ['an empty compressed file', gzipSync(''), {}, 'column names are missing'],
    ['a head without rows', 'cve,epss,percentile\n', {}, 'it is empty'],
    ['an HTML page', '<!doctype html>\n<title>Sign in</title>\n', {}, 'is an HTML page'],
    ['only comments', '#\n'.repeat(200), {}, 'column names are missing'],
    ['other columns', 'id,value\nCVE-2021-44228,0.9\n', {}, 'column names are missing'],
    ['a compressed file that is truncated', packed.subarray(0, -100), {}, 'corrupt or truncated'],
    ['a compressed file that is truncated in its header', packed.subarray(0, 5), {}, 'corrupt or truncated'],
    ['a compressed file with a flipped bit', flipped, {}, 'corrupt or truncated'],
    ['a plain file that is truncated', anEpssFile(50).slice(0, -3), {}, 'its last line is truncated'],
    ['a line without end', `cve,epss\n${'x'.repeat(2_000)}`, {}, 'longer than 1024 characters'],
    ['a bomb of one line', gzipSync(Buffer.alloc(50_000_000)), {}, 'longer than 1024 characters'],
    ['a bomb of empty lines', gzipSync(`cve,epss\n${'\n'.repeat(3_000_000)}`), {}, 'more than 2000000 rows'],
    ['many bad rows', `${anEpssFile(98)}a\nb\n`, {}, '2 of its 100 rows cannot be parsed'],
    ['much less than before', anEpssFile(5_000), { before: { records: 50_000, asOf: null } }, 'had 50000 before'],
    ['the day after tomorrow', anEpssFile(5, '2026-11-17'), {}, 'in the future'],
    [
      'an older day',
      anEpssFile(5),
      { before: { records: 5, asOf: '2026-11-16T00:00:00.000Z' } },
      'is before that of the loaded data',
    ],
  ])('rejects %s', async (_, content, request, problem) => {
    await expect(read(content, request)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('stops between two groups of lines when the signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopping'));

    await expect(read(anEpssFile(10), { signal })).rejects.toThrow('stopping');
  });
});
