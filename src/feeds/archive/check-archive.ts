/**
 * Verifies a whole archive before any of it is used: records are imported in batches, and an error at the end could not undo the
 * first ones. Reading everything twice costs a second for 40,000 records.
 */
import { LIMITS } from '../../core/limits.ts';
import { FEED_REFUSED } from '../errors.ts';
import { readArchive, type ArchiveLimits } from './read-archive.ts';

export interface CheckedArchive {
  readonly records: number;
  /** Entries that are not a record, or cannot be read. */
  readonly skipped: number;
}

export interface CheckOptions {
  readonly limits?: ArchiveLimits | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function checkArchive(
  file: string,
  source: string,
  { limits, signal }: CheckOptions = {},
): Promise<CheckedArchive> {
  let records = 0;
  let skipped = 0;
  let unreadable = 0;
  for await (const entry of readArchive(file, source, limits)) {
    signal?.throwIfAborted();
    if ('id' in entry) records += 1;
    else skipped += 1;
    if ('skipped' in entry && entry.skipped === 'unreadable') unreadable += 1;
  }
  if (unreadable > (records + unreadable) * LIMITS.feedBadShareMax)
    throw FEED_REFUSED({ source, problem: `${unreadable} of its ${records + unreadable} records cannot be parsed` });
  if (records === 0) throw FEED_REFUSED({ source, problem: 'the archive contains no records' });
  return { records, skipped };
}
