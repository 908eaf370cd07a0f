/**
 * Reads single records of a source, one file each, a few at a time. Missing and too large records are left out and
 * counted; the others are yielded as they are and validated by their parser. A mirror may have only the archives: then nothing is
 * found, not even a record that the list shows as old.
 */
import { readFile } from 'node:fs/promises';
import { AssayError } from '../core/errors.ts';
import { isVulnerabilityId } from '../core/identity/vulnerability-id.ts';
import { LIMITS } from '../core/limits.ts';
import { OUTBOUND_REFUSED } from '../outbound/errors.ts';
import { FEED_REJECTED, FEED_WITHOUT_RECORDS } from './errors.ts';
import type { RawRecord, ReadOptions } from './feed.ts';
import type { GetFile } from './source-files.ts';
import { batchRecords } from './record-batches.ts';

export interface RecordsRequest {
  readonly source: string;
  /** Relative to the URL of the source, URL-encoded. */
  readonly pathOf: (id: string) => string;
  readonly bytesMax: number;
  readonly directory: string;
  readonly ids: readonly string[];
  /** An id that has been in the list for a long time; undefined if the list was never read. */
  readonly oldId: string | undefined;
}

export async function* readRecords(
  getFile: GetFile,
  request: RecordsRequest,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const { directory, ids } = request;
  let skipped = 0;
  const records = fetchAll(getFile, request, signal, () => (skipped += 1));
  yield* batchRecords(records, (totals) => onProgress({ directory, recordsTotal: ids.length, skipped, ...totals }));
}

async function* fetchAll(
  getFile: GetFile,
  request: RecordsRequest,
  signal: AbortSignal,
  onSkipped: () => void,
): AsyncGenerator<RawRecord> {
  const { directory, ids, oldId } = request;
  const end = new AbortController();
  const either = AbortSignal.any([signal, end.signal]);
  const fetchOne = async (id: string): Promise<Uint8Array | undefined> =>
    await fetchRecord(getFile, request, id, either);
  const pending: Promise<Uint8Array | undefined>[] = [];
  let asked = 0;
  let found = 0;
  try {
    for (const [index, id] of ids.entries()) {
      for (; asked < ids.length && pending.length < LIMITS.feedRecordsInFlightMax; asked += 1) {
        const answer = fetchOne(ids[asked] ?? '');
        // Avoids an unhandled rejection if it fails before it is awaited.
        answer.catch(() => {});
        pending.push(answer);
      }
      const bytes = await pending.shift();
      if (bytes !== undefined) {
        found += 1;
        yield { directory, id, bytes };
        continue;
      }
      onSkipped();
      const isTimeToDoubt = index + 1 === Math.min(ids.length, LIMITS.feedRecordsInFlightMax);
      if (found > 0 || !isTimeToDoubt) continue;
      if (oldId === undefined || (await fetchOne(oldId)) === undefined)
        throw FEED_WITHOUT_RECORDS({ source: request.source, directory });
    }
  } finally {
    end.abort();
    await Promise.allSettled(pending);
  }
}

async function fetchRecord(
  getFile: GetFile,
  { pathOf, bytesMax }: RecordsRequest,
  id: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (!isVulnerabilityId(id)) return undefined;
  const file = await getFile({ path: pathOf(id), bytesMax, timeoutMs: LIMITS.feedRecordTimeoutMs, signal }).catch(
    undefinedIfRefused,
  );
  if (file === undefined || file === 'unchanged') return undefined;
  try {
    // Copied, because a view would keep all of the memory behind it.
    return new Uint8Array(await readFile(file.path, { signal }));
  } finally {
    await file.discard();
  }
}

/** Handles a record that is too large, or forbidden, which is how some buckets report a missing file: a retry would not help. */
function undefinedIfRefused(error: unknown): undefined {
  const isFinal = error instanceof AssayError && [OUTBOUND_REFUSED.code, FEED_REJECTED.code].includes(error.code);
  if (!isFinal) throw error;
}
