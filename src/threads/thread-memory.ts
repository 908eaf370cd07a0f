/**
 * Whether a value still fits into the memory of this thread, asked before it is parsed: when memory ends inside `JSON.parse`, no
 * limit of a thread saves the process.
 */
import { getHeapStatistics } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';
import { LIMITS } from '../core/limits.ts';
import { estimateHeapBytes, HEAP_BYTES_PER_BYTE_MAX } from './estimate-heap.ts';

export function threadMemoryMb(): number {
  return resourceLimits.maxOldGenerationSizeMb ?? LIMITS.threadMemoryMb;
}

/** For a whole document, which comes first and alone. */
export function fitsIntoThread(bytes: Uint8Array): boolean {
  return needsAtMost(bytes, threadMemoryMb() * MIB * HEAP_SHARE_OF_DOCUMENT);
}

/**
 * For one value of many, when others have left their traces. A small one always fits: a thread that reaches its limit gets a
 * little more, so that the garbage collector can finish, and is ended as soon as it is back in our own code.
 */
export function fitsBesideOthers(bytes: Uint8Array): boolean {
  if (needsAtMost(bytes, LEEWAY_BYTES)) return true;
  const free = threadMemoryMb() * MIB - getHeapStatistics().used_heap_size;
  return fitsIntoThread(bytes) && needsAtMost(bytes, free);
}

const MIB = 1024 * 1024;
/** The rest is for the program, its compiled schemas and what is made of the document. */
const HEAP_SHARE_OF_DOCUMENT = 0.6;
/** Half of what Node grants. */
const LEEWAY_BYTES = 8 * MIB;

function needsAtMost(bytes: Uint8Array, heapBytesMax: number): boolean {
  return bytes.length * HEAP_BYTES_PER_BYTE_MAX <= heapBytesMax || estimateHeapBytes(bytes) <= heapBytesMax;
}
