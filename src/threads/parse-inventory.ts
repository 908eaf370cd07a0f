/**
 * ENTRY. The bytes of a stored document become an inventory. Parsing happens in a thread, because a document can be made to cost
 * more memory and time than one document may.
 */
import type { Inventory } from '../core/sbom/inventory.ts';
import { LIMITS } from '../core/limits.ts';
import { runOnDocument } from './document-job.ts';
import { SBOM_TOO_LARGE_TO_READ } from './errors.ts';
import type { ThreadPool } from './pool.ts';
import type { InventoryRequest } from './read-inventory.ts';

/** The bytes are given away: the caller's array is empty afterwards, unless it was a part of a larger one. */
export async function parseInventory(pool: ThreadPool, request: InventoryRequest): Promise<Inventory> {
  const size = request.bytes.byteLength;
  if (size > LIMITS.wholeParseBytesMax) throw SBOM_TOO_LARGE_TO_READ({ size, max: LIMITS.wholeParseBytesMax });
  return await runOnDocument<Inventory>(pool, PARSE_THREAD, request);
}

const PARSE_THREAD = new URL('./parse-thread.ts', import.meta.url);
