import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexedPackage } from '../../core/identity/distro/package-index.ts';
import type { EnrichmentRequest } from '../feed.ts';
import { createPackageIndexFeed } from './package-index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-packages-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const anIndex = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Package: lib${n}\nSource: acme\nVersion: 1.${n}-1\n\n`).join('');

async function read(
  contents: readonly (string | Uint8Array)[],
  before?: EnrichmentRequest['before'],
): Promise<readonly IndexedPackage[]> {
  const indexes = await Promise.all(
    contents.map(async (content, n) => {
      const path = join(folder, `index-${n}`);
      await writeFile(path, content);
      return { family: 'Debian', release: '12', url: pathToFileURL(path).href } as const;
    }),
  );
  const feed = createPackageIndexFeed({ indexes, stagingDir: join(folder, 'staging') });
  const file = await feed.read({ before, nowMs: 0 }, () => {});
  if (file.kind === 'unchanged') throw new Error('It was not read.');
  const packages: IndexedPackage[] = [];
  for await (const batch of file.batches) packages.push(...batch);
  await file.close();
  return packages;
}

describe('createPackageIndexFeed', () => {
  it('reads several indexes together, compressed or not', async () => {
    const packages = await read([gzipSync(anIndex(12_000)), 'Package: bash\nVersion: 5.2-1\n']);

    expect(packages).toHaveLength(12_001);
    expect(packages.at(-1)).toMatchObject({ sourceName: 'bash' });
  });

  it('states the archive and the time of each index', async () => {
    const nowMs = Date.parse('2026-11-18T00:00:00.000Z');
    const indexes = await Promise.all(
      ['2026-11-10T06:00:00.000Z', '2027-01-01T00:00:00.000Z'].map(async (modified, n) => {
        const path = join(folder, `Packages-${n}`);
        await writeFile(path, anIndex(1));
        await utimes(path, new Date(modified), new Date(modified));
        return { family: 'Debian', release: '12', url: pathToFileURL(path).href } as const;
      }),
    );
    const file = await createPackageIndexFeed({ indexes, stagingDir: folder }).read({ nowMs }, () => {});
    const archives: unknown[] = [];
    if (file.kind === 'read') for await (const [first] of file.batches) archives.push(first?.archive);

    expect(archives).toEqual([
      { id: 0, name: 'Packages-0', asOf: '2026-11-10T06:00:00.000Z' },
      { id: 1, name: 'Packages-1', asOf: '2026-11-18T00:00:00.000Z' },
    ]);
  });

  it.each([
    ['lists no packages', ['<html>Not found</html>\n'], undefined],
    ['lists no packages in one of several', [anIndex(10), '\n'], undefined],
    ['is corrupt', [gzipSync(anIndex(1_000)).subarray(0, 200)], undefined],
    ['has a line without an end', [`Package: ${'x'.repeat(300_000)}\n\n`], undefined],
    ['is much smaller than before', [anIndex(10)], { records: 1_000, asOf: null }],
  ])('rejects an index that %s', async (_case, contents, before) => {
    await expect(read(contents, before)).rejects.toMatchObject({ code: 'FEED_REJECTED' });
  });
});
