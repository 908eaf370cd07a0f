/** Reads a table of jars by hash, which gives the coordinates of jars that state none. A bad line is skipped. */
import type { IndexedPackage } from '../../core/identity/distro/package-index.ts';
import { parseJarLine } from '../../core/identity/packages/jar-table.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentRequest, FeedProgress, JarTableFeed } from '../feed.ts';
import { FEED_REJECTED } from '../errors.ts';
import { fetchFile, withoutSecrets, type FetchedFile, type FileSource } from '../fetch-file.ts';
import { readLines } from '../read-lines.ts';

const SOURCE = 'jars';
const BATCH_RECORDS = 5_000;
const LINE_LIMITS = {
  inflatedBytesMax: LIMITS.packageIndexInflatedBytesMax,
  lineCharactersMax: LIMITS.packageIndexLineCharactersMax,
};

export function createJarTableFeed(options: Omit<FileSource, 'name' | 'bytesMax'>): JarTableFeed {
  return {
    name: SOURCE,
    url: withoutSecrets(options.url),
    read: async (request, onProgress) => {
      const file = await fetchFile({ ...options, name: SOURCE, bytesMax: LIMITS.packageIndexBytesMax }, request);
      if (file.kind === 'unchanged') return file;
      const { etag, lastModified } = file;
      const batches = readJars(file, request, onProgress);
      return {
        kind: 'read',
        part: SOURCE,
        etag,
        lastModified,
        asOf: null,
        batches,
        close: async () => await file.discard(),
      };
    },
  };
}

async function* readJars(
  { path, bytes }: FetchedFile,
  { before, signal }: EnrichmentRequest,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly IndexedPackage[]> {
  const expected = before?.records ?? 0;
  let records = 0;
  let skipped = 0;
  let batch: IndexedPackage[] = [];
  for await (const lines of readLines(path, SOURCE, LINE_LIMITS)) {
    signal?.throwIfAborted();
    for (const line of lines) {
      const jar = parseJarLine(line);
      if (jar === undefined) skipped += 1;
      else batch.push(jar);
    }
    if (records + batch.length > LIMITS.feedEntriesMax)
      throw FEED_REJECTED({ source: SOURCE, problem: `it has more than ${LIMITS.feedEntriesMax} jars` });
    if (batch.length < BATCH_RECORDS) continue;
    records += batch.length;
    yield batch;
    batch = [];
    onProgress({ directory: SOURCE, records, recordsTotal: Math.max(expected, records), skipped, bytes });
  }
  records += batch.length;
  if (batch.length > 0) yield batch;
  onProgress({ directory: SOURCE, records, recordsTotal: records, skipped, bytes });
  if (records === 0) throw FEED_REJECTED({ source: SOURCE, problem: 'it lists no jars' });
  if (records < expected * (1 - LIMITS.feedLostShareMax))
    throw FEED_REJECTED({ source: SOURCE, problem: `it has ${records} jars, but had ${expected} before` });
}
