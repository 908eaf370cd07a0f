/**
 * A whole document as the job of a thread. The bytes go over without a copy, and a larger document gets more time; both are the
 * same for everything that is done with a document.
 */
import { LIMITS } from '../core/limits.ts';
import type { RunOptions, ThreadRunner } from './pool.ts';

/** The bytes are given away: the caller's array is empty afterwards. */
export async function runOnDocument<Answer, Part = unknown>(
  pool: ThreadRunner,
  entry: URL,
  request: { readonly bytes: Uint8Array },
  options: Pick<RunOptions<Part>, 'receive' | 'isAlone'> = {},
): Promise<Answer> {
  const size = request.bytes.byteLength;
  const bytes = toTransferable(request.bytes);
  return await pool.run<Answer, Part>(
    entry,
    { ...request, bytes },
    { bytes: size, transfer: [bytes.buffer], timeoutMs: timeoutFor(size), ...options },
  );
}

function timeoutFor(bytes: number): number {
  return LIMITS.threadBaseTimeMs + Math.ceil((bytes / LIMITS.threadBytesPerExtraSecond) * 1000);
}

/** A view of a larger buffer (small Buffers share one) would take its neighbors along, so it is copied. */
function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
