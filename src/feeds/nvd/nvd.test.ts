import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import type { Feed } from '../feed.ts';
import { createNvdFeed } from './nvd.ts';
import { readFeed } from '../../../test/support/read-feed.ts';

let folder: string;
const { signal } = new AbortController();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-nvd-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const aRecord = (id: string, lastModified = '2024-01-01T00:00:00.000', more: object = {}): object => ({
  cve: { id, lastModified, ...more },
});

function toFile(vulnerabilities: readonly unknown[]): string {
  return JSON.stringify({ format: 'NVD_CVE', version: '2.0', vulnerabilities, timestamp: '2024-01-01T00:00:00.000' });
}

async function openMirror(files: Readonly<Record<string, string | Uint8Array>>): Promise<Feed> {
  const mirror = join(folder, 'mirror');
  await mkdir(mirror, { recursive: true });
  for (const [part, content] of Object.entries(files)) {
    await writeFile(join(mirror, `nvdcve-2.0-${part}.json.gz`), gzipSync(content));
  }
  return createNvdFeed({ url: pathToFileURL(mirror).href, stagingDir: join(folder, 'staging'), year: () => 2024 });
}

async function readIds(feed: Feed): Promise<readonly string[]> {
  return (await readFeed(feed)).keys;
}

describe('readAll', () => {
  it('yields the records of all years as they are', async () => {
    const feed = await openMirror({
      '2023': toFile([aRecord('CVE-2023-0001'), aRecord('CVE-2023-0002', undefined, { text: '}],"{é' })]),
      '2024': toFile([aRecord('CVE-2024-0001')]),
    });
    const { keys, batches, progress } = await readFeed(feed);

    expect(keys).toEqual(['CPE/CVE-2023-0001', 'CPE/CVE-2023-0002', 'CPE/CVE-2024-0001']);
    expect(JSON.parse(Buffer.from(batches[0]?.[1]?.bytes ?? []).toString())).toEqual(
      aRecord('CVE-2023-0002', undefined, { text: '}],"{é' }),
    );
    expect(progress.at(-1)).toMatchObject({ directory: 'CPE', records: 3, skipped: 0 });
  });

  it('reads records that are longer than a chunk of the file', async () => {
    const long = Array.from({ length: 20 }, (_, n) =>
      aRecord(`CVE-2024-${1_000 + n}`, undefined, { text: String(n).repeat(100_000) }),
    );

    expect(await readIds(await openMirror({ '2024': toFile(long) }))).toHaveLength(20);
  });

  it('copies the bytes of a record only with those of its own chunks', async () => {
    const records = Array.from({ length: 2_000 }, (_, n) =>
      aRecord(`CVE-2024-${10_000 + n}`, undefined, { text: `${n} `.repeat(200) }),
    );
    const feed = await openMirror({ '2024': toFile(records) });
    const concat = vi.spyOn(Buffer, 'concat');
    try {
      await readFeed(feed);

      const copied = concat.mock.calls.reduce(
        (sum, [list]) => sum + list.reduce((all, each) => all + each.length, 0),
        0,
      );
      expect(copied).toBeLessThan(2 * toFile(records).length);
    } finally {
      concat.mockRestore();
    }
  });

  it('skips and counts elements that are not records, are too large or repeat an id', async () => {
    const tooLarge = aRecord('CVE-2024-0009', undefined, { text: 'x'.repeat(LIMITS.feedRecordBytesMax) });
    const elements = [1, 'x', null, [], {}, { cve: {} }, { id: 'CVE-2024-0008' }, tooLarge];
    const feed = await openMirror({
      '2024': toFile([...elements, aRecord('CVE-2024-0001'), aRecord('CVE-2024-0001'), aRecord('CVE-2024-0002')]),
    });
    const { keys, progress } = await readFeed(feed);

    expect(keys).toEqual(['CPE/CVE-2024-0001', 'CPE/CVE-2024-0002']);
    expect(progress.at(-1)).toMatchObject({ records: 2, skipped: elements.length + 1 });
  });

  it.each<[string, Readonly<Record<string, string | Uint8Array>>, string]>([
    ['has no file', {}, 'it has no file of any year'],
    ['lacks a year', { '2021': toFile([]), '2023': toFile([]) }, 'it has no file for 2022'],
    ['is not JSON', { '2024': 'x' }, 'it is not JSON, or is truncated'],
    ['is truncated', { '2024': toFile([aRecord('CVE-2024-0001')]).slice(0, -5) }, 'it is not JSON, or is truncated'],
    ['has no list', { '2024': '{"vulnerabilities":{}}' }, 'it has no list "vulnerabilities"'],
    ['is nested too deeply', { '2024': `{"vulnerabilities":${'['.repeat(10_000)}` }, 'it is not JSON, or is truncated'],
  ])('rejects a source that %s', async (_what, files, problem) => {
    const feed = await openMirror(files);

    await expect(readFeed(feed)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('rejects a damaged file', async () => {
    const feed = await openMirror({});
    const packed = gzipSync(toFile([aRecord('CVE-2024-0001')]));
    await writeFile(join(folder, 'mirror/nvdcve-2.0-2024.json.gz'), packed.subarray(0, -9));

    await expect(readFeed(feed)).rejects.toMatchObject({ code: 'FEED_REJECTED' });
  });
});

describe('changes', () => {
  const modified = {
    '2024': toFile([]),
    modified: toFile([
      aRecord('CVE-2024-0001', '2024-02-01T00:00:00.000'),
      aRecord('CVE-2023-0002', '2024-02-08T00:00:00.000'),
    ]),
  };
  const changedSince = '2024-02-01T12:00:00.000000Z';

  it('are listed newest first, and say nothing about other records', async () => {
    const list = await (await openMirror(modified)).readList('CPE', {}, { signal, changedSince });

    expect(list).toMatchObject({
      isPartial: true,
      entries: [
        { id: 'CVE-2023-0002', modified: '2024-02-08T00:00:00.000000Z' },
        { id: 'CVE-2024-0001', modified: '2024-02-01T00:00:00.000000Z' },
      ],
    });
  });

  it('are not used if they do not go back far enough, or everything is compared', async () => {
    const feed = await openMirror(modified);

    expect(await feed.readList('CPE', {}, { signal, changedSince: '2024-01-31T00:00:00.000000Z' })).toBeUndefined();
    expect(await feed.readList('CPE', {}, { signal })).toBeUndefined();
    await rm(join(folder, 'mirror/nvdcve-2.0-modified.json.gz'));
    expect(await feed.readList('CPE', {}, { signal, changedSince })).toBeUndefined();
  });

  it('are not read again if the file is the same', async () => {
    const feed = await openMirror(modified);
    const list = await feed.readList('CPE', {}, { signal, changedSince });
    const etag = typeof list === 'object' ? list.etag : undefined;

    expect(await feed.readList('CPE', { etag }, { signal, changedSince })).toBe('unchanged');
  });

  it('are read one by one', async () => {
    const feed = await openMirror(modified);
    const ids: string[] = [];
    const options = { signal, onProgress: () => {} };
    for await (const batch of feed.readSome('CPE', ['CVE-2023-0002', 'CVE-2020-0001'], options)) {
      ids.push(...batch.map(({ id }) => id));
    }

    expect(ids).toEqual(['CVE-2023-0002']);
  });
});
