/**
 * ENTRY. `validate=strict`: validates a document against the official schema of its format and version. Parsing and validation
 * run in a thread, because both can be made to cost more than a request is allowed.
 */
import assert from 'node:assert/strict';
import type { ErrorDetail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { StrictRequest } from './check-strictly.ts';
import { runOnDocument, type ThreadRunner } from '../pool/thread-pool.ts';

/**
 * Returns the problems found, at most LIMITS.schemaErrorsMax; empty means valid. Transfers the bytes: the caller's array is empty
 * afterwards. The scanner has already accepted them, so invalid JSON was rejected before, with line and column.
 */
export async function validateStrictly(pool: ThreadRunner, request: StrictRequest): Promise<readonly ErrorDetail[]> {
  assert(request.bytes.byteLength <= LIMITS.strictBodyBytesMax, 'The size was checked before the document was read.');
  return await runOnDocument<readonly ErrorDetail[]>(pool, STRICT_THREAD, request);
}

const STRICT_THREAD = new URL('./strict-thread.ts', import.meta.url);
