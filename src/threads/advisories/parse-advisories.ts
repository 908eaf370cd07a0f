/** ENTRY. Parses raw advisory records in a thread: feeds are untrusted, and tens of thousands of records take seconds. */
import { LIMITS } from '../../core/limits.ts';
import type { ThreadRunner } from '../pool/thread-pool.ts';
import type { RecordsRequest, StagedBatch } from './advisory-thread.ts';

const ADVISORY_THREAD = new URL('./advisory-thread.ts', import.meta.url);

export async function parseAdvisories(pool: ThreadRunner, request: RecordsRequest): Promise<StagedBatch> {
  const bytes = request.records.reduce((sum, record) => sum + (record.deflated?.size ?? record.bytes.byteLength), 0);
  return await pool.run<StagedBatch>(ADVISORY_THREAD, request, { bytes, timeoutMs: LIMITS.threadBaseTimeMs });
}
