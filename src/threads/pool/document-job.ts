/** Runs a thread job on a whole document. The bytes are transferred without a copy, and larger documents get more time. */
import { LIMITS } from '../../core/limits.ts';
import type { RunOptions, ThreadRunner } from './thread-pool.ts';

/** Transfers the bytes: the caller's array is empty afterwards. */
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

/** A view of a larger buffer is copied, because small Buffers share one, which would be transferred as a whole. */
function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
