import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFeed, readSome } from '../../../test/support/read-feed.ts';
import type { Enrichment } from '../../core/advisory/enrichment/enrichment.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentPart } from '../../core/vocabulary/source.ts';
import { openBundle, type Bundle } from './bundle.ts';
import { MARK, packItem, toLengthBytes, type BundleContents } from './bundle-format.ts';
import type { RawRecord } from '../feed.ts';
import { writeBundle, type BundleSection, type WrittenBundle } from './write-bundle.ts';

const { signal } = new AbortController();
const CREATED_AT = '2026-01-02T03:04:05.000000Z';
const NOW_MS = Date.parse(CREATED_AT);

let folder: string;
let path: string;
let bundle: Bundle | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
  path = join(folder, 'advisories.bundle');
});

afterEach(async () => {
  await bundle?.close();
  bundle = undefined;
  await rm(folder, { recursive: true, force: true });
});

type Records = Readonly<Record<string, string | Uint8Array>>;

async function* each<Batch>(...batches: readonly Batch[]): AsyncGenerator<Batch> {
  yield* batches;
}

function recordsOf(directory: string, records: Records, source = 'osv'): BundleSection {
  const list = Object.entries(records).map(([id, content]) => ({ id, bytes: Buffer.from(content) }));
  return { kind: 'records', source, directory, records: each(list) };
}

function rowsOf(part: EnrichmentPart, rows: readonly Enrichment[], asOf: string | null = null): BundleSection {
  return { kind: 'enrichment', part, asOf, rows: each(rows) };
}

async function write(...sections: readonly BundleSection[]): Promise<WrittenBundle> {
  return await writeBundle(path, sections, { createdAt: CREATED_AT, signal });
}

async function open(ecosystems: readonly string[] = ['npm', 'Debian']): Promise<Bundle> {
  await bundle?.close();
  bundle = undefined;
  bundle = await openBundle(path, { ecosystems, signal });
  return bundle;
}

async function readRecords(ecosystems?: readonly string[]): Promise<readonly RawRecord[]> {
  const { feeds } = await open(ecosystems);
  const batches = await Promise.all(feeds.map(async (feed) => (await readFeed(feed)).batches));
  return batches.flat(2);
}

async function readRows(part: EnrichmentPart, request = {}): Promise<readonly Enrichment[]> {
  const { enrichment } = await open();
  const feed = enrichment.find(({ name }) => name === part);
  const file = await feed?.read({ nowMs: NOW_MS, signal, ...request }, () => {});
  if (file?.kind !== 'read') throw new Error('It was not read.');
  const rows: Enrichment[] = [];
  for await (const batch of file.batches) rows.push(...batch);
  return rows;
}

function refusal(problem: string): object {
  return { code: 'FEED_REJECTED', message: expect.stringContaining(problem) as string };
}

const KEV: Enrichment = {
  cve: 'CVE-2021-44228',
  kev: { dateAdded: '2021-12-10', dueDate: '2021-12-24', ransomware: true, name: 'Log4Shell', action: null },
};
const EPSS: Enrichment = { cve: 'CVE-2021-44228', epss: { score: 0.97, percentile: null } };
const SSVC: Enrichment = {
  cve: 'CVE-2021-44228',
  ssvc: { exploitation: 'active', automatable: true, technicalImpact: 'total', at: null },
};

describe('a bundle', () => {
  it('returns the requested directories and names the missing ones', async () => {
    const written = await write(
      recordsOf('npm', { 'MAL-2024-1': '{"id":1}', 'MAL-2024-2': '{}' }),
      recordsOf('Hex', { 'GHSA-a': '{}' }),
    );
    const { createdAt, feeds } = await open();
    const [feed] = feeds;
    const reading = await readFeed(feed as NonNullable<typeof feed>);

    expect(createdAt).toBe(CREATED_AT);
    expect(feeds).toMatchObject([{ name: 'osv', url: expect.stringContaining('advisories.bundle') as string }]);
    expect(await feed?.listDirectories({ signal })).toEqual({ present: ['npm'], missing: ['Debian'] });
    expect(reading.keys).toEqual(['npm/MAL-2024-1', 'npm/MAL-2024-2']);
    expect(reading.progress).toEqual([{ directory: 'npm', records: 2, recordsTotal: 2, skipped: 0, bytes: 10 }]);
    expect(written).toMatchObject({
      sections: [
        { kind: 'records', source: 'osv', directory: 'npm', items: 2 },
        { kind: 'records', source: 'osv', directory: 'Hex', items: 1 },
      ],
      bytes: (await readFile(path)).length,
    });
  });

  it('returns the enrichment of CVE ids', async () => {
    await write(rowsOf('kev', [KEV], CREATED_AT), rowsOf('epss', [EPSS]), rowsOf('ssvc', [SSVC]));

    expect(await readRows('kev')).toEqual([KEV]);
    expect(await readRows('epss')).toEqual([EPSS]);
    expect(await readRows('ssvc')).toEqual([SSVC]);
    await expect(readRows('kev', { before: { records: 1, asOf: '2026-02-01T00:00:00Z' } })).rejects.toMatchObject(
      refusal('is before that of the loaded data'),
    );
  });

  it('has neither lists nor single records', async () => {
    await write(recordsOf('npm', { 'MAL-2024-1': '{}' }));
    const { feeds } = await open();
    const feed = feeds[0] as NonNullable<(typeof feeds)[0]>;

    expect(await feed.readList('npm', {}, { signal })).toBeUndefined();
    await expect(readSome(feed, 'npm', ['MAL-2024-1'])).rejects.toMatchObject({ code: 'FEED_WITHOUT_RECORDS' });
  });

  it('returns any records byte for byte', async () => {
    const id = fc.stringMatching(/^[A-Z]{2,4}-[0-9a-z:.-]{1,20}$/);
    const records = fc.dictionary(id, fc.uint8Array({ maxLength: 2_000 }), { minKeys: 1, maxKeys: 40 });
    const directories = fc.dictionary(fc.constantFrom('npm', 'Debian', 'Red Hat'), records, { minKeys: 1 });

    await fc.assert(
      fc.asyncProperty(directories, async (content) => {
        await write(...Object.entries(content).map(([directory, list]) => recordsOf(directory, list)));

        const read = await readRecords(Object.keys(content));

        expect(read).toEqual(
          Object.entries(content).flatMap(([directory, list]) =>
            Object.entries(list).map(([name, bytes]) => ({ directory, id: name, bytes })),
          ),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('keeps large records and many records', async () => {
    const large = Buffer.alloc(LIMITS.feedRecordBytesMax, 'large');
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`MAL-2024-${index}`, 'x'.repeat(500)]),
    );
    await write(recordsOf('Debian', { 'DSA-1-1': large, 'DSA-2-1': large }), recordsOf('npm', many));

    const read = await readRecords();

    expect(read).toHaveLength(5_002);
    expect(read.filter(({ bytes }) => Buffer.compare(bytes, large) === 0)).toHaveLength(2);
    expect(read.every(({ bytes }) => bytes.buffer.byteLength === bytes.length)).toBe(true);
  });

  it('leaves out an empty section', async () => {
    await write(recordsOf('npm', { 'MAL-2024-1': '{}' }), recordsOf('Debian', {}), rowsOf('kev', []));
    const { feeds, enrichment } = await open();

    expect(await feeds[0]?.listDirectories({ signal })).toEqual({ present: ['npm'], missing: ['Debian'] });
    expect(enrichment).toEqual([]);
  });

  it('has the files of distributions whose ecosystem is requested', async () => {
    await write(
      recordsOf('Azure Linux:3', { 'CVE-2024-1': '{}' }, 'distributions'),
      recordsOf('Amazon Linux:2:docker', { 'ALAS2DOCKER-2024-1': '{}' }, 'distributions'),
      recordsOf('Oracle Linux', { 'ELSA-2024-1': '{}' }, 'distributions'),
    );

    const records = await readRecords(['Azure Linux', 'Amazon Linux']);

    expect(records.map(({ directory }) => directory)).toEqual(['Azure Linux:3', 'Amazon Linux:2:docker']);
  });

  it('is rejected if it contains none of the requested ecosystems', async () => {
    await write(recordsOf('npm', { 'MAL-2024-1': '{}' }));

    await expect(readRecords(['Debian'])).rejects.toMatchObject(refusal('none of the configured ecosystems'));
  });
});

describe('a bundle that is not intact', () => {
  async function aBundle(): Promise<Buffer> {
    await write(recordsOf('npm', { 'MAL-2024-1': '{"id":1}', 'MAL-2024-2': '{}' }), rowsOf('kev', [KEV]));
    return await readFile(path);
  }

  it('is rejected if it is truncated at any byte', async () => {
    const bytes = await aBundle();

    for (let length = 0; length < bytes.length; length += 1) {
      await writeFile(path, bytes.subarray(0, length));
      await expect(open()).rejects.toMatchObject({ code: 'FEED_REJECTED' });
    }
  });

  it('is rejected if any bit is changed', async () => {
    const bytes = await aBundle();

    for (let position = 0; position < bytes.length; position += 1) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ (1 << (position % 8));
      await writeFile(path, changed);
      await expect(open()).rejects.toMatchObject({ code: 'FEED_REJECTED' });
    }
  });

  it('is rejected if bytes are appended', async () => {
    await writeFile(path, Buffer.concat([await aBundle(), Buffer.from('\n')]));

    await expect(open()).rejects.toMatchObject(refusal('it is truncated or was modified'));
  });

  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'it is not an advisory bundle'],
    ['an HTML page', '<html>Sign in</html>', 'it is not an advisory bundle'],
    ['another file', Buffer.alloc(100_000), 'it is not an advisory bundle'],
    ['only its mark', MARK, 'it is truncated'],
    ['a mark without a line', Buffer.concat([MARK, Buffer.alloc(100_000, ' ')]), 'it is truncated'],
    [
      'the line of something else',
      Buffer.concat([MARK, Buffer.from('{"format":"x"}\n')]),
      'its header cannot be parsed',
    ],
  ])('is rejected if it is %s', async (_, content, problem) => {
    await writeFile(path, content);

    await expect(open()).rejects.toMatchObject(refusal(problem));
  });

  it('is rejected if it is missing or is a folder', async () => {
    await expect(open()).rejects.toMatchObject(refusal('the file cannot be opened'));
    path = folder;
    await expect(open()).rejects.toMatchObject({ code: 'FEED_REJECTED' });
  });

  it('is rejected if it is too large, before it is read', async () => {
    await writeFile(path, MARK);
    await truncate(path, LIMITS.bundleBytesMax + 1);

    await expect(open()).rejects.toMatchObject(refusal(`larger than ${LIMITS.bundleBytesMax} bytes`));
  });

  it('is not read to the end after an abort', async () => {
    await aBundle();
    const stopped = AbortSignal.abort(new Error('stopped'));

    await expect(openBundle(path, { ecosystems: ['npm'], signal: stopped })).rejects.toThrow('stopped');
  });
});

describe('a forged bundle', () => {
  const HEAD = { format: 'assay-advisories', version: 1, createdAt: CREATED_AT };
  const NPM = { kind: 'records', source: 'osv', directory: 'npm' } as const;
  const GOOD = packItem({ name: 'MAL-2024-1', bytes: Buffer.from('{}') });

  /** Writes a bundle with a valid digest and arbitrary content. */
  async function forge(
    sections: unknown,
    stored: Uint8Array = new Uint8Array(),
    { head = HEAD as unknown, length = undefined as number | undefined } = {},
  ): Promise<void> {
    const table = Buffer.from(JSON.stringify({ sections }));
    const front = Buffer.concat([MARK, Buffer.from(`${JSON.stringify(head)}\n`), stored, table]);
    const content = Buffer.concat([front, toLengthBytes(length ?? table.length)]);
    await writeFile(path, Buffer.concat([content, createHash('sha256').update(content).digest()]));
  }

  function pieceOf(...items: readonly Uint8Array[]): Buffer {
    const packed = zstdCompressSync(Buffer.concat(items));
    return Buffer.concat([toLengthBytes(packed.length), packed]);
  }

  function sectionOf(stored: Uint8Array, items = 1): BundleContents['sections'] {
    return [{ ...NPM, items, storedBytes: stored.length }];
  }

  it('is read if it follows the format', async () => {
    const stored = pieceOf(GOOD);
    await forge(sectionOf(stored), stored);

    expect(await readRecords()).toHaveLength(1);
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      'is of a newer form',
      async () => await forge([], undefined, { head: { ...HEAD, version: 3 } }),
      'newer version of Assay',
    ],
    [
      'has no time',
      async () => await forge([], undefined, { head: { ...HEAD, createdAt: 'now' } }),
      'its header cannot be parsed',
    ],
    ['has another table', async () => await forge({ npm: 1 }), 'table of contents cannot be parsed'],
    ['has an unknown kind', async () => await forge([{ ...NPM, kind: 'x' }]), 'table of contents cannot be parsed'],
    ['has a table without end', async () => await forge([], undefined, { length: 2 ** 32 - 1 }), 'is too long'],
    [
      'names too little',
      async () => await forge(sectionOf(new Uint8Array()), pieceOf(GOOD)),
      'does not match its contents',
    ],
    ['names too much', async () => await forge(sectionOf(pieceOf(GOOD))), 'does not match its contents'],
    [
      'has a duplicate section',
      async () => {
        const stored = pieceOf(GOOD);
        const sections = sectionOf(stored);
        await forge([...sections, ...sections], Buffer.concat([stored, stored]));
      },
      'it has a duplicate section',
    ],
  ])('is rejected if it %s', async (_, make, problem) => {
    await make();

    await expect(open()).rejects.toMatchObject(refusal(problem));
  });

  const bomb = pieceOf(Buffer.alloc(LIMITS.bundlePieceBytesMax + 1));

  it.each<[string, Uint8Array, number, string]>([
    ['more records than declared', pieceOf(GOOD, GOOD), 1, 'does not have its 1 records'],
    ['fewer records than declared', pieceOf(GOOD), 2, 'does not have its 2 records'],
    ['half of a record', pieceOf(GOOD, GOOD.subarray(0, -1)), 2, 'does not consist of complete records'],
    ['half of a length', pieceOf(GOOD, GOOD.subarray(0, 2)), 2, 'does not consist of complete records'],
    ['a piece beyond its end', toLengthBytes(1_000), 1, 'invalid length'],
    ['a piece beyond all limits', Buffer.concat([toLengthBytes(2 ** 32 - 1)]), 1, 'invalid length'],
    ['uncompressed data', Buffer.concat([toLengthBytes(4), Buffer.from('text')]), 1, 'cannot be decompressed'],
    ['a bomb', bomb, 1, 'cannot be decompressed'],
  ])('is rejected if a section has %s', async (_, stored, items, problem) => {
    await forge(sectionOf(stored, items), stored);

    await expect(readRecords()).rejects.toMatchObject(refusal(problem));
  });

  it('skips records with an invalid or duplicate id', async () => {
    const stored = pieceOf(GOOD, GOOD, packItem({ name: '../../etc/passwd', bytes: Buffer.from('{}') }));
    await forge(sectionOf(stored, 3), stored);
    const { feeds } = await open();

    expect(await readFeed(feeds[0] as NonNullable<(typeof feeds)[0]>)).toMatchObject({
      keys: ['npm/MAL-2024-1'],
      progress: [{ records: 1, recordsTotal: 3, skipped: 2 }],
    });
  });

  it.each<[EnrichmentPart, string, unknown]>([
    ['kev', 'CVE-2021-44228', EPSS],
    ['kev', 'CVE-2021-44228', { kev: { dateAdded: 'yesterday' } }],
    ['epss', 'CVE-2021-44228', { epss: { score: 1.5, percentile: null } }],
    ['epss', 'GHSA-aaaa-bbbb-cccc', { epss: { score: 0.5, percentile: null } }],
    ['ssvc', 'CVE-2021-44228', { ssvc: { exploitation: 'maybe' } }],
    ['ssvc', 'CVE-2021-44228', 'text'],
  ])('is rejected if its %s states for %s: %j', async (part, name, facts) => {
    const stored = pieceOf(packItem({ name, bytes: Buffer.from(JSON.stringify(facts)) }));
    await forge([{ kind: 'enrichment', part, asOf: null, items: 1, storedBytes: stored.length }], stored);

    await expect(readRows(part)).rejects.toMatchObject(refusal('1 of its 1 rows cannot be parsed'));
  });
});

describe('writeBundle', () => {
  async function* failing(): AsyncGenerator<readonly RawRecord[]> {
    yield [{ directory: 'npm', id: 'MAL-2024-1', bytes: Buffer.from('{}') }];
    throw await Promise.resolve(new Error('The database went away.'));
  }

  it('removes the partial file and keeps the previous bundle if reading the records fails', async () => {
    await writeFile(path, 'the last one');
    const section: BundleSection = { kind: 'records', source: 'osv', directory: 'npm', records: failing() };

    await expect(write(section)).rejects.toThrow('The database went away.');
    expect(await readdir(folder)).toEqual(['advisories.bundle']);
    expect(await readFile(path, 'utf8')).toBe('the last one');
  });

  it('stops when the signal is aborted', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    const writing = writeBundle(path, [recordsOf('npm', { 'MAL-2024-1': '{}' })], {
      createdAt: CREATED_AT,
      signal: stopped,
    });

    await expect(writing).rejects.toThrow('stopped');
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports why a file cannot be written', async () => {
    await mkdir(path);
    await expect(write()).rejects.toMatchObject({ code: 'BUNDLE_UNWRITABLE', message: /it is a folder/ });
    path = join(folder, 'nowhere', 'bundle');
    await expect(write()).rejects.toMatchObject({ code: 'BUNDLE_UNWRITABLE', message: /ENOENT/ });
  });

  it('reports each section that it has written', async () => {
    const seen: string[] = [];
    const sections = [recordsOf('npm', { 'MAL-2024-1': '{}' }), rowsOf('kev', [KEV])];
    await writeBundle(path, sections, { createdAt: CREATED_AT, signal, onSection: ({ kind }) => seen.push(kind) });

    expect(seen).toEqual(['records', 'enrichment']);
  });
});
