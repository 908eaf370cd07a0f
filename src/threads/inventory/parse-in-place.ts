/**
 * Parses a small document without a thread of the pool, which would first load the code of the parser a second time. So nothing limits
 * the time and the memory: this is for commands, whose user has chosen the document, and for documents that need little of either.
 */
import { AssayError } from '../../core/errors.ts';
import { THREAD_CRASHED } from '../errors.ts';
import { parseInventoryBytes, splitInventory, type InventoryPart } from './inventory-parts.ts';
import type { PartsRequest } from './parse-thread.ts';

export function parseInPlace({ distroOverride, image, ...request }: PartsRequest): readonly InventoryPart[] {
  // The parser releases the memory of the bytes, which small Buffers share with each other.
  const bytes = new Uint8Array(request.bytes);
  try {
    const { summary, toBatches } = splitInventory(parseInventoryBytes({ ...request, bytes }), {
      distroOverride,
      image,
    });
    return [summary, ...toBatches()];
  } catch (error) {
    // As in a thread: the message of an error in the parser itself may quote the document.
    throw error instanceof AssayError ? error : THREAD_CRASHED();
  }
}
