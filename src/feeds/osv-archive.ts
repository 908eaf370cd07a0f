/** Reads `all.zip` of one ecosystem. The whole archive is verified first, so that no record of a damaged archive is yielded. */
import { LIMITS } from '../core/limits.ts';
import { checkArchive } from './check-archive.ts';
import { FEED_REFUSED } from './errors.ts';
import type { RawRecord, ReadOptions } from './feed.ts';
import type { GetFile } from './osv-files.ts';
import { readArchive } from './read-archive.ts';
import { batchRecords } from './record-batches.ts';

export async function* readArchiveRecords(
  getFile: GetFile,
  directory: string,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const source = `osv/${directory}`;
  const path = `${encodeURIComponent(directory)}/all.zip`;
  const file = await getFile({ path, bytesMax: LIMITS.feedArchiveBytesMax, signal });
  if (file === undefined || file === 'unchanged') throw FEED_REFUSED({ source, problem: 'it has no all.zip' });
  try {
    const { records: recordsTotal, skipped } = await checkArchive(file.path, source, { signal });
    const records = listRecords(file.path, directory, signal);
    yield* batchRecords(records, (totals) => onProgress({ directory, recordsTotal, skipped, ...totals }));
  } finally {
    await file.discard();
  }
}

async function* listRecords(file: string, directory: string, signal: AbortSignal): AsyncGenerator<RawRecord> {
  for await (const entry of readArchive(file, `osv/${directory}`)) {
    signal.throwIfAborted();
    if ('id' in entry) yield { directory, ...entry };
  }
}
