/**
 * Checks the remaining memory of this thread before a large allocation: if memory runs out inside `JSON.parse` or in a growing
 * `Map`, no thread limit saves the process. Node grants a thread that reaches its limit 16 MiB more, once, so that it returns to
 * its own code, where it can be ended; an allocation beyond that aborts the process.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { resourceLimits } from 'node:worker_threads';
import { LIMITS } from '../../core/limits.ts';
import { THREAD_OUT_OF_MEMORY } from '../errors.ts';
import { estimateHeapBytes, HEAP_BYTES_PER_BYTE_MAX } from './estimate-heap.ts';

export function threadMemoryMb(): number {
  return resourceLimits.maxOldGenerationSizeMb ?? LIMITS.threadMemoryMb;
}

/** For a whole document, which is parsed first and alone. */
export function fitsIntoThread(bytes: Uint8Array): boolean {
  return needsAtMost(bytes, threadMemoryMb() * MIB * HEAP_SHARE_OF_DOCUMENT);
}

/** For one value of many, after others have used memory. A small one fits into the memory that Node grants. */
export function fitsInRemainingMemory(bytes: Uint8Array): boolean {
  if (needsAtMost(bytes, LEEWAY_BYTES)) return true;
  const free = threadMemoryMb() * MIB - getHeapStatistics().used_heap_size;
  return fitsIntoThread(bytes) && needsAtMost(bytes, free);
}

/**
 * To be called often while values are parsed one after the other. Leaves half of the memory free: the inventory is later
 * converted into a set of components, which takes as much again, and the largest possible `Map` needs 450 MiB in addition to
 * itself when it grows for the last time. Garbage does not count.
 */
export function refuseWhenHalfFull(): void {
  const memoryBytes = threadMemoryMb() * MIB;
  const half = memoryBytes / 2;
  if (getHeapStatistics().used_heap_size < Math.max(half, heldBytes + memoryBytes * GARBAGE_SHARE)) return;
  collectGarbage();
  heldBytes = getHeapStatistics().used_heap_size;
  if (heldBytes > half) throw THREAD_OUT_OF_MEMORY({ memoryMb: threadMemoryMb() });
}

const MIB = 1024 * 1024;
/** The rest is for the program, its compiled schemas and the results. */
const HEAP_SHARE_OF_DOCUMENT = 0.6;
/** Half of what Node grants. */
const LEEWAY_BYTES = 8 * MIB;
/** A collection takes up to a second, so it runs only after this much may have become free. */
const GARBAGE_SHARE = 0.1;

/** Measured after the latest collection; a value from an earlier document only delays the next collection a little. */
let heldBytes = 0;
let collect: (() => void) | undefined;

/** The garbage collector is not part of the language: V8 exposes it to a context created while this flag is set. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}

function needsAtMost(bytes: Uint8Array, heapBytesMax: number): boolean {
  return bytes.length * HEAP_BYTES_PER_BYTE_MAX <= heapBytesMax || estimateHeapBytes(bytes) <= heapBytesMax;
}
