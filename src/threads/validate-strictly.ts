/**
 * ENTRY. `validate=strict`: is the document what the official schema of its format and version asks for? Parsing and checking
 * happen in a thread, because both can be made to cost more than a request may.
 */
import assert from 'node:assert/strict';
import type { ErrorDetail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { StrictRequest } from './check-strictly.ts';
import type { ThreadPool } from './pool.ts';

/**
 * The problems found, at most LIMITS.schemaErrorsMax; empty means valid. The bytes are given away: the caller's array is empty
 * afterwards. The scanner has been over them before, so what is no JSON at all has been refused with line and column.
 */
export async function validateStrictly(pool: ThreadPool, request: StrictRequest): Promise<readonly ErrorDetail[]> {
  const size = request.bytes.byteLength;
  assert(size <= LIMITS.strictBodyBytesMax, 'The size was checked before the document was read.');
  const bytes = toTransferable(request.bytes);
  return await pool.run<readonly ErrorDetail[]>(
    STRICT_THREAD,
    { ...request, bytes },
    { bytes: size, transfer: [bytes.buffer], timeoutMs: timeoutFor(size) },
  );
}

const STRICT_THREAD = new URL('./strict-thread.ts', import.meta.url);

function timeoutFor(bytes: number): number {
  return LIMITS.threadBaseTimeMs + Math.ceil((bytes / LIMITS.threadBytesPerExtraSecond) * 1000);
}

/** A view of a larger buffer (small Buffers share one) would take its neighbors along, so it is copied. */
function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
