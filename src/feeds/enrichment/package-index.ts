/**
 * Reads the package indexes of distributions, `Packages` of Debian and Ubuntu and `APKINDEX` of Alpine: one source of several
 * files, read one after the other and imported together.
 */
import {
  createIndexParser,
  nameArchive,
  type IndexedPackage,
  type IndexedRelease,
  type PackageArchive,
} from '../../core/identity/distro/package-index.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentRequest, PackageIndexFeed, FeedProgress } from '../feed.ts';
import { FEED_REJECTED } from '../errors.ts';
import { fetchFile, withoutSecrets, type FileSource } from '../fetch-file.ts';
import { readLines } from '../read-lines.ts';

const SOURCE = 'packages';
const BATCH_RECORDS = 5_000;
const LINE_LIMITS = {
  inflatedBytesMax: LIMITS.packageIndexInflatedBytesMax,
  lineCharactersMax: LIMITS.packageIndexLineCharactersMax,
};

export interface PackageIndex extends IndexedRelease {
  readonly url: string;
}

export interface PackageIndexOptions extends Pick<FileSource, 'stagingDir' | 'proxy'> {
  readonly indexes: readonly PackageIndex[];
}

export function createPackageIndexFeed({ indexes, ...common }: PackageIndexOptions): PackageIndexFeed {
  return {
    name: SOURCE,
    url: indexes.map(({ url }) => withoutSecrets(url)).join(', '),
    read: async (request, onProgress) =>
      await Promise.resolve({
        kind: 'read',
        part: SOURCE,
        asOf: null,
        batches: readIndexes({ indexes, ...common }, request, onProgress),
        // Files are removed as they are read.
        close: async () => {},
      }),
  };
}

async function* readIndexes(
  { indexes, ...common }: PackageIndexOptions,
  request: EnrichmentRequest,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly IndexedPackage[]> {
  const expected = request.before?.records ?? 0;
  let records = 0;
  for (const [id, index] of indexes.entries()) {
    const { bytes, packages } = await openIndex({ ...index, id }, common, request);
    const before = records;
    for await (const batch of packages) {
      records += batch.length;
      if (records > LIMITS.feedEntriesMax)
        throw FEED_REJECTED({ source: SOURCE, problem: `it has more than ${LIMITS.feedEntriesMax} packages` });
      yield batch;
      const directory = `${index.family}:${index.release}`;
      onProgress({ directory, records, recordsTotal: Math.max(expected, records), skipped: 0, bytes });
    }
    if (records === before)
      throw FEED_REJECTED({ source: SOURCE, problem: `${withoutSecrets(index.url)} lists no packages` });
  }
  if (records < expected * (1 - LIMITS.feedLostShareMax))
    throw FEED_REJECTED({ source: SOURCE, problem: `it has ${records} packages, but had ${expected} before` });
}

/** Always reads the whole file: several files together have no validator. */
async function openIndex(
  index: PackageIndex & Pick<PackageArchive, 'id'>,
  common: Pick<FileSource, 'stagingDir' | 'proxy'>,
  request: EnrichmentRequest,
): Promise<{ readonly bytes: number; readonly packages: AsyncIterable<readonly IndexedPackage[]> }> {
  const source = { ...common, url: index.url, name: SOURCE, bytesMax: LIMITS.packageIndexBytesMax };
  const file = await fetchFile(source, { ...request, etag: undefined, lastModified: undefined });
  if (file.kind === 'unchanged')
    throw new Error('A request without validators cannot be answered with "not modified".');
  const archive = {
    id: index.id,
    name: nameArchive(new URL(index.url).pathname),
    asOf: toTime(file.lastModified, request.nowMs),
  };
  return { bytes: file.bytes, packages: readPackages({ ...index, archive }, file, request.signal) };
}

/** An index has no time of its own: it is as old as its file, or was read now if that is unknown. */
function toTime(lastModified: string | undefined, nowMs: number): string {
  const modifiedMs = Date.parse(lastModified ?? '');
  return new Date(Number.isNaN(modifiedMs) ? nowMs : Math.min(modifiedMs, nowMs)).toISOString();
}

async function* readPackages(
  { archive, ...index }: PackageIndex & { readonly archive: PackageArchive },
  file: { readonly path: string; discard(): Promise<void> },
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly IndexedPackage[]> {
  const read = createIndexParser(index);
  let batch: IndexedPackage[] = [];
  try {
    for await (const lines of readLines(file.path, SOURCE, LINE_LIMITS)) {
      signal?.throwIfAborted();
      for (const line of lines) {
        const found = read(line);
        if (found !== undefined) batch.push({ ...found, archive });
      }
      if (batch.length < BATCH_RECORDS) continue;
      yield batch;
      batch = [];
    }
    // The last block may end with the file.
    const last = read('');
    if (last !== undefined) batch.push({ ...last, archive });
    if (batch.length > 0) yield batch;
  } finally {
    await file.discard();
  }
}
