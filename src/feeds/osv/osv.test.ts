import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anOsvRecord } from '../../../test/support/advisories.ts';
import { anOsvExport, anOsvMirror, writeMirror, type Files } from '../../../test/support/osv-mirror.ts';
import { readFeed, readSome, type FeedReading } from '../../../test/support/read-feed.ts';
import { writeZip } from '../../../test/support/zip-writer.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Validators } from '../../outbound/download.ts';
import type { DirectoryList, Feed, RawRecord } from '../feed.ts';
import { createOsvFeed } from './osv.ts';

const { signal } = new AbortController();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function openMirror(files: Readonly<Files>, ecosystems: readonly string[] = ['npm']): Promise<Feed> {
  await writeMirror(join(folder, 'mirror'), files);
  const url = pathToFileURL(join(folder, 'mirror')).href;
  return createOsvFeed({ url, ecosystems, stagingDir: join(folder, 'staging') });
}

async function read(files: Readonly<Files>, ecosystems: readonly string[]): Promise<FeedReading> {
  return await readFeed(await openMirror(files, ecosystems));
}

function refusal(problem: string): object {
  return { code: 'FEED_REJECTED', message: expect.stringContaining(problem) as string };
}

describe('createOsvFeed', () => {
  it('reports its address without credentials', () => {
    const options = { ecosystems: [], stagingDir: folder };

    expect(createOsvFeed({ ...options, url: 'https://us%40r:secret@mirror.example.com/osv' })).toMatchObject({
      name: 'osv',
      url: 'https://mirror.example.com/osv/',
    });
  });

  it('stops when the signal is aborted', async () => {
    const feed = await openMirror(anOsvExport({ npm: [anOsvRecord()] }));
    const stopped = AbortSignal.abort(new Error('stopped'));

    await expect(feed.listDirectories({ signal: stopped })).rejects.toThrow('stopped');
    await expect(feed.readList('npm', {}, { signal: stopped })).rejects.toThrow('stopped');
    await expect(readFeed(feed, stopped)).rejects.toThrow('stopped');
    await expect(readSome(feed, 'npm', ['GHSA-aaaa-bbbb-cccc'], stopped)).rejects.toThrow('stopped');
  });
});

describe('listDirectories', () => {
  it('returns the requested directories in the requested order and names the missing ones', async () => {
    const feed = await openMirror(anOsvMirror({ npm: [], PyPI: [], Maven: [] }), ['PyPI', 'Debian', 'npm']);

    expect(await feed.listDirectories({ signal })).toEqual({ present: ['PyPI', 'npm'], missing: ['Debian'] });
  });

  it.each<[string, Files, string]>([
    ['an export without a list', { '/npm/all.zip': '' }, 'it has no ecosystems.txt'],
    ['a web page instead of the list', { '/ecosystems.txt': '\n<html>npm</html>' }, 'is an HTML page'],
    ['an empty list', { '/ecosystems.txt': '\n\n' }, 'none of the configured ecosystems'],
    ['a list of a megabyte', { '/ecosystems.txt': 'npm\n'.repeat(300_000) }, 'larger than 1048576 bytes'],
    ['an export of other ecosystems', anOsvMirror({ Hex: ['GHSA-a'] }), 'none of the configured ecosystems'],
  ])('rejects %s', async (_, files, problem) => {
    const feed = await openMirror(files);

    await expect(feed.listDirectories({ signal })).rejects.toMatchObject(refusal(problem));
  });
});

describe('readAll', () => {
  it('reads the archive of each ecosystem', async () => {
    const files = anOsvMirror({ npm: ['MAL-2024-1'], PyPI: ['PYSEC-2024-1', 'PYSEC-2024-2'], Maven: ['GHSA-a'] });

    const { keys, progress } = await read(files, ['PyPI', 'npm']);

    expect(keys).toEqual(['PyPI/PYSEC-2024-1', 'PyPI/PYSEC-2024-2', 'npm/MAL-2024-1']);
    expect(progress).toEqual([
      { directory: 'PyPI', records: 2, recordsTotal: 2, skipped: 0, bytes: 2 * '{"id":"PYSEC-2024-1"}'.length },
      { directory: 'npm', records: 1, recordsTotal: 1, skipped: 0, bytes: '{"id":"MAL-2024-1"}'.length },
    ]);
  });

  it('reads ecosystems whose names have spaces and dots', async () => {
    const files = anOsvMirror({ 'Rocky Linux': ['RLSA-2024:0001'], 'crates.io': ['RUSTSEC-2024-0001'] });

    expect((await read(files, ['Rocky Linux', 'crates.io'])).keys).toEqual([
      'Rocky Linux/RLSA-2024:0001',
      'crates.io/RUSTSEC-2024-0001',
    ]);
  });

  it('yields batches of at most a thousand records', async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `MAL-2024-${index}`);

    const { batches, keys, progress } = await read(anOsvMirror({ npm: ids }), ['npm']);

    expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
    expect(keys).toEqual(ids.map((id) => `npm/${id}`));
    expect(progress.map(({ records }) => records)).toEqual([1_000, 2_000, 2_500]);
  });

  it('yields smaller batches of large records', async () => {
    const large = (id: string) => ({ name: `${id}.json`, content: Buffer.alloc(5 * 1024 ** 2, id), method: 0 });
    const archive = writeZip(['CVE-2024-0001', 'CVE-2024-0002', 'CVE-2024-0003'].map(large));

    const { batches } = await read({ ...anOsvMirror({ npm: [] }), '/npm/all.zip': archive }, ['npm']);

    expect(batches.map((batch) => batch.length)).toEqual([2, 1]);
  });

  it('counts skipped entries', async () => {
    const archive = writeZip([
      { name: 'MAL-2024-1.json', content: '{}' },
      { name: '../MAL-2024-2.json', content: '{}' },
    ]);

    const { keys, progress } = await read({ ...anOsvMirror({ npm: [] }), '/npm/all.zip': archive }, ['npm']);

    expect(keys).toEqual(['npm/MAL-2024-1']);
    expect(progress).toEqual([{ directory: 'npm', records: 1, recordsTotal: 1, skipped: 1, bytes: 2 }]);
  });

  it.each<[string, Files, string]>([
    ['is not there', { '/ecosystems.txt': 'npm\n' }, 'it has no all.zip'],
    ['is empty', anOsvMirror({ npm: [] }), 'no record'],
    ['is an HTML page', { ...anOsvMirror({ npm: [] }), '/npm/all.zip': '<html>' }, 'not a zip archive'],
  ])('rejects an archive that %s', async (_, files, problem) => {
    await expect(read(files, ['npm'])).rejects.toMatchObject(refusal(problem));
  });

  it('leaves deflated records to a thread, with the checksum and the error for a damaged one', async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => ({ name: `MAL-2024-${index}.json`, content: '{}' }));
    const feed = await openMirror({
      '/npm/all.zip': writeZip([...entries, { name: 'MAL-2024-1000.json', content: '{}', checksum: 1 }]),
    });
    const batches = feed.readAll('npm', { signal, onProgress: () => {} })[Symbol.asyncIterator]();

    await batches.next();
    const last = ((await batches.next()).value as readonly RawRecord[]).at(-1);
    expect(last).toMatchObject({ id: 'MAL-2024-1000', deflated: { size: 2, crc32: 1 } });
    expect(last?.deflated?.toRejection()).toMatchObject({
      code: 'FEED_REJECTED',
      message: /its entry "MAL-2024-1000" is corrupt/,
    });
  });

  it('reads a local archive in place', async () => {
    await read(anOsvMirror({ npm: ['MAL-2024-1'] }), ['npm']);

    expect(await readdir(join(folder, 'mirror'))).toEqual(['ecosystems.txt', 'npm']);
    expect(await readdir(folder)).toEqual(['mirror']);
  });
});

describe('readList', () => {
  async function readList(content: string | Uint8Array, known: Validators = {}): Promise<DirectoryList> {
    const feed = await openMirror({ '/npm/modified_id.csv': content });
    const list = await feed.readList('npm', known, { signal });
    if (list === undefined || list === 'unchanged') throw new Error('There is no list.');
    return list;
  }

  const LINES = [
    '2025-02-18T15:43:41Z,MAL-2025-1466',
    '2025-02-18T00:57:21.5Z,GHSA-aaaa-bbbb-cccc',
    '2025-02-18T00:57:21.5Z,RLSA-2024:0001',
    '0001-01-01T00:00:00Z,PYSEC-2024-55',
  ];

  it('keeps the order of the file and normalizes times so that they sort as text', async () => {
    expect((await readList(`${LINES.join('\n')}\n`)).entries).toEqual([
      { id: 'MAL-2025-1466', modified: '2025-02-18T15:43:41.000000Z' },
      { id: 'GHSA-aaaa-bbbb-cccc', modified: '2025-02-18T00:57:21.500000Z' },
      { id: 'RLSA-2024:0001', modified: '2025-02-18T00:57:21.500000Z' },
      { id: 'PYSEC-2024-55', modified: '1970-01-01T00:00:00.000000Z' },
    ]);
  });

  it('accepts Windows line endings', async () => {
    const windows = await readList(`${LINES.join('\r\n')}\r\n`);

    expect(windows.entries).toEqual((await readList(`${LINES.join('\n')}\n`)).entries);
  });

  it('uses the first of several lines with the same id', async () => {
    const { entries } = await readList('2025-01-02T00:00:00Z,MAL-2025-1\n2025-01-01T00:00:00Z,MAL-2025-1\n');

    expect(entries).toEqual([{ id: 'MAL-2025-1', modified: '2025-01-02T00:00:00.000000Z' }]);
  });

  it('sorts lines that are out of order within the same hour', async () => {
    const { entries } = await readList(
      '2025-01-01T00:00:00Z,MAL-2025-1\n2025-01-01T00:59:59Z,MAL-2025-2\n2025-01-01T00:59:59Z,MAL-2025-3\n',
    );

    expect(entries.map(({ id }) => id)).toEqual(['MAL-2025-2', 'MAL-2025-3', 'MAL-2025-1']);
  });

  const many = Array.from({ length: 300 }, (_, index) => `2025-01-01T00:00:00Z,MAL-2025-${index + 1}`);

  it.each([
    '2025-01-01T00:00:00Z,../../etc/passwd',
    '2025-01-01T00:00:00Z,npm/MAL-2025-1000',
    '2025-01-01T00:00:00Z,MAL-2025-1000%2f..',
    '2025-01-01T00:00:00Z,MAL-2025-1000,more',
    '2025-01-01T00:00:00Z,',
    ',MAL-2025-\u0000',
    'a line',
    '',
  ])('skips the invalid line %j', async (line) => {
    expect((await readList(`${[line, ...many].join('\n')}\n`)).entries).toHaveLength(300);
  });

  it('keeps an id whose time cannot be parsed', async () => {
    const { entries } = await readList(`${['yesterday,MAL-2025-1000', ...many].join('\n')}\n`);

    expect(entries).toHaveLength(301);
    expect(entries.at(-1)).toEqual({ id: 'MAL-2025-1000', modified: '1970-01-01T00:00:00.000000Z' });
  });

  it.each<[string, string | Uint8Array, string]>([
    ['is empty', '', 'its list is empty'],
    ['is an HTML page', '<!doctype html>\n<title>Sign in</title>\n', 'the response for its list is an HTML page'],
    ['is an HTML page on one line', '  <html></html>', 'the response for its list is an HTML page'],
    ['is truncated in an id', `${LINES.join('\n')}\n2025-01-01T00:00:00Z,MAL-2025-1`, 'its last line is truncated'],
    ['is truncated in a time', `${LINES.join('\n')}\n2025-01-`, 'its last line is truncated'],
    ['has another form', '{"npm":["MAL-2025-1"]}\n', '1 of the 1 lines of its list cannot be parsed'],
    ['is the list of all ecosystems', '2025-01-01T00:00:00Z,npm/MAL-2025-1\n', '1 of the 1 lines'],
    ['is oldest first', LINES.toReversed().join('\n').concat('\n'), 'of its list are out of order'],
    ['contains only zeros', Buffer.alloc(10_000), 'longer than 1024 characters'],
  ])('rejects a list that %s', async (_, content, problem) => {
    await expect(readList(content)).rejects.toMatchObject(refusal(problem));
  });

  it('rejects a list with too many lines', async () => {
    await expect(readList('\n'.repeat(LIMITS.feedEntriesMax + 1))).rejects.toMatchObject(refusal('more than 2000000'));
  });

  it('returns undefined if there is no list', async () => {
    const feed = await openMirror(anOsvMirror({ npm: ['MAL-2024-1'] }));

    expect(await feed.readList('npm', { etag: '"1"' }, { signal })).toBeUndefined();
  });

  it('reports an unchanged list until its time or size changes', async () => {
    const feed = await openMirror({ '/npm/modified_id.csv': `${LINES.join('\n')}\n` });
    const file = join(folder, 'mirror/npm/modified_id.csv');
    const { etag } = (await feed.readList('npm', {}, { signal })) as DirectoryList;
    const again = async (known: Validators) => await feed.readList('npm', known, { signal });

    expect(await again({ etag })).toBe('unchanged');
    expect(await again({})).not.toBe('unchanged');
    await utimes(file, new Date(0), new Date(0));
    expect(await again({ etag })).not.toBe('unchanged');
    await writeFile(file, `${LINES[0]}\n`);
    expect(await again({ etag })).not.toBe('unchanged');
  });
});

describe('readSome', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `RLSA-2024:${1_000 + index}`);
  const files = anOsvExport({ 'Rocky Linux': ids.map((id) => anOsvRecord({ id })) });

  it('yields records unchanged, in the requested order', async () => {
    const { batches, keys, progress } = await readSome(await openMirror(files), 'Rocky Linux', ids);

    const bytes = batches.flat().reduce((sum, record) => sum + record.bytes.length, 0);
    expect(keys).toEqual(ids.map((id) => `Rocky Linux/${id}`));
    expect(Buffer.from(batches[0]?.[0]?.bytes ?? []).toString()).toBe(JSON.stringify(anOsvRecord({ id: ids[0] })));
    expect(progress).toEqual([{ directory: 'Rocky Linux', records: 40, recordsTotal: 40, skipped: 0, bytes }]);
  });

  it('yields records whatever their content', async () => {
    const feed = await openMirror({ '/npm/MAL-2024-1.json': '<html>', '/npm/MAL-2024-2.json': '{"id":"MAL-2024-3"}' });

    expect((await readSome(feed, 'npm', ['MAL-2024-1', 'MAL-2024-2'])).keys).toHaveLength(2);
  });

  it('skips and counts records that are missing, too large or not valid ids', async () => {
    const feed = await openMirror({ ...files, '/Rocky Linux/RLSA-2024:2.json': Buffer.alloc(16 * 1024 ** 2 + 1) });
    const asked = ['RLSA-2024:1', 'RLSA-2024:2', '../../secret', ids[0] ?? ''];

    const { keys, progress } = await readSome(feed, 'Rocky Linux', asked);

    expect(keys).toEqual([`Rocky Linux/${ids[0]}`]);
    expect(progress).toMatchObject([{ records: 1, recordsTotal: 4, skipped: 3 }]);
  });

  it('throws FEED_WITHOUT_RECORDS for a mirror that has only archives', async () => {
    const feed = await openMirror(anOsvMirror({ npm: ids }));

    await expect(readSome(feed, 'npm', ids)).rejects.toMatchObject({ code: 'FEED_WITHOUT_RECORDS' });
    await expect(readSome(feed, 'npm', ['MAL-2024-1'])).rejects.toMatchObject({ code: 'FEED_WITHOUT_RECORDS' });
    expect((await readSome(feed, 'npm', [])).keys).toEqual([]);
  });

  it('recognizes single records by an old id if all requested records are missing', async () => {
    const feed = await openMirror(files);
    await feed.readList('Rocky Linux', {}, { signal });
    const gone = Array.from({ length: 20 }, (_, index) => `RLSA-2023:${index}`);

    expect((await readSome(feed, 'Rocky Linux', gone)).progress).toMatchObject([{ records: 0, skipped: 20 }]);
  });
});
