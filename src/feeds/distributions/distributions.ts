/**
 * Reads advisories that distributions publish in forms of their own, because OSV does not have them: one directory per file, so that
 * a broken file affects nothing else. A file has no list of changes; its validators show whether it has changed, and then all of it
 * is read.
 */
import { join } from 'node:path';
import type { PublishedFile } from '../../core/advisory/distributions/published-file.ts';
import { listIn } from '../../core/advisory/record-fields.ts';
import { DISTRIBUTIONS } from '../../core/vocabulary/source.ts';
import type { Validators } from '../../outbound/download.ts';
import { FEED_REJECTED, FEED_WITHOUT_RECORDS } from '../errors.ts';
import type { Feed, RawRecord, ReadOptions } from '../feed.ts';
import { withoutSecrets, type FileSource } from '../fetch-file.ts';
import { batchRecords } from '../record-batches.ts';
import { findFile, type FoundFile } from './find-file.ts';
import { readAdvisories } from './read-advisories.ts';

export interface DistributionFile extends PublishedFile {
  readonly url: string;
}

export interface DistributionsFeedOptions extends Pick<FileSource, 'stagingDir' | 'proxy'> {
  readonly files: readonly DistributionFile[];
}

export function createDistributionsFeed({ files, stagingDir, proxy }: DistributionsFeedOptions): Feed {
  // A file that was fetched to see whether it has changed is then read.
  const fetched = new Map<string, FoundFile>();
  const find = async (directory: string, known: Validators, signal: AbortSignal): Promise<FoundFile | 'unchanged'> => {
    const number = files.findIndex((file) => file.directory === directory);
    const place = {
      name: DISTRIBUTIONS,
      source: `${DISTRIBUTIONS}/${directory}`,
      url: files[number]?.url ?? '',
      // Files of several directories can be staged at the same time.
      stagingDir: join(stagingDir, `${DISTRIBUTIONS}-${number}`),
      proxy,
    };
    return await findFile(place, { known, signal });
  };
  return {
    name: DISTRIBUTIONS,
    url: files.map(({ url }) => withoutSecrets(url)).join(', '),
    listDirectories: async () =>
      await Promise.resolve({ present: files.map(({ directory }) => directory), missing: [] }),
    readList: async (directory, known, { signal }) => {
      await fetched.get(directory)?.discard();
      fetched.delete(directory);
      const file = await find(directory, known, signal);
      if (file === 'unchanged') return file;
      fetched.set(directory, file);
      return { entries: [], isUnlisted: true, etag: file.etag, lastModified: file.lastModified };
    },
    readAll: async function* (directory, read) {
      const file = fetched.get(directory) ?? (await find(directory, {}, read.signal));
      fetched.delete(directory);
      const published = files.find((each) => each.directory === directory);
      if (file === 'unchanged' || published === undefined)
        throw FEED_REJECTED({ source: `${DISTRIBUTIONS}/${directory}`, problem: 'it is not configured' });
      try {
        yield* readRecords(published, file, read);
      } finally {
        await file.discard();
      }
    },
    readSome: (directory) => {
      throw FEED_WITHOUT_RECORDS({ source: DISTRIBUTIONS, directory });
    },
  };
}

async function* readRecords(
  published: PublishedFile,
  { path, changedAt }: FoundFile,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const { directory } = published;
  const source = `${DISTRIBUTIONS}/${directory}`;
  let skipped = 0;
  let packages = 0;
  const onSkipped = (count: number): void => {
    skipped += count;
  };
  const records = readAdvisories(path, { source, file: published, changedAt, signal, onSkipped });
  yield* batchRecords(toRaw(), (totals) => onProgress({ directory, recordsTotal: totals.records, skipped, ...totals }));
  // The file of another distribution or release has valid advisories too.
  if (packages === 0)
    throw FEED_REJECTED({ source, problem: `it has no security advisory that names a package of ${directory}` });

  /** Of several records with one id, the first counts. */
  async function* toRaw(): AsyncGenerator<RawRecord> {
    const encoder = new TextEncoder();
    const seen = new Set<string>();
    for await (const record of records) {
      packages += listIn(record, 'affected').length;
      if (seen.has(record.id)) skipped += 1;
      else yield { directory, id: record.id, bytes: encoder.encode(JSON.stringify(record)) };
      seen.add(record.id);
    }
  }
}
