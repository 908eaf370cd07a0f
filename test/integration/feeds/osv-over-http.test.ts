import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryList, Feed, RawRecord } from '../../../src/feeds/feed.ts';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { anOsvRecord } from '../../support/advisories.ts';
import { startBucket, type BucketServer } from '../../support/bucket-server.ts';
import type { Fault } from '../../support/faults.ts';
import { startOsvBucket, type OsvBucket, type OsvBucketOptions } from '../../support/osv-bucket.ts';
import { anOsvMirror } from '../../support/osv-mirror.ts';
import { readFeed, readSome } from '../../support/read-feed.ts';

const { signal } = new AbortController();

let stagingDir: string;
let stop: (() => Promise<void>) | undefined;

beforeEach(async () => {
  stagingDir = await mkdtemp(join(tmpdir(), 'assay-staging-'));
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await rm(stagingDir, { recursive: true });
});

const ECOSYSTEMS = ['npm', 'Rocky Linux'];
const RECORDS = Array.from({ length: 30 }, (_, index) =>
  anOsvRecord({ id: `MAL-2024-${index}`, modified: `2024-01-${String(index + 1).padStart(2, '0')}T00:00:00Z` }),
);
const DIRECTORIES = { npm: RECORDS, 'Rocky Linux': [anOsvRecord({ id: 'RLSA-2024:0001' })] };
const IDS = RECORDS.map(({ id }) => String(id));

function feedOf({ url }: Pick<BucketServer, 'url'>, path = ''): Feed {
  return createOsvFeed({ url: `${url}${path}`, ecosystems: ECOSYSTEMS, stagingDir });
}

async function open(
  options: Partial<OsvBucketOptions> = {},
): Promise<{ readonly bucket: OsvBucket; readonly feed: Feed }> {
  const bucket = await startOsvBucket({ directories: DIRECTORIES, ...options });
  stop = async () => await bucket.stop();
  return { bucket, feed: feedOf(bucket) };
}

describe('the OSV feed over HTTP', () => {
  it('reads directories, lists, archives and records', async () => {
    const { bucket, feed } = await open();

    expect(await feed.listDirectories({ signal })).toEqual({ present: ECOSYSTEMS, missing: [] });
    expect(await feed.readList('Rocky Linux', {}, { signal })).toMatchObject({
      entries: [{ id: 'RLSA-2024:0001', modified: '2025-01-01T00:00:00.000000Z' }],
    });
    expect((await readSome(feed, 'Rocky Linux', ['RLSA-2024:0001'])).keys).toEqual(['Rocky Linux/RLSA-2024:0001']);
    expect((await readFeed(feed)).keys).toHaveLength(31);
    expect(bucket.requests).toEqual([
      '/ecosystems.txt',
      '/Rocky Linux/modified_id.csv',
      '/Rocky Linux/RLSA-2024:0001.json',
      '/ecosystems.txt',
      '/npm/all.zip',
      '/Rocky Linux/all.zip',
    ]);
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it.each(['/mirrors/osv', '/mirrors/osv/'])('reads a bucket below %s', async (path) => {
    const files = Object.entries(anOsvMirror({ npm: ['MAL-2024-1'] }));
    const bucket = await startBucket(Object.fromEntries(files.map(([name, file]) => [`/mirrors/osv${name}`, file])));
    stop = async () => await bucket.stop();

    expect((await readFeed(feedOf(bucket, path))).keys).toEqual(['npm/MAL-2024-1']);
  });

  it('leaves no file behind when the reader stops early', async () => {
    const { feed } = await open();
    for await (const batch of feed.readAll('npm', { signal, onProgress: () => {} })) if (batch.length > 0) break;
    for await (const batch of feed.readSome('npm', IDS, { signal, onProgress: () => {} })) if (batch.length > 0) break;

    expect(await readdir(stagingDir)).toEqual([]);
  });

  it.each([
    ['/ecosystems.txt', async (feed: Feed, end: AbortSignal) => await feed.listDirectories({ signal: end })],
    ['/npm/modified_id.csv', async (feed: Feed, end: AbortSignal) => await feed.readList('npm', {}, { signal: end })],
    ['/npm/all.zip', async (feed: Feed, end: AbortSignal) => await readFeed(feed, end)],
    ['/npm/', async (feed: Feed, end: AbortSignal) => await readSome(feed, 'npm', IDS, end)],
  ])('stops on abort while %s does not respond', async (path, read) => {
    const { bucket, feed } = await open();
    bucket.fault(path, 'silent');
    const end = new AbortController();
    const reading = read(feed, end.signal);
    setTimeout(() => end.abort(new Error('stopped')), 100);

    await expect(reading).rejects.toThrow('stopped');
    expect(await readdir(stagingDir)).toEqual([]);
  });
});

type Outcome = readonly [Fault, string];

function passing(...faults: readonly Fault[]): Outcome[] {
  return faults.map((fault) => [fault, 'read']);
}

function failing(code: string, ...faults: readonly Fault[]): Outcome[] {
  return faults.map((fault) => [fault, code]);
}

async function outcomeOf(reading: Promise<unknown>): Promise<string> {
  return await reading.then(
    () => 'read',
    (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
  );
}

describe('an archive over HTTP', () => {
  it.each([
    ...passing('wrong-type', 'busy-once', 'slow'),
    ...failing('FEED_UNREACHABLE', 'cut', 'busy'),
    ...failing('OUTBOUND_FORBIDDEN', 'redirect'),
    ...failing('OUTBOUND_REFUSED', 'forbidden'),
    ...failing('FEED_REJECTED', 'half', 'bit-flip', 'empty', 'html', 'missing', 'bomb', 'zip-bomb'),
  ])('with the fault %j ends as %s', async (fault, outcome) => {
    const { bucket, feed } = await open();
    bucket.fault('/npm/all.zip', fault);
    const batches = feed.readAll('npm', { signal, onProgress: () => {} })[Symbol.asyncIterator]();

    expect(await outcomeOf(batches.next().then(({ value }) => (value as readonly RawRecord[]).forEach(verify)))).toBe(
      outcome,
    );
    await batches.return?.();
    expect(await readdir(stagingDir)).toEqual([]);
  });
});

/** As the thread does that parses the record. */
function verify({ bytes, deflated }: RawRecord): void {
  if (deflated === undefined) return;
  const unpacked = tryInflate(bytes);
  if (unpacked?.length !== deflated.size || crc32(unpacked) !== deflated.crc32) throw deflated.toRejection();
}

function tryInflate(bytes: Uint8Array): Buffer | undefined {
  try {
    return inflateRawSync(bytes);
  } catch {
    return undefined;
  }
}

describe('a list over HTTP', () => {
  it('is not sent again until it changes', async () => {
    const { bucket, feed } = await open();
    const { etag, entries } = (await feed.readList('npm', {}, { signal })) as DirectoryList;

    expect(entries.map(({ id }) => id)).toEqual(IDS.toReversed());
    expect(await feed.readList('npm', { etag }, { signal })).toBe('unchanged');
    bucket.set('npm', [...RECORDS, anOsvRecord({ id: 'MAL-2025-1', modified: '2025-06-01T00:00:00Z' })]);
    expect(await feed.readList('npm', { etag }, { signal })).toMatchObject({
      entries: [{ id: 'MAL-2025-1', modified: '2025-06-01T00:00:00.000000Z' }, ...entries],
    });
  });

  it('can lack an ETag', async () => {
    const { feed } = await open({ hasTags: false });

    expect(await feed.readList('npm', { etag: '"1"' }, { signal })).toMatchObject({ etag: undefined });
  });

  it('can be missing', async () => {
    const { feed } = await open({ hasLists: false });

    expect(await feed.readList('npm', {}, { signal })).toBeUndefined();
  });

  it.each([
    ...passing('wrong-type', 'busy-once', 'slow', 'missing'),
    ...failing('FEED_UNREACHABLE', 'cut'),
    ...failing('OUTBOUND_FORBIDDEN', 'redirect'),
    ...failing('OUTBOUND_REFUSED', 'forbidden'),
    ...failing('FEED_REJECTED', 'half', 'bit-flip', 'empty', 'html', 'bomb', 'zip-bomb'),
  ])('with the fault %j ends as %s', async (fault, outcome) => {
    const { bucket, feed } = await open();
    // The middle of the file is in the middle of a line, and its length is odd.
    bucket.set('npm', RECORDS.slice(0, 1));
    bucket.fault('/npm/modified_id.csv', fault);

    expect(await outcomeOf(feed.readList('npm', {}, { signal }))).toBe(outcome);
    expect(await readdir(stagingDir)).toEqual([]);
  });
});

describe('single records over HTTP', () => {
  it('are requested eight at a time', async () => {
    const { bucket, feed } = await open();
    bucket.fault('/npm/', 'silent');
    const end = new AbortController();
    const reading = readSome(feed, 'npm', IDS, end.signal);
    await expect.poll(() => bucket.requests.length).toBe(8);
    end.abort(new Error('stopped'));

    await expect(reading).rejects.toThrow('stopped');
    expect(bucket.requests).toHaveLength(8);
  });

  it('are skipped and counted when they are gone', async () => {
    const { bucket, feed } = await open();
    await feed.readList('npm', {}, { signal });
    bucket.set('npm', RECORDS.slice(5));

    const { keys, progress } = await readSome(feed, 'npm', IDS);

    expect(keys).toEqual(IDS.slice(5).map((id) => `npm/${id}`));
    expect(progress.at(-1)).toMatchObject({ records: 25, recordsTotal: 30, skipped: 5 });
  });

  it('are detected as absent from an archive-only mirror after a few requests', async () => {
    const { bucket, feed } = await open({ hasRecords: false });
    await feed.readList('npm', {}, { signal });
    bucket.forget();

    await expect(readSome(feed, 'npm', IDS)).rejects.toMatchObject({ code: 'FEED_WITHOUT_RECORDS' });
    expect(bucket.requests.length).toBeLessThan(20);
  });

  it('are also detected as absent if the mirror responds with 403', async () => {
    const { bucket, feed } = await open();
    bucket.fault('/npm/', 'forbidden');

    await expect(readSome(feed, 'npm', IDS)).rejects.toMatchObject({ code: 'FEED_WITHOUT_RECORDS' });
  });

  it.each([
    // The content of a record is checked by its reader, not here.
    ...passing('wrong-type', 'busy-once', 'slow', 'missing', 'forbidden', 'half', 'bit-flip', 'empty', 'html', 'bomb'),
    ...failing('FEED_UNREACHABLE', 'cut'),
    ...failing('OUTBOUND_FORBIDDEN', 'redirect'),
  ])('with one that has the fault %j end as %s', async (fault, outcome) => {
    const { bucket, feed } = await open();
    bucket.fault('/npm/MAL-2024-17.json', fault);

    expect(await outcomeOf(readSome(feed, 'npm', IDS))).toBe(outcome);
    expect(await readdir(stagingDir)).toEqual([]);
  });
});

describe('the directories over HTTP', () => {
  it.each([
    ...passing('wrong-type', 'slow'),
    ...failing('FEED_UNREACHABLE', 'cut'),
    ...failing('OUTBOUND_FORBIDDEN', 'redirect'),
    ...failing('FEED_REJECTED', 'empty', 'html', 'missing', 'bomb'),
  ])('with the fault %j end as %s', async (fault, outcome) => {
    const { bucket, feed } = await open();
    bucket.fault('/ecosystems.txt', fault);

    expect(await outcomeOf(feed.listDirectories({ signal }))).toBe(outcome);
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('reject a list of more than a megabyte', async () => {
    const bucket = await startBucket({ '/ecosystems.txt': 'npm\n'.repeat(300_000) });
    stop = async () => await bucket.stop();

    await expect(feedOf(bucket).listDirectories({ signal })).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
  });
});
