import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOsvFeed } from '../../../src/feeds/osv.ts';
import { startBucket, type Behavior, type BucketServer } from '../../support/bucket-server.ts';
import { anOsvMirror } from '../../support/osv-mirror.ts';
import { readFeed, type FeedReading } from '../../support/read-feed.ts';

let stagingDir: string;
let bucket: BucketServer | undefined;

beforeEach(async () => {
  stagingDir = await mkdtemp(join(tmpdir(), 'assay-staging-'));
});

afterEach(async () => {
  await bucket?.stop();
  bucket = undefined;
  await rm(stagingDir, { recursive: true });
});

const MIRROR = anOsvMirror({ npm: ['MAL-2024-1', 'MAL-2024-2'], 'Rocky Linux': ['RLSA-2024:0001'] });

async function read(files: Parameters<typeof startBucket>[0], path = ''): Promise<FeedReading> {
  bucket = await startBucket(files);
  return await readFeed(createOsvFeed({ url: `${bucket.url}${path}`, ecosystems: ['npm', 'Rocky Linux'], stagingDir }));
}

describe('the OSV feed over HTTP', () => {
  it('reads a bucket', async () => {
    const { keys } = await read(MIRROR);

    expect(keys).toEqual(['npm/MAL-2024-1', 'npm/MAL-2024-2', 'Rocky Linux/RLSA-2024:0001']);
    expect(bucket?.requests).toEqual(['/ecosystems.txt', '/npm/all.zip', '/Rocky Linux/all.zip']);
  });

  it.each(['/mirrors/osv', '/mirrors/osv/'])('reads a bucket below %s', async (path) => {
    const below = Object.fromEntries(Object.entries(MIRROR).map(([name, file]) => [`/mirrors/osv${name}`, file]));

    expect((await read(below, path)).keys).toHaveLength(3);
  });

  it('asks again when a server is busy', async () => {
    let calls = 0;
    const busyOnce: Behavior = (_, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? 503 : 200).end(calls === 1 ? '' : MIRROR['/npm/all.zip']);
    };

    expect((await read({ ...MIRROR, '/npm/all.zip': busyOnce })).keys).toHaveLength(3);
  });

  it('leaves no file behind', async () => {
    await read(MIRROR);

    expect(await readdir(stagingDir)).toEqual([]);
  });

  it('leaves no file behind when somebody stops reading', async () => {
    bucket = await startBucket(MIRROR);
    const feed = createOsvFeed({ url: bucket.url, ecosystems: ['npm'], stagingDir });
    for await (const batch of feed.read(() => {})) if (batch.length > 0) break;

    expect(await readdir(stagingDir)).toEqual([]);
  });

  const archive = MIRROR['/npm/all.zip'] ?? '';
  const page: Behavior = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
  };

  it.each<[string, Parameters<typeof startBucket>[0], string]>([
    ['without a list', { '/npm/all.zip': archive }, 'OUTBOUND_NOT_FOUND'],
    ['with a web page for a list', { ...MIRROR, '/ecosystems.txt': page }, 'FEED_REFUSED'],
    ['with a list of other things', { ...MIRROR, '/ecosystems.txt': 'Hex\n' }, 'FEED_REFUSED'],
    [
      'with a list of more than a megabyte',
      { ...MIRROR, '/ecosystems.txt': 'npm\n'.repeat(300_000) },
      'OUTBOUND_REFUSED',
    ],
    ['without an archive', { '/ecosystems.txt': 'npm\n' }, 'OUTBOUND_NOT_FOUND'],
    ['with a web page for an archive', { ...MIRROR, '/npm/all.zip': page }, 'FEED_REFUSED'],
    ['with an archive that lost its end', { ...MIRROR, '/npm/all.zip': archive.slice(0, -30) }, 'FEED_REFUSED'],
    ['with an empty answer', { ...MIRROR, '/npm/all.zip': '' }, 'FEED_REFUSED'],
    [
      'that sends to another origin',
      {
        ...MIRROR,
        '/npm/all.zip': (_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end(),
      },
      'OUTBOUND_FORBIDDEN',
    ],
  ])('hands out nothing of a bucket %s, and leaves no file behind', async (_, files, code) => {
    await expect(read(files)).rejects.toMatchObject({ code });
    expect(await readdir(stagingDir)).toEqual([]);
  });
});
