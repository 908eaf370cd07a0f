/**
 * ENTRY. The bytes of a stored document become the parts of an inventory. Parsing happens in a thread, because a document can be
 * made to cost more memory and time than one document may.
 */
import { runOnDocument } from './document-job.ts';
import type { InventoryPart } from './inventory-parts.ts';
import type { PartVerdict } from './job-reply.ts';
import type { PartsRequest } from './parse-thread.ts';
import type { ThreadRunner } from './pool.ts';

/**
 * The summary comes first, then the components in batches. The bytes are given away: the caller's array is empty afterwards,
 * unless it was a part of a larger one.
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
