/** Groups records into batches that fit in memory: many small ones, or a few large ones. */
import type { RawRecord } from './feed.ts';

const BATCH_RECORDS = 1_000;
const BATCH_BYTES = 8 * 1024 ** 2;

export interface BatchTotals {
  readonly records: number;
  readonly bytes: number;
}

/** Calls `onBatch` with the totals so far after each batch has been used, and once more at the end. */
export async function* batchRecords(
  records: AsyncIterable<RawRecord>,
  onBatch: (totals: BatchTotals) => void,
): AsyncGenerator<readonly RawRecord[]> {
  let batch: RawRecord[] = [];
  let batchBytes = 0;
  let totals: BatchTotals = { records: 0, bytes: 0 };
  for await (const record of records) {
    batch.push(record);
    const size = record.deflated?.size ?? record.bytes.length;
    batchBytes += size;
    totals = { records: totals.records + 1, bytes: totals.bytes + size };
    if (batch.length < BATCH_RECORDS && batchBytes < BATCH_BYTES) continue;
    yield batch;
    onBatch(totals);
    batch = [];
    batchBytes = 0;
  }
  if (batch.length > 0) yield batch;
  onBatch(totals);
}
