/**
 * The public export of OSV, or a mirror of it: `ecosystems.txt`, and per ecosystem `<Ecosystem>/all.zip` with one `<ID>.json`
 * per record. https://google.github.io/osv.dev/data/
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { download } from '../outbound/download.ts';
import { FEED_POLICY } from '../outbound/policy.ts';
import type { ProxySettings } from '../outbound/proxy.ts';
import { checkArchive } from './check-archive.ts';
import { FEED_REFUSED } from './errors.ts';
import type { Feed, FeedProgress, RawRecord } from './feed.ts';
import { readArchive } from './read-archive.ts';

const BATCH_RECORDS = 1_000;
const BATCH_BYTES = 8 * 1024 ** 2;
const ECOSYSTEMS_FILE = 'ecosystems.txt';
const ECOSYSTEMS_BYTES_MAX = 1024 ** 2;

export interface OsvFeedOptions {
  readonly url: string;
  readonly ecosystems: readonly string[];
  /** Where an archive waits while it is read; a file of a `file://` mirror is read where it lies. */
  readonly stagingDir: string;
  readonly proxy?: ProxySettings | undefined;
}

export function createOsvFeed(options: OsvFeedOptions): Feed {
  const base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  return {
    name: 'osv',
    url: withoutCredentials(base),
    read: (onProgress) => readEcosystems(base, options, onProgress),
  };
}

/** The address is shown to people. */
function withoutCredentials(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

async function* readEcosystems(
  base: URL,
  options: OsvFeedOptions,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly RawRecord[]> {
  await mkdir(options.stagingDir, { recursive: true, mode: 0o700 });
  const present = await readList(base, join(options.stagingDir, 'osv-ecosystems.txt'), options.proxy);
  const wanted = options.ecosystems.filter((ecosystem) => present.has(ecosystem));
  if (wanted.length === 0)
    throw FEED_REFUSED({ source: 'osv', problem: 'it has none of the ecosystems that are asked for' });
  const staged = join(options.stagingDir, 'osv-archive.zip');
  for (const directory of wanted) {
    try {
      const file = await fetchFile(base, `${encodeURIComponent(directory)}/all.zip`, staged, options.proxy);
      yield* inBatches(directory, file, onProgress);
    } finally {
      await rm(staged, { force: true });
    }
  }
}

async function readList(base: URL, staged: string, proxy: ProxySettings | undefined): Promise<ReadonlySet<string>> {
  try {
    const file = await fetchFile(base, ECOSYSTEMS_FILE, staged, proxy, ECOSYSTEMS_BYTES_MAX);
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw FEED_REFUSED({ source: 'osv', problem: `its ${ECOSYSTEMS_FILE} cannot be opened` }, { cause: error });
    });
    if (text.includes('<'))
      throw FEED_REFUSED({ source: 'osv', problem: `${ECOSYSTEMS_FILE} is a web page, not a list` });
    const lines = text.split('\n').map((line) => line.trim());
    return new Set(lines.filter((line) => line !== ''));
  } finally {
    await rm(staged, { force: true });
  }
}

async function fetchFile(
  base: URL,
  path: string,
  staged: string,
  proxy: ProxySettings | undefined,
  bytesMax: number = FEED_POLICY.bytesMax,
): Promise<string> {
  const url = new URL(path, base);
  if (url.protocol === 'file:') return fileURLToPath(url);
  await download(url, { ...FEED_POLICY, bytesMax, proxy }, staged);
  return staged;
}

async function* inBatches(
  directory: string,
  file: string,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly RawRecord[]> {
  const source = `osv/${directory}`;
  const { records: recordsTotal, skipped } = await checkArchive(file, source);
  let batch: RawRecord[] = [];
  let batchBytes = 0;
  let records = 0;
  for await (const entry of readArchive(file, source)) {
    if ('skipped' in entry) continue;
    batch.push({ directory, ...entry });
    batchBytes += entry.bytes.length;
    records += 1;
    if (batch.length < BATCH_RECORDS && batchBytes < BATCH_BYTES) continue;
    yield batch;
    onProgress({ directory, records, recordsTotal, skipped });
    batch = [];
    batchBytes = 0;
  }
  if (batch.length > 0) yield batch;
  onProgress({ directory, records, recordsTotal, skipped });
}
