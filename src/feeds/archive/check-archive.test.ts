import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeZip, type ZipEntry } from '../../../test/support/zip-writer.ts';
import { checkArchive, type CheckedArchive } from './check-archive.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-archive-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function check(entries: readonly ZipEntry[]): Promise<CheckedArchive> {
  const file = join(folder, 'archive.zip');
  await writeFile(file, writeZip(entries));
  return await checkArchive(file, 'osv/npm');
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
      code: 'FEED_REFUSED',
      message: expect.stringContaining('no record') as string,
    });
  });

  it('tolerates at most one unreadable record in a hundred', async () => {
    expect(await check([...records(99), ENCRYPTED])).toEqual({ records: 99, skipped: 1 });
    await expect(check([...records(98), ENCRYPTED])).rejects.toThrow('1 of its 99 records cannot be parsed');
  });

  it('rejects an archive whose last entry is corrupt', async () => {
    await expect(check([...records(3), { ...ENCRYPTED, flags: 0, checksum: 1 }])).rejects.toThrow('is corrupt');
  });
});
