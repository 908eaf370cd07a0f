/**
 * ENTRY. Converts the bytes of a stored document into the parts of an inventory. Runs in a thread, because a crafted document can
 * cost more memory and time than a single document is allowed.
 */
import { runOnDocument, type ThreadRunner } from '../pool/thread-pool.ts';
import type { InventoryPart } from './inventory-parts.ts';
import type { PartVerdict } from '../pool/job-reply.ts';
import type { PartsRequest } from './parse-thread.ts';

export type ReceivePart = (part: InventoryPart) => Promise<PartVerdict>;

/**
 * Emits the summary first, then the components in batches. Transfers the bytes: the caller's array is empty afterwards, unless it
 * was a view of a larger one.
 */
export async function parseInventory(
  pool: ThreadRunner,
  request: PartsRequest,
  receive: ReceivePart,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<void> {
  await runOnDocument<undefined, InventoryPart>(pool, PARSE_THREAD, request, { receive, isAlone });
}

const PARSE_THREAD = new URL('./parse-thread.ts', import.meta.url);

interface StartedParsing {
  /** Passes on the parts, including those that the thread has built already. */
  readonly finish: (receive: ReceivePart) => Promise<void>;
  /** Drops the parts. Does nothing after `finish`. */
  readonly cancel: () => void;
}

/** Starts to parse before the receiver exists. The thread waits for it with two parts at most. */
export function startParsing(pool: ThreadRunner, request: PartsRequest): StartedParsing {
  const receiver = Promise.withResolvers<ReceivePart>();
  const parsed = parseInventory(pool, request, async (part) => await (await receiver.promise)(part));
  // Thrown by `finish`.
  parsed.catch(() => {});
  return {
    finish: async (receive) => {
      receiver.resolve(receive);
      await parsed;
    },
    cancel: () => receiver.resolve(async () => await Promise.resolve('stop')),
  };
}
