/** KEV, EPSS and SSVC over HTTP from good and faulty servers, and from the real files where available. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnrichmentPart } from '../../../src/core/vocabulary/source.ts';
import { createConfiguredEnrichment } from '../../../src/feeds/configured-feeds.ts';
import type { EnrichmentFeed, EnrichmentRequest } from '../../../src/feeds/feed.ts';
import { startBucket, type Behavior, type BucketServer } from '../../support/bucket-server.ts';
import {
  aKevCatalog,
  anEpssFile,
  aVulnrichmentArchive,
  readEnrichmentFeed,
  type EnrichmentResult,
} from '../../support/read-enrichment.ts';
import { findRealData, getRealData } from '../../support/real-data.ts';

let stagingDir: string;
let bucket: BucketServer | undefined;

beforeEach(async () => {
  stagingDir = await mkdtemp(join(tmpdir(), 'assay-enrichment-'));
});

afterEach(async () => {
  await bucket?.stop();
  bucket = undefined;
  await rm(stagingDir, { recursive: true });
});

function feedOf(part: EnrichmentPart, url: string): EnrichmentFeed {
  const urls = { kevUrl: undefined, epssUrl: undefined, ssvcUrl: undefined, [`${part}Url`]: url };
  const [feed] = createConfiguredEnrichment({ ...urls, packageIndexes: [], jarsUrl: undefined, stagingDir });
  if (feed === undefined || feed.name === 'packages' || feed.name === 'jars') throw new Error('There is no such feed.');
  return feed;
}

const FILES: Readonly<Record<EnrichmentPart, string | Uint8Array>> = {
  kev: aKevCatalog(20),
  epss: gzipSync(anEpssFile(20)),
  ssvc: aVulnrichmentArchive(20),
};
const PARTS = ['kev', 'epss', 'ssvc'] as const;

async function read(
  part: EnrichmentPart,
  file: string | Uint8Array | Behavior,
  request?: Partial<EnrichmentRequest>,
): Promise<EnrichmentResult | 'unchanged'> {
  bucket = await startBucket({ '/file': file });
  return await readEnrichmentFeed(feedOf(part, `${bucket.url}/file`), request);
}

describe.each(PARTS)('%s over HTTP', (part) => {
  it('is read, and leaves no file behind', async () => {
    expect(await read(part, FILES[part])).toMatchObject({ progress: [{ records: 20 }] });
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('is not sent again while its ETag matches', async () => {
    const behavior: Behavior = ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === '"v1"';
      response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? undefined : FILES[part]);
    };

    expect(await read(part, behavior)).toMatchObject({ etag: '"v1"' });
    expect(await readEnrichmentFeed(feedOf(part, `${bucket?.url}/file`), { etag: '"v1"' })).toBe('unchanged');
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('ignores an ETag that is too long', async () => {
    const behavior: Behavior = (_, response) =>
      void response.writeHead(200, { etag: `"${'x'.repeat(2_000)}"` }).end(FILES[part]);

    expect(await read(part, behavior)).toMatchObject({ etag: undefined });
  });

  const file = Buffer.from(FILES[part]);

  it.each<[string, string | Uint8Array | Behavior, string]>([
    [
      'a web page',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      'FEED_REJECTED',
    ],
    ['a web page that says nothing of itself', '<!doctype html>\n', 'FEED_REJECTED'],
    ['nothing', '', 'FEED_REJECTED'],
    ['half of it', file.subarray(0, file.length >> 1), 'FEED_REJECTED'],
    ['less than it announced', cutOff(file), 'FEED_UNREACHABLE'],
    ['an error', (_, response) => void response.writeHead(403).end(), 'OUTBOUND_REFUSED'],
    ['304 without being asked', (_, response) => void response.writeHead(304).end(), 'OUTBOUND_REFUSED'],
    [
      'a redirect to another origin',
      (_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end(),
      'OUTBOUND_FORBIDDEN',
    ],
  ])('is rejected when it is %s, and leaves no file behind', async (_, answer, code) => {
    await expect(read(part, answer)).rejects.toMatchObject({ code });
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('is rejected when most of it is missing, and leaves no file behind', async () => {
    const before = { records: 200, asOf: null };

    await expect(read(part, FILES[part], { before })).rejects.toThrow('had 200 before');
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('stops when the caller aborts', async () => {
    const stop = new AbortController();
    const behavior: Behavior = (_, response) => {
      response.writeHead(200).write(file.subarray(0, 100), () => stop.abort(new Error('stopping')));
    };

    await expect(read(part, behavior, { signal: stop.signal })).rejects.toThrow('stopping');
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('never reveals the secrets of its URL', async () => {
    bucket = await startBucket({});
    const feed = feedOf(part, `http://me:s3cret@127.0.0.1:${bucket.port}/file?token=s3cret`);

    const failure = await readEnrichmentFeed(feed).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'OUTBOUND_NOT_FOUND' });
    expect(`${String(failure)} ${feed.url}`).not.toContain('s3cret');
  });
});

function cutOff(file: Buffer): Behavior {
  return (_, response) => {
    response.writeHead(200, { 'content-length': file.length });
    response.write(file.subarray(0, 10), () => response.destroy());
  };
}

const REAL = [
  ['kev', ['kev', 'known_exploited_vulnerabilities.json'], 1_404, 0, '2025-08-25T17:04:19.979600Z'],
  ['epss', ['epss', 'epss_scores-2021-08-31.csv.gz'], 72_272, 0, '2021-08-31T00:00:00.000000Z'],
  ['epss', ['epss', 'epss_scores-partial-2026-08-22.csv.gz'], 4_158, 0, '2026-08-22T00:00:00.000000Z'],
  // Two of its 3,205 records were rejected and have no assessment.
  ['ssvc', ['vulnrichment', 'vulnrichment-oss-subset.zip'], 3_203, 2, null],
] as const;

describe.each(REAL)('the real %s file %j', (part, parts, records, skipped, asOf) => {
  it.runIf(findRealData(...parts) !== undefined)(`has ${records} rows, over HTTP and as a file`, async () => {
    const path = getRealData(...parts);

    const overHttp = await read(part, readFileSync(path));
    const asFile = await readEnrichmentFeed(feedOf(part, pathToFileURL(path).href));

    for (const result of [overHttp, asFile]) {
      if (result === 'unchanged') throw new Error('It was not read.');
      expect(result.rows).toHaveLength(records);
      expect(result.asOf).toBe(asOf);
      expect(result.progress.at(-1)).toMatchObject({ records, recordsTotal: records, skipped });
    }
  });
});

describe.skipIf(findRealData('vulnrichment') === undefined)(
  'the decision points in the real archive of Vulnrichment',
  () => {
    it('are all parsed, however they are spelled', async () => {
      const path = getRealData('vulnrichment', 'vulnrichment-oss-subset.zip');
      const result = await readEnrichmentFeed(feedOf('ssvc', pathToFileURL(path).href));
      if (result === 'unchanged') throw new Error('It was not read.');
      const counts: Record<string, number> = {};
      for (const row of result.rows) {
        if (!('ssvc' in row)) continue;
        const { exploitation, automatable, technicalImpact } = row.ssvc;
        for (const point of [`exploitation ${exploitation}`, `automatable ${automatable}`, `impact ${technicalImpact}`])
          counts[point] = (counts[point] ?? 0) + 1;
      }

      expect(counts).toEqual({
        'exploitation none': 2_198,
        'exploitation poc': 996,
        'exploitation active': 9,
        'automatable true': 881,
        'automatable false': 2_322,
        'impact partial': 2_245,
        'impact total': 958,
      });
    });
  },
);
