import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexedPackage } from '../../core/identity/distro/package-index.ts';
import type { EnrichmentRequest } from '../feed.ts';
import { createJarTableFeed } from './jar-table.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-jars-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const aTable = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${n.toString(16).padStart(40, '0')},org.acme:lib${n}:1.${n}\n`).join('');

async function read(content: string | Uint8Array, before?: EnrichmentRequest['before']) {
  const path = join(folder, 'jars.csv');
  await writeFile(path, content);
  const feed = createJarTableFeed({ url: pathToFileURL(path).href, stagingDir: join(folder, 'staging') });
  const skipped: number[] = [];
  const file = await feed.read({ before, nowMs: 0 }, (progress) => skipped.push(progress.skipped));
  if (file.kind === 'unchanged') throw new Error('It was not read.');
  const jars: IndexedPackage[] = [];
  try {
    for await (const batch of file.batches) jars.push(...batch);
  } finally {
    await file.close();
  }
  return { jars, skipped: skipped.at(-1) };
}

describe('createJarTableFeed', () => {
  it('reads a compressed table in batches', async () => {
    const { jars } = await read(gzipSync(aTable(12_000)));

    expect(jars).toHaveLength(12_000);
    expect(jars.at(-1)).toMatchObject({ sourceName: 'org.acme:lib11999', version: '1.11999' });
  });

  it('skips lines that it cannot use', async () => {
    const { jars, skipped } = await read(`# jars\n${aTable(3)}\n${'0'.repeat(40)},../../etc:passwd\n;drop table x\n`);

    expect(jars).toHaveLength(3);
    expect(skipped).toBe(4);
  });

  it.each([
    ['lists no jars', '<html>Not found</html>\n', undefined],
    ['is corrupt', gzipSync(aTable(1_000)).subarray(0, 200), undefined],
    ['is cut off in its last line', aTable(3).slice(0, -1), undefined],
    ['has a line without an end', `${'x'.repeat(300_000)}\n`, undefined],
    ['is much smaller than before', aTable(10), { records: 1_000, asOf: null }],
  ])('rejects a table that %s', async (_case, content, before) => {
    await expect(read(content, before)).rejects.toMatchObject({ code: 'FEED_REJECTED' });
  });
});
