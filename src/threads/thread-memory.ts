/**
 * How much of the memory of this thread is left, asked before something large is made: when memory ends inside of `JSON.parse`
 * or inside of a `Map` that grows, no limit of a thread saves the process. Node grants a thread that reaches its limit 16 MiB
 * more, once, so that it gets back into our own code, where it can be ended; one allocation beyond that aborts everything.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { resourceLimits } from 'node:worker_threads';
import { LIMITS } from '../core/limits.ts';
import { THREAD_OUT_OF_MEMORY } from './errors.ts';
import { estimateHeapBytes, HEAP_BYTES_PER_BYTE_MAX } from './estimate-heap.ts';

export function threadMemoryMb(): number {
  return resourceLimits.maxOldGenerationSizeMb ?? LIMITS.threadMemoryMb;
}

/** For a whole document, which comes first and alone. */
export function fitsIntoThread(bytes: Uint8Array): boolean {
  return needsAtMost(bytes, threadMemoryMb() * MIB * HEAP_SHARE_OF_DOCUMENT);
}

/** For one value of many, when others have left their traces. A small one fits into what Node grants. */
export function fitsBesideOthers(bytes: Uint8Array): boolean {
  if (needsAtMost(bytes, LEEWAY_BYTES)) return true;
  const free = threadMemoryMb() * MIB - getHeapStatistics().used_heap_size;
  return fitsIntoThread(bytes) && needsAtMost(bytes, free);
}

/**
 * To be called often while something is made of values that are parsed one after the other. It leaves half of the memory free:
 * the inventory is turned into a set of components later, which takes as much again, and the largest `Map` there can be needs
 * 450 MiB beside itself when it grows for the last time. What nobody holds any more does not count.
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
/** The rest is for the program, its compiled schemas and what is made of the document. */
const HEAP_SHARE_OF_DOCUMENT = 0.6;
/** Half of what Node grants. */
const LEEWAY_BYTES = 8 * MIB;
/** A collection takes up to a second, so there is none until this much may have become free. */
const GARBAGE_SHARE = 0.1;

/** After the latest collection; that of an earlier document only delays the next one a little. */
let heldBytes = 0;
let collect: (() => void) | undefined;

/** The collector is no part of the language: V8 shows it to a context that is made while this flag is set. */
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
