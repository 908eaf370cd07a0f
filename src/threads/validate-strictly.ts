/**
 * ENTRY. `validate=strict`: is the document what the official schema of its format and version asks for? Parsing and checking
 * happen in a thread, because both can be made to cost more than a request may.
 */
import assert from 'node:assert/strict';
import type { ErrorDetail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { StrictRequest } from './check-strictly.ts';
import { runOnDocument } from './document-job.ts';
import type { ThreadRunner } from './pool.ts';

/**
 * The problems found, at most LIMITS.schemaErrorsMax; empty means valid. The bytes are given away: the caller's array is empty
 * afterwards. The scanner has been over them before, so what is no JSON at all has been refused with line and column.
 */
export async function validateStrictly(pool: ThreadRunner, request: StrictRequest): Promise<readonly ErrorDetail[]> {
  assert(request.bytes.byteLength <= LIMITS.strictBodyBytesMax, 'The size was checked before the document was read.');
  return await runOnDocument<readonly ErrorDetail[]>(pool, STRICT_THREAD, request);
}

const STRICT_THREAD = new URL('./strict-thread.ts', import.meta.url);
