/** ENTRY. Parses raw advisory records in a thread: feeds are untrusted, and tens of thousands of records take seconds. */
import { LIMITS } from '../../core/limits.ts';
import type { ThreadRunner } from '../pool/thread-pool.ts';
import type { RecordsRequest, StagedBatch } from './advisory-thread.ts';
import { MEMBER_BYTES, writeMember, type PackedSize } from './packed-record.ts';

const ADVISORY_THREAD = new URL('./advisory-thread.ts', import.meta.url);

interface AdvisoriesRequest extends Pick<RecordsRequest, 'place' | 'modifiedMax'> {
  readonly records: readonly {
    readonly id: string;
    readonly bytes: Uint8Array;
    readonly deflated?: PackedSize | undefined;
  }[];
}

export async function parseAdvisories(
  pool: ThreadRunner,
  { records, place, modifiedMax }: AdvisoriesRequest,
): Promise<StagedBatch> {
  // One buffer that changes hands: an array for each record would be allocated and freed on both sides.
  const bytes = new Uint8Array(
    records.reduce(
      (sum, { bytes: { length }, deflated }) => sum + length + (deflated === undefined ? 0 : MEMBER_BYTES),
      0,
    ),
  );
  let size = 0;
  let end = 0;
  const packed = records.map(({ id, bytes: ofRecord, deflated }) => {
    size += deflated?.size ?? ofRecord.length;
    if (deflated === undefined) {
      bytes.set(ofRecord, end);
      end += ofRecord.length;
      return { id, end };
    }
    end = writeMember(bytes, end, ofRecord, deflated);
    return { id, end, size: deflated.size, crc32: deflated.crc32 };
  });
  return await pool.run<StagedBatch>(
    ADVISORY_THREAD,
    { place, modifiedMax, bytes, records: packed } satisfies RecordsRequest,
    { bytes: size, transfer: [bytes.buffer], timeoutMs: LIMITS.threadBaseTimeMs },
  );
}
