/**
 * ENTRY. Converts the bytes of a stored document into the parts of an inventory. Runs in a thread, because a crafted document can
 * cost more memory and time than a single document is allowed.
 */
import { runOnDocument, type ThreadRunner } from '../pool/thread-pool.ts';
import type { InventoryPart } from './inventory-parts.ts';
import type { PartVerdict } from '../pool/job-reply.ts';
import type { PartsRequest } from './parse-thread.ts';

/**
 * Emits the summary first, then the components in batches. Transfers the bytes: the caller's array is empty afterwards, unless it
 * was a view of a larger one.
 */
export async function parseInventory(
  pool: ThreadRunner,
  request: PartsRequest,
  receive: (part: InventoryPart) => Promise<PartVerdict>,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<void> {
  await runOnDocument<undefined, InventoryPart>(pool, PARSE_THREAD, request, { receive, isAlone });
}

const PARSE_THREAD = new URL('./parse-thread.ts', import.meta.url);
