/**
 * ENTRY. Converts the bytes of a stored document into the parts of an inventory. Runs in a thread, because a crafted document can
 * cost more memory and time than a single document is allowed.
 */
import { runOnDocument, type ThreadPool, type ThreadRunner } from '../pool/thread-pool.ts';
import type { InventoryPart } from './inventory-parts.ts';
import type { PartVerdict } from '../pool/job-reply.ts';
import type { LockfileRequest } from './lockfile-thread.ts';
import type { PartsRequest } from './parse-thread.ts';

export type ReceivePart = (part: InventoryPart) => Promise<PartVerdict>;

/**
 * Emits the summary first, then the components in batches. Transfers the bytes: the caller's array is empty afterwards, unless it
 * was a view of a larger one.
 */
export async function parseInventory(
  pool: ThreadRunner,
  request: PartsRequest | LockfileRequest,
  receive: ReceivePart,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<void> {
  const thread = 'lockfile' in request ? LOCKFILE_THREAD : PARSE_THREAD;
  await runOnDocument<undefined, InventoryPart>(pool, thread, request, { receive, isAlone });
}

const PARSE_THREAD = new URL('./parse-thread.ts', import.meta.url);
const LOCKFILE_THREAD = new URL('./lockfile-thread.ts', import.meta.url);

/** Starts a thread for an SBOM that is still being read. */
export function prepareParsing(pool: ThreadPool): void {
  pool.prepare(PARSE_THREAD);
}

interface StartedParsing {
  /** Settles with the first part, or rejects if the document cannot be parsed. */
  readonly first: Promise<void>;
  /** Passes on the parts, including those that the thread has built already. */
  readonly finish: (receive: ReceivePart) => Promise<void>;
  /** Drops the parts. Does nothing after `finish`. */
  readonly cancel: () => void;
}

/** Starts to parse before the receiver exists. The thread waits for it with two parts at most. */
export function startParsing(pool: ThreadRunner, request: PartsRequest | LockfileRequest): StartedParsing {
  const receiver = Promise.withResolvers<ReceivePart>();
  const first = Promise.withResolvers<void>();
  const parsed = parseInventory(pool, request, async (part) => {
    first.resolve();
    return await (
      await receiver.promise
    )(part);
  });
  // Thrown by `finish`, and by `first` if the caller waits for it.
  parsed.catch(first.reject);
  first.promise.catch(() => {});
  return {
    first: first.promise,
    finish: async (receive) => {
      receiver.resolve(receive);
      await parsed;
    },
    cancel: () => receiver.resolve(async () => await Promise.resolve('stop')),
  };
}
