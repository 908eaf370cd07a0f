import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anOsvMirror, writeMirror } from '../../test/support/osv-mirror.ts';
import { readFeed, type FeedReading } from '../../test/support/read-feed.ts';
import { writeZip } from '../../test/support/zip-writer.ts';
import { createOsvFeed } from './osv.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  ecosystems: readonly string[],
): Promise<FeedReading> {
  await writeMirror(join(folder, 'mirror'), files);
  const url = pathToFileURL(join(folder, 'mirror')).href;
  return await readFeed(createOsvFeed({ url, ecosystems, stagingDir: join(folder, 'staging') }));
}

describe('createOsvFeed', () => {
  it('reads the ecosystems that are asked for, in that order', async () => {
    const files = anOsvMirror({ npm: ['MAL-2024-1'], PyPI: ['PYSEC-2024-1', 'PYSEC-2024-2'], Maven: ['GHSA-a'] });

    const { keys, progress } = await read(files, ['PyPI', 'npm']);

    expect(keys).toEqual(['PyPI/PYSEC-2024-1', 'PyPI/PYSEC-2024-2', 'npm/MAL-2024-1']);
    expect(progress).toEqual([
      { directory: 'PyPI', records: 2, recordsTotal: 2, skipped: 0 },
      { directory: 'npm', records: 1, recordsTotal: 1, skipped: 0 },
    ]);
  });

  it('reads names with spaces and dots', async () => {
    const files = anOsvMirror({ 'Rocky Linux': ['RLSA-2024:0001'], 'crates.io': ['RUSTSEC-2024-0001'] });

    expect((await read(files, ['Rocky Linux', 'crates.io'])).keys).toEqual([
      'Rocky Linux/RLSA-2024:0001',
      'crates.io/RUSTSEC-2024-0001',
    ]);
  });

  it('hands out batches of a thousand records at most', async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `MAL-2024-${index}`);

    const { batches, keys, progress } = await read(anOsvMirror({ npm: ids }), ['npm']);

    expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
    expect(keys).toEqual(ids.map((id) => `npm/${id}`));
    expect(progress.map(({ records }) => records)).toEqual([1_000, 2_000, 2_500]);
  });

  it('hands out smaller batches of large records', async () => {
    const large = (id: string) => ({ name: `${id}.json`, content: Buffer.alloc(5 * 1024 ** 2, id), method: 0 });
    const archive = writeZip(['CVE-2024-0001', 'CVE-2024-0002', 'CVE-2024-0003'].map(large));

    const { batches } = await read({ ...anOsvMirror({ npm: [] }), '/npm/all.zip': archive }, ['npm']);

    expect(batches.map((batch) => batch.length)).toEqual([2, 1]);
  });

  it('passes over ecosystems that the export does not have', async () => {
    expect((await read(anOsvMirror({ npm: ['MAL-2024-1'] }), ['npm', 'Debian'])).keys).toEqual(['npm/MAL-2024-1']);
  });

  it('counts what it passes over', async () => {
    const archive = writeZip([
      { name: 'MAL-2024-1.json', content: '{}' },
      { name: '../MAL-2024-2.json', content: '{}' },
    ]);

    const { keys, progress } = await read({ ...anOsvMirror({ npm: [] }), '/npm/all.zip': archive }, ['npm']);

    expect(keys).toEqual(['npm/MAL-2024-1']);
    expect(progress).toEqual([{ directory: 'npm', records: 1, recordsTotal: 1, skipped: 1 }]);
  });

  it.each<[string, Record<string, string | Uint8Array>, string]>([
    ['an export without a list', { '/npm/all.zip': '' }, 'ecosystems.txt cannot be opened'],
    ['a web page instead of the list', { '/ecosystems.txt': '<html>npm</html>' }, 'is a web page'],
    ['an empty list', { '/ecosystems.txt': '\n\n' }, 'none of the ecosystems'],
    ['an export of other ecosystems', anOsvMirror({ Hex: ['GHSA-a'] }), 'none of the ecosystems'],
    ['a list without its archive', { '/ecosystems.txt': 'npm\n' }, 'cannot be opened'],
    ['an empty archive', anOsvMirror({ npm: [] }), 'no record'],
    ['a web page instead of an archive', { ...anOsvMirror({ npm: [] }), '/npm/all.zip': '<html>' }, 'no zip archive'],
  ])('refuses %s', async (_, files, problem) => {
    await expect(read(files, ['npm'])).rejects.toMatchObject({
      code: 'FEED_REFUSED',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('hands out nothing of an archive that is damaged at its end', async () => {
    const entries = Array.from({ length: 3_000 }, (_, index) => ({ name: `MAL-2024-${index}.json`, content: '{}' }));
    await writeMirror(folder, {
      '/ecosystems.txt': 'npm\n',
      '/npm/all.zip': writeZip([...entries, { name: 'MAL-2024-3000.json', content: '{}', checksum: 1 }]),
    });
    const feed = createOsvFeed({ url: pathToFileURL(folder).href, ecosystems: ['npm'], stagingDir: folder });
    const batches = feed.read(() => {})[Symbol.asyncIterator]();

    await expect(batches.next()).rejects.toMatchObject({ code: 'FEED_REFUSED' });
  });

  it('leaves the files of a mirror where they are', async () => {
    await read(anOsvMirror({ npm: ['MAL-2024-1'] }), ['npm']);

    expect(await readdir(join(folder, 'mirror'))).toEqual(['ecosystems.txt', 'npm']);
    expect(await readdir(join(folder, 'staging'))).toEqual([]);
  });

  it('names its address without the credentials that it uses', async () => {
    await writeFile(join(folder, 'ecosystems.txt'), '');
    const options = { ecosystems: [], stagingDir: folder };

    expect(createOsvFeed({ ...options, url: 'https://us%40r:secret@mirror.example.com/osv' })).toMatchObject({
      name: 'osv',
      url: 'https://mirror.example.com/osv/',
    });
  });
});
