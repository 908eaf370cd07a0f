import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeMirror, type Files } from '../../../test/support/osv-mirror.ts';
import { readFeed, readSome } from '../../../test/support/read-feed.ts';
import { writeTar, type TarEntry } from '../../../test/support/tar-writer.ts';
import type { Feed } from '../feed.ts';
import { createRedHatFeed } from './redhat.ts';

const { signal } = new AbortController();
const DOCUMENTS: readonly TarEntry[] = [
  { name: '2024', content: '', type: '5' },
  { name: '2024/cve-2024-0727.json', content: '{"n":1}' },
  { name: 'vex/2025/cve-2025-10966.json', content: '{"n":2}' },
];
const CHANGES = `"2025/cve-2025-10966.json","2025-11-21T14:32:00+00:00"
"2024/cve-2024-0727.json","2024-10-14T15:20:08+00:00"
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-vex-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function openMirror(files: Readonly<Files>): Promise<Feed> {
  await writeMirror(join(folder, 'mirror'), files);
  return createRedHatFeed({ url: pathToFileURL(join(folder, 'mirror')).href, stagingDir: join(folder, 'staging') });
}

function anArchive(content: Uint8Array, name = 'csaf_vex_2026-01-02.tar.zst'): Files {
  return { '/archive_latest.txt': `${name}\n`, [`/${name}`]: content };
}

function refusal(problem: string): object {
  return { code: 'FEED_REJECTED', message: expect.stringContaining(problem) as string };
}

describe('readList', () => {
  it('returns the CVE ids with the time of their last change', async () => {
    const feed = await openMirror({ '/changes.csv': CHANGES });

    expect(await feed.readList('Red Hat', {}, { signal })).toMatchObject({
      entries: [
        { id: 'CVE-2025-10966', modified: '2025-11-21T14:32:00.000000Z' },
        { id: 'CVE-2024-0727', modified: '2024-10-14T15:20:08.000000Z' },
      ],
    });
  });

  it.each([
    ['no list', {}, 'it has no changes.csv'],
    ['a truncated line', { '/changes.csv': CHANGES.slice(0, -5) }, 'truncated'],
    ['a web page', { '/changes.csv': '<html></html>\n' }, 'HTML page'],
    ['names that lead elsewhere', { '/changes.csv': '"../../etc/passwd","2025-11-21T14:32:00+00:00"\n' }, '1 of the 1'],
  ])('rejects %s', async (_, files: Files, problem) => {
    const feed = await openMirror(files);

    await expect(feed.readList('Red Hat', {}, { signal })).rejects.toMatchObject(refusal(problem));
  });
});

describe('readAll', () => {
  it.each([
    ['zstd', 'csaf_vex_2026-01-02.tar.zst', zstdCompressSync],
    ['gzip', 'csaf_vex_2026-01-02.tar.gz', gzipSync],
  ])('reads the documents of the archive that is named as the newest, compressed with %s', async (_, name, pack) => {
    const feed = await openMirror(anArchive(pack(writeTar(DOCUMENTS)), name));
    const { keys, batches, progress } = await readFeed(feed);

    expect(keys).toEqual(['Red Hat/CVE-2024-0727', 'Red Hat/CVE-2025-10966']);
    expect(batches.flat().map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['{"n":1}', '{"n":2}']);
    expect(progress.at(-1)).toMatchObject({ directory: 'Red Hat', records: 2, skipped: 0 });
  });

  it('ignores other files, links and the second of two documents about one CVE', async () => {
    const others = [
      { name: 'index.txt', content: 'x' },
      { name: '2024/cve-2024-0001.json', content: '/etc/passwd', type: '2' },
      { name: 'other/cve-2024-0727.json', content: '{"n":3}' },
    ];
    const feed = await openMirror(anArchive(zstdCompressSync(writeTar([...DOCUMENTS, ...others]))));

    const { keys, progress } = await readFeed(feed);

    expect(keys).toEqual(['Red Hat/CVE-2024-0727', 'Red Hat/CVE-2025-10966']);
    expect(progress.at(-1)).toMatchObject({ skipped: 1 });
  });

  const tar = writeTar(DOCUMENTS);
  const packed = zstdCompressSync(tar);

  it.each<[string, Files, string]>([
    ['a source without an archive', { '/changes.csv': CHANGES }, 'it has no archive_latest.txt'],
    ['a name that leads elsewhere', { '/archive_latest.txt': '../secret.tar.zst' }, 'does not name an archive'],
    ['a missing archive', { '/archive_latest.txt': 'csaf_vex_2026-01-02.tar.zst' }, 'it has no csaf_vex'],
    ['a truncated archive', anArchive(packed.subarray(0, -20)), 'corrupt or truncated'],
    ['an archive without its end', anArchive(zstdCompressSync(tar.subarray(0, 1_536))), 'corrupt or truncated'],
    ['an archive whose last file is cut', anArchive(tar.subarray(0, 1_030)), 'corrupt or truncated'],
    ['a web page', anArchive(Buffer.from('<html>'.padEnd(600))), 'not a tar archive'],
    ['a wrong checksum', anArchive(zstdCompressSync(Buffer.from(tar).fill('x', 520, 521))), 'not a tar archive'],
  ])('rejects %s', async (_, files, problem) => {
    const feed = await openMirror(files);

    await expect(readFeed(feed)).rejects.toMatchObject(refusal(problem));
  });
});

describe('readSome', () => {
  it('reads single documents, and leaves out missing ones', async () => {
    const feed = await openMirror({ '/changes.csv': CHANGES, '/2024/cve-2024-0727.json': '{"n":1}' });
    await feed.readList('Red Hat', {}, { signal });

    const { keys, progress } = await readSome(feed, 'Red Hat', ['CVE-2024-0727', 'CVE-2025-10966']);

    expect(keys).toEqual(['Red Hat/CVE-2024-0727']);
    expect(progress.at(-1)).toMatchObject({ records: 1, skipped: 1 });
  });

  it('throws if the source has no single documents', async () => {
    const feed = await openMirror({ '/changes.csv': CHANGES });
    await feed.readList('Red Hat', {}, { signal });

    await expect(readSome(feed, 'Red Hat', ['CVE-2025-10966'])).rejects.toMatchObject({ code: 'FEED_WITHOUT_RECORDS' });
  });
});
