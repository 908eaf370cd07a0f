/**
 * The public export of OSV, or a mirror of it: `ecosystems.txt`, and per ecosystem `<Ecosystem>/all.zip` with one `<ID>.json`
 * per record. https://google.github.io/osv.dev/data/
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { download } from '../outbound/download.ts';
import { FEED_POLICY } from '../outbound/policy.ts';
import { FEED_REFUSED } from './errors.ts';
import type { Feed, FeedProgress, RawRecord } from './feed.ts';
import { readArchive } from './read-archive.ts';

const BATCH_RECORDS = 1_000;
const BATCH_BYTES = 8 * 1024 ** 2;
const ECOSYSTEMS_FILE = 'ecosystems.txt';

export interface OsvFeedOptions {
  readonly url: string;
  readonly ecosystems: readonly string[];
  /** Where an archive waits while it is read; a file of a `file://` mirror is read where it lies. */
  readonly stagingDir: string;
}

export function createOsvFeed(options: OsvFeedOptions): Feed {
  const base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  return {
    name: 'osv',
    url: base.href,
    read: (onProgress) => readEcosystems(base, options, onProgress),
  };
}

async function* readEcosystems(
  base: URL,
  options: OsvFeedOptions,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly RawRecord[]> {
  const present = await readList(base, options.stagingDir);
  const wanted = options.ecosystems.filter((ecosystem) => present.has(ecosystem));
  if (wanted.length === 0)
    throw FEED_REFUSED({ source: 'osv', problem: 'it has none of the ecosystems that are asked for' });
  for (const directory of wanted) {
    const staged = join(options.stagingDir, 'osv-archive.zip');
    const file = await fetchFile(base, `${encodeURIComponent(directory)}/all.zip`, staged);
    try {
      yield* inBatches(directory, file, onProgress);
    } finally {
      await rm(staged, { force: true });
    }
  }
}

async function readList(base: URL, stagingDir: string): Promise<ReadonlySet<string>> {
  const staged = join(stagingDir, 'osv-ecosystems.txt');
  try {
    const text = await readFile(await fetchFile(base, ECOSYSTEMS_FILE, staged), 'utf8');
    if (text.includes('<'))
      throw FEED_REFUSED({ source: 'osv', problem: `${ECOSYSTEMS_FILE} is a web page, not a list` });
    return new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    );
  } finally {
    await rm(staged, { force: true });
  }
}

async function fetchFile(base: URL, path: string, staged: string): Promise<string> {
  const url = new URL(path, base);
  if (url.protocol === 'file:') return fileURLToPath(url);
  await download(url, FEED_POLICY, staged);
  return staged;
}

async function* inBatches(
  directory: string,
  file: string,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly RawRecord[]> {
  let batch: RawRecord[] = [];
  let batchBytes = 0;
  let records = 0;
  let recordsTotal = 0;
  for await (const { id, bytes } of readArchive(file, `osv/${directory}`, (total) => (recordsTotal = total))) {
    batch.push({ directory, id, bytes });
    batchBytes += bytes.length;
    records += 1;
    if (batch.length < BATCH_RECORDS && batchBytes < BATCH_BYTES) continue;
    yield batch;
    onProgress({ directory, records, recordsTotal });
    batch = [];
    batchBytes = 0;
  }
  if (batch.length > 0) yield batch;
  onProgress({ directory, records, recordsTotal });
}
