import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aKevCatalog, readEnrichmentFeed, type EnrichmentResult } from '../../../test/support/read-enrichment.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentRequest } from '../feed.ts';
import { createKevFeed } from './kev.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-kev-'));
  file = join(folder, 'kev.json');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(
  content: string | Uint8Array,
  request?: Partial<EnrichmentRequest>,
): Promise<EnrichmentResult | 'unchanged'> {
  await writeFile(file, content);
  const feed = createKevFeed({ url: pathToFileURL(file).href, stagingDir: join(folder, 'staging') });
  return await readEnrichmentFeed(feed, request);
}

describe('createKevFeed', () => {
  it('reads the catalog', async () => {
    const content = aKevCatalog(3);

    const result = await read(content);

    expect(result).toMatchObject({
      asOf: '2026-11-14T17:00:00.000000Z',
      progress: [{ directory: 'kev', records: 3, recordsTotal: 3, skipped: 0, bytes: content.length }],
    });
    expect(result).toMatchObject({ rows: [{ cve: 'CVE-2024-1000', kev: { ransomware: true } }, {}, {}] });
  });

  it('reports its address without secrets', () => {
    const url = 'https://me:secret@mirror.example.com/kev.json?token=secret';

    expect(createKevFeed({ url, stagingDir: folder })).toMatchObject({
      name: 'kev',
      url: 'https://mirror.example.com/kev.json',
    });
  });

  it('does not read an unchanged file again', async () => {
    const result = await read(aKevCatalog(3));
    const etag = result === 'unchanged' ? undefined : result.etag;
    const feed = createKevFeed({ url: pathToFileURL(file).href, stagingDir: folder });

    expect(await readEnrichmentFeed(feed, { etag })).toBe('unchanged');
    expect(await read(aKevCatalog(4), { etag })).toMatchObject({ progress: [{ records: 4 }] });
  });

  it('tolerates one bad entry in a hundred', async () => {
    const { vulnerabilities } = JSON.parse(aKevCatalog(99)) as { vulnerabilities: object[] };

    expect(
      await read(aKevCatalog(0, { count: 100, vulnerabilities: [...vulnerabilities, { cveID: 7 }] })),
    ).toMatchObject({ progress: [{ records: 99, skipped: 1 }] });
  });

  it('uses the first of two entries with the same id', async () => {
    const entry = { cveID: 'CVE-2024-1000', dateAdded: '2024-03-01' };
    const twice = [entry, { ...entry, dateAdded: '2024-04-01' }];

    expect(await read(aKevCatalog(0, { count: 2, vulnerabilities: twice }))).toMatchObject({
      rows: [{ kev: { dateAdded: '2024-03-01' } }],
    });
  });

  it.each<[string, string | Uint8Array, Partial<EnrichmentRequest>, string]>([
    ['an empty file', '', {}, 'not valid JSON or is truncated'],
    ['half a catalog', aKevCatalog(9).slice(0, 500), {}, 'not valid JSON or is truncated'],
    ['an HTML page', ' <!doctype html><title>Sign in</title>', {}, 'is an HTML page'],
    ['another document', '{"message":"rate limited"}', {}, 'not a vulnerability catalog'],
    ['no entry', aKevCatalog(0), {}, 'not a vulnerability catalog'],
    ['fewer entries than declared', aKevCatalog(9, { count: 10 }), {}, 'has 9 entries but declares 10'],
    ['entries of another shape', aKevCatalog(0, { count: 2, vulnerabilities: [{}, {}] }), {}, '2 of its 2 rows'],
    ['much less than before', aKevCatalog(89), { before: { records: 100, asOf: null } }, 'had 100 before'],
    ['data of tomorrow', aKevCatalog(9, { dateReleased: '2026-11-16T12:00:01Z' }), {}, 'in the future'],
    [
      'older data than before',
      aKevCatalog(9),
      { before: { records: 9, asOf: '2026-11-14T17:00:01.000Z' } },
      'is before that of the loaded data',
    ],
    ['too much', Buffer.alloc(LIMITS.kevBytesMax + 1), {}, `larger than ${LIMITS.kevBytesMax} bytes`],
  ])('rejects %s', async (_, content, request, problem) => {
    await expect(read(content, request)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('accepts a file that is a tenth smaller and as old as before', async () => {
    const before = { records: 100, asOf: '2026-11-14T17:00:00.000Z' };

    expect(await read(aKevCatalog(90), { before })).toMatchObject({ progress: [{ records: 90 }] });
  });

  it('rejects a missing file', async () => {
    const feed = createKevFeed({ url: pathToFileURL(join(folder, 'absent')).href, stagingDir: folder });

    await expect(readEnrichmentFeed(feed)).rejects.toThrow('cannot be opened');
  });
});
