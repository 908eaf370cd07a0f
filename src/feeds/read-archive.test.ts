import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeZip, type ZipEntry } from '../../test/support/zip-writer.ts';
import { ARCHIVE_LIMITS, checkArchive, readArchive, type ArchiveLimits, type CheckedArchive } from './read-archive.ts';

const MIB = 1024 ** 2;
const GOOD: ZipEntry = { name: 'CVE-2024-0001.json', content: '{"id":"CVE-2024-0001"}' };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-archive-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Returns `id=content` per record and the reason per skipped entry. */
async function read(archive: Buffer, limits: Partial<ArchiveLimits> = {}): Promise<string[]> {
  const file = join(folder, 'archive.zip');
  await writeFile(file, archive);
  const seen: string[] = [];
  for await (const entry of readArchive(file, 'osv/npm', { ...ARCHIVE_LIMITS, ...limits })) {
    seen.push('id' in entry ? `${entry.id}=${Buffer.from(entry.bytes).toString()}` : entry.skipped);
  }
  return seen;
}

const GOOD_READ = `CVE-2024-0001=${GOOD.content as string}`;

describe('readArchive', () => {
  it.each([
    ['deflated', {}],
    ['stored', { method: 0 }],
  ])('reads %s records in order', async (_, changes) => {
    const second = { name: 'GHSA-35jh-r3h4-6jhm.json', content: 'é', ...changes };

    expect(await read(writeZip([{ ...GOOD, ...changes }, second]))).toEqual([GOOD_READ, 'GHSA-35jh-r3h4-6jhm=é']);
  });

  it('reads an archive with 64-bit sizes', async () => {
    expect(await read(writeZip([GOOD], { zip64: true }))).toEqual([GOOD_READ]);
  });

  it('reads 20,000 small entries', async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => ({
      name: `MAL-2024-${index}.json`,
      content: `${index}`,
    }));

    const records = await read(writeZip(entries));

    expect(records).toHaveLength(20_000);
    expect(records.at(-1)).toBe('MAL-2024-19999=19999');
  });

  it('returns each record in its own memory', async () => {
    const file = join(folder, 'own-memory.zip');
    await writeFile(file, writeZip([GOOD, { ...GOOD, name: 'CVE-2024-0002.json', method: 0 }]));
    const spare: number[] = [];
    for await (const entry of readArchive(file, 'osv/npm')) {
      if ('id' in entry) spare.push(entry.bytes.buffer.byteLength - entry.bytes.length);
    }

    expect(spare).toEqual([0, 0]);
  });

  it.each([
    '../x.json',
    '../CVE-2024-0002.json',
    '/CVE-2024-0002.json',
    '/etc/CVE-2024-0002.json',
    'C:\\CVE-2024-0002.json',
    '..\\CVE-2024-0002.json',
    'npm/CVE-2024-0002.json',
    'folder/',
    'CVE-2024-0002.json/',
    'CVE-2024-0002.zip',
    'CVE-2024-0002.JSON',
    'CVE-2024-0002',
    'CVE-2024-0002.json\0',
    'CVE-2024-\n0002.json',
    'CVE-2024-0002\u{202e}.json',
    `CVE-${'9'.repeat(300)}.json`,
    '.json',
    '..json',
    '',
  ])('does not treat %j as a record', async (name) => {
    expect(await read(writeZip([{ name, content: '{}' }, GOOD]))).toEqual(['no-record', GOOD_READ]);
  });

  describe('with folders', () => {
    async function readFolders(...names: readonly string[]): Promise<string[]> {
      const file = join(folder, 'folders.zip');
      await writeFile(file, writeZip(names.map((name) => ({ name, content: '{}' }))));
      const seen: string[] = [];
      for await (const entry of readArchive(file, 'ssvc', ARCHIVE_LIMITS, 'folders'))
        seen.push('id' in entry ? entry.id : entry.skipped);
      return seen;
    }

    it('finds records at any depth', async () => {
      expect(await readFolders('CVE-2024-0001.json', 'vulnrichment-develop/2024/0xxx/CVE-2024-0002.json')).toEqual([
        'CVE-2024-0001',
        'CVE-2024-0002',
      ]);
    });

    it('uses the first of two records with the same id', async () => {
      expect(await readFolders('a/CVE-2024-0001.json', 'b/CVE-2024-0001.json')).toEqual(['CVE-2024-0001', 'duplicate']);
    });

    it.each([
      '../CVE-2024-0002.json',
      'a/../CVE-2024-0002.json',
      './CVE-2024-0002.json',
      '/CVE-2024-0002.json',
      'a//CVE-2024-0002.json',
      'C:/CVE-2024-0002.json',
      'a\\b/CVE-2024-0002.json',
      'a/..\\CVE-2024-0002.json',
      'a\0/CVE-2024-0002.json',
      'a/CVE-2024-0002.json/',
      'a/README.md',
      'a/package.json',
    ])('does not treat %j as a record', async (name) => {
      expect(await readFolders(name)).toEqual(['no-record']);
    });
  });

  it.each<[string, Partial<ZipEntry>, string]>([
    ['a link', { mode: 0o120777, content: '/etc/passwd' }, 'no-record'],
    ['an encrypted entry', { flags: 1 }, 'unreadable'],
    ['an entry of an unknown method', { method: 93 }, 'unreadable'],
    ['a record that is too large', { content: Buffer.alloc(16 * MIB + 1, 'ab'), method: 0 }, 'unreadable'],
    ['a record that only announces to be too large', { size: 16 * MIB + 1 }, 'unreadable'],
    ['a bomb', { content: Buffer.alloc(2 * MIB) }, 'unreadable'],
    ['a second entry of the same name', { name: GOOD.name, content: 'another' }, 'duplicate'],
  ])('skips %s and continues', async (_, changes, reason) => {
    const last = { ...GOOD, name: 'CVE-2024-0003.json', content: 'last' };
    const odd = { name: 'CVE-2024-0002.json', content: '{}', ...changes };

    expect(await read(writeZip([GOOD, odd, last]))).toEqual([GOOD_READ, reason, 'CVE-2024-0003=last']);
  });

  it('uses the first of two equal names, even if it cannot be read', async () => {
    expect(await read(writeZip([{ ...GOOD, flags: 1 }, GOOD]))).toEqual(['unreadable', 'duplicate']);
  });

  it('accepts a record of exactly the maximum size, and a small one whatever its compression ratio', async () => {
    const content = Buffer.alloc(1_000);
    const limits = { recordBytesMax: 1_000, ratioJudgedAfterBytes: 1_000 };

    expect(await read(writeZip([{ ...GOOD, content }]), limits)).toEqual([`CVE-2024-0001=${content.toString()}`]);
    expect(await read(writeZip([{ ...GOOD, content }]), { ...limits, recordBytesMax: 999 })).toEqual(['unreadable']);
    expect(
      await read(writeZip([{ ...GOOD, content }]), { ...limits, ratioJudgedAfterBytes: 999, ratioMax: 2 }),
    ).toEqual(['unreadable']);
  });

  it('does not use more memory for compressed bytes than the maximum size of a record', async () => {
    const entry = { ...GOOD, content: Buffer.alloc(2_000, 'x'), method: 8, size: 10 };
    const archive = writeZip([entry]);

    expect(await read(archive, { recordBytesMax: 10 })).toEqual(['unreadable']);
  });

  it.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'not a zip archive'],
    ['an HTML page', Buffer.from('<!doctype html><title>Sign in</title>'), 'not a zip archive'],
    ['zeros', Buffer.alloc(100_000), 'not a zip archive'],
    ['an archive that lost its end', writeZip([GOOD, GOOD]).subarray(0, -1), 'not a zip archive'],
    ['an archive that lost its table', writeZip([GOOD]).subarray(0, 60), 'not a zip archive'],
    ['an archive that lost its beginning', writeZip([GOOD]).subarray(10), 'corrupt'],
    ['an archive with bytes behind its end', Buffer.concat([writeZip([GOOD]), Buffer.from('x')]), 'not a zip archive'],
    [
      'a directory with fewer entries than declared',
      writeZip([GOOD], { count: 2 }),
      'central directory of the archive',
    ],
    [
      'a table with a strange row',
      overwritten(writeZip([GOOD]), 'PK\u0001\u0002', 'PK\u0009\u0009'),
      'central directory of the archive',
    ],
    ['a wrong checksum', writeZip([{ ...GOOD, checksum: 1 }]), '"CVE-2024-0001" is corrupt'],
    ['a wrong checksum of stored bytes', writeZip([{ ...GOOD, method: 0, checksum: 1 }]), 'is corrupt'],
    ['content that is longer than announced', writeZip([{ ...GOOD, size: 3 }]), 'is corrupt'],
    ['content that is shorter than announced', writeZip([{ ...GOOD, size: 300 }]), 'is corrupt'],
    [
      'a bomb that calls itself small',
      writeZip([{ ...GOOD, content: Buffer.alloc(20 * MIB), size: 100 }]),
      'is corrupt',
    ],
    ['stored bytes of another length', writeZip([{ ...GOOD, method: 0, size: 3 }]), 'central directory of the archive'],
    ['bytes that do not inflate', overwritten(writeZip([GOOD]), '.json\u00ab', '.json\u00ff'), 'is corrupt'],
    ['an entry that is elsewhere', writeZip([{ ...GOOD, offset: 7 }]), 'is corrupt'],
    ['an entry beyond the end', writeZip([{ ...GOOD, offset: 0xfffffff0 }]), 'is corrupt'],
  ])('rejects %s', async (_, archive, problem) => {
    await expect(read(archive)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('rejects an archive with too many entries before it reads one', async () => {
    await expect(read(writeZip([GOOD], { count: 2_000_001, zip64: true }))).rejects.toThrow('it has 2000001 entries');
  });

  it('rejects an archive that decompresses to too many bytes, however small its entries are', async () => {
    const entries = Array.from({ length: 10 }, (_, index) => ({
      name: `CVE-2024-000${index}.json`,
      content: 'x'.repeat(100),
    }));

    expect(await read(writeZip(entries), { inflatedBytesMax: 1_000 })).toHaveLength(10);
    await expect(read(writeZip(entries), { inflatedBytesMax: 999 })).rejects.toThrow('more than 999 bytes');
  });

  it('rejects a missing file', async () => {
    await expect(readArchive(join(folder, 'absent.zip'), 'osv/npm').next()).rejects.toMatchObject({
      code: 'FEED_REJECTED',
    });
  });
});

function overwritten(archive: Buffer, from: string, to: string): Buffer {
  const position = archive.indexOf(Buffer.from(from, 'latin1'));
  if (position === -1) throw new Error('There is nothing to overwrite.');
  const changed = Buffer.from(archive);
  changed.write(to, position, 'latin1');
  return changed;
}

async function check(
  packed: readonly ZipEntry[],
): Promise<Pick<CheckedArchive, 'skipped'> & { readonly records: number }> {
  const file = join(folder, 'archive.zip');
  await writeFile(file, writeZip(packed));
  const { entries, skipped } = await checkArchive(file, 'osv/npm');
  return { records: entries.length, skipped };
}

const records = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `MAL-2024-${index}.json`, content: '{}' }));
const ENCRYPTED = { name: 'CVE-2024-0001.json', content: '{}', flags: 1 };

describe('checkArchive', () => {
  it('counts records and skipped entries', async () => {
    const others = [{ name: 'README.md', content: 'x' }, ...records(1)];

    expect(await check([...records(3), ...others])).toEqual({ records: 3, skipped: 2 });
  });

  it.each<[string, ZipEntry[]]>([
    ['no entries', []],
    ['only entries with odd names', [{ name: '../x.json', content: '{}' }]],
  ])('rejects an archive with %s', async (_, entries) => {
    await expect(check(entries)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining('no record') as string,
    });
  });

  it('tolerates at most one unreadable record in a hundred', async () => {
    expect(await check([...records(99), ENCRYPTED])).toEqual({ records: 99, skipped: 1 });
    await expect(check([...records(98), ENCRYPTED])).rejects.toThrow('1 of its 99 records cannot be parsed');
  });

  it('leaves the content of entries to the reader', async () => {
    expect(await check([...records(3), { ...ENCRYPTED, flags: 0, checksum: 1 }])).toEqual({ records: 4, skipped: 0 });
  });
});
