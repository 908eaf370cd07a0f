/** The real OSV export, read as a mirror in a folder; skipped without ASSAY_TEST_DATA. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DirectoryList, FeedProgress } from '../../../src/feeds/feed.ts';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { findRealData, getRealData } from '../../support/real-data.ts';

const list = findRealData('osv', 'ecosystems.txt');
const readme = findRealData('README.md');
// The rows `| npm | 5760 | 4753 | 49 | ...` of the ecosystem table.
const ROW = /^\| ([A-Za-z. ]+) \| ([0-9]+) \| [0-9]+ \| [0-9]+ \|/gm;
const expected = readme === undefined ? [] : [...readFileSync(readme, 'utf8').matchAll(ROW)];
const counts =
  list === undefined ? [] : expected.map(([, ecosystem = '', count]) => [ecosystem, Number(count)] as const);

const { signal } = new AbortController();

describe.skipIf(counts.length === 0)('the real OSV export', () => {
  it.each(counts)('has all records of %s, %i of them, and lists each of them', async (ecosystem, count) => {
    const stagingDir = await mkdtemp(join(tmpdir(), 'assay-staging-'));
    const url = pathToFileURL(getRealData('osv')).href;
    const feed = createOsvFeed({ url, ecosystems: [ecosystem], stagingDir });
    const ids = new Set<string>();
    let last: FeedProgress | undefined;
    const onProgress = (step: FeedProgress): void => void (last = step);
    for await (const batch of feed.readAll(ecosystem, { signal, onProgress })) {
      for (const { id, directory, bytes } of batch) {
        if (directory !== ecosystem || bytes.length === 0) throw new Error(`${id} is no record of ${ecosystem}.`);
        ids.add(id);
      }
    }
    const listed = (await feed.readList(ecosystem, {}, { signal })) as DirectoryList;

    expect(ids.size).toBe(count);
    expect(last).toMatchObject({ directory: ecosystem, records: count, recordsTotal: count, skipped: 0 });
    expect(listed.entries.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
    expect(await feed.readList(ecosystem, listed, { signal })).toBe('unchanged');
    await rm(stagingDir, { recursive: true });
  });
});
