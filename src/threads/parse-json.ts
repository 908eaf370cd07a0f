/**
 * Bytes to a JSON value, inside a thread: strict UTF-8, a BOM skipped, and never more heap than the thread has. What cannot be
 * read is a value; only a document too heavy for the thread is an error, the same one as when memory runs out later.
 */
import { resourceLimits } from 'node:worker_threads';
import { LIMITS } from '../core/limits.ts';
import { THREAD_OUT_OF_MEMORY } from './errors.ts';
import { estimateHeapBytes } from './estimate-heap.ts';

export type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly problem: string };

export function parseJson(bytes: Uint8Array): ParsedJson {
  const memoryMb = resourceLimits.maxOldGenerationSizeMb ?? LIMITS.threadMemoryMb;
  const heapBytesMax = memoryMb * 1024 * 1024 * HEAP_SHARE_OF_DOCUMENT;
  if (estimateHeapBytes(bytes) > heapBytesMax) throw THREAD_OUT_OF_MEMORY({ memoryMb });

  const text = decode(bytes);
  if (text === undefined) return { kind: 'unreadable', problem: 'The document is not UTF-8.' };
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    // The message of the SyntaxError quotes the document.
    return { kind: 'unreadable', problem: 'The document is not JSON.' };
  }
}

/** The rest is for the program, its compiled schemas and what is made of the document. */
const HEAP_SHARE_OF_DOCUMENT = 0.6;

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
