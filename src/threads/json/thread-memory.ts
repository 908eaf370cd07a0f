/**
 * Checks the remaining memory of this thread before a large allocation: if memory runs out inside `JSON.parse` or in a growing
 * `Map`, no thread limit saves the process. Node grants a thread that reaches its limit 16 MiB more, once, so that it returns to
 * its own code, where it can be ended; an allocation beyond that aborts the process.
 */
import { isAscii } from 'node:buffer';
import { getHeapStatistics } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';
import { LIMITS } from '../../core/limits.ts';
import { BACKSLASH, COLON, COMMA, endOfString, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../../core/sbom/json/bytes.ts';
import { THREAD_OUT_OF_MEMORY } from '../errors.ts';

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
  globalThis.gc?.();
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

/** Cheap upper bounds first: the last one looks at every string. */
function needsAtMost(bytes: Uint8Array, heapBytesMax: number): boolean {
  return (
    bytes.length * HEAP_BYTES_PER_BYTE_MAX <= heapBytesMax ||
    boundHeapBytes(bytes) <= heapBytesMax ||
    estimateHeapBytes(bytes) <= heapBytesMax
  );
}

/**
 * Estimates how much heap a JSON document needs once it is parsed. This is necessary because a thread that runs out of memory
 * *inside* `JSON.parse` takes the whole process with it: the parser allocates without checking whether its thread was stopped, so
 * `resourceLimits` cannot end it, and 16 MB of `[],[],` under a limit of 64 MB abort Node. So the size is estimated before
 * parsing.
 *
 * The figures are upper bounds in bytes, measured on Node 24 (64-bit) with documents built to be as expensive as possible: nested
 * empty arrays (54 each), objects with always new names or always new orders of the same names (184 for the first member, up to
 * 110 for each further one including its name), numbers that are not integers. Real SBOMs need a third to a half of that.
 */
const OBJECT = 130;
const ARRAY = 56;
const MEMBER = 80;
const STRING = 40;
const ELEMENT = 24;

/**
 * The maximum per byte: the start of an object, in a text with two bytes per character. Even the worst JSON needs less than half.
 */
const HEAP_BYTES_PER_BYTE_MAX: number = OBJECT + 2;

/**
 * An upper bound of `estimateHeapBytes` at a fraction of its cost, which accepts nearly every real document: bytes inside of strings
 * count like those outside.
 */
export function boundHeapBytes(document: Uint8Array): number {
  // The last string of a text that is cut off has one quote.
  let cost = STRING;
  if (document.length === 0) return cost;
  pairCosts ??= toPairCosts();
  const costs = pairCosts;
  // Two bytes at once take half the time. A pair begins at an even address, so a byte before or after all pairs may be left.
  const start = document.byteOffset % 2;
  const pairs = new Uint16Array(
    document.buffer,
    document.byteOffset + start,
    Math.max(0, document.length - start) >> 1,
  );
  if (start === 1) cost += BYTE_COSTS[document[0] ?? 0] ?? 0;
  if (start + pairs.length * 2 < document.length) cost += BYTE_COSTS[document.at(-1) ?? 0] ?? 0;
  for (let block = 0; block < pairs.length; block += BOUND_BLOCK) {
    const end = Math.min(block + BOUND_BLOCK, pairs.length);
    // Stays below 2^31, where V8 adds without conversions.
    let blockCost = 0;
    for (let at = block; at < end; at += 1) blockCost += costs[pairs[at] ?? 0] ?? 0;
    cost += blockCost;
  }
  const hasEscape = Buffer.from(document.buffer, document.byteOffset, document.byteLength).includes('\\u');
  return cost + document.length * (isAscii(document) && !hasEscape ? 2 : 4);
}

const BOUND_BLOCK = 1024 * 1024;
const BYTE_COSTS: Uint8Array = new Uint8Array(256);
BYTE_COSTS[OPEN_BRACE] = OBJECT;
BYTE_COSTS[OPEN_BRACKET] = ARRAY;
BYTE_COSTS[COLON] = MEMBER;
BYTE_COSTS[COMMA] = ELEMENT;
BYTE_COSTS[QUOTE] = STRING / 2;

/** The order of the two bytes does not matter. Made for the first large document, because most threads never see one. */
let pairCosts: Uint16Array | undefined;

function toPairCosts(): Uint16Array {
  return Uint16Array.from(
    { length: 256 * 256 },
    (_, pair) => (BYTE_COSTS[pair % 256] ?? 0) + (BYTE_COSTS[pair >> 8] ?? 0),
  );
}

/** Safe for any bytes: invalid JSON also gets an estimate, and is rejected by the parser. */
export function estimateHeapBytes(document: Uint8Array): number {
  let cost = 0;
  let wideText = false;
  for (let at = 0; at < document.length; at += 1) {
    switch (document[at]) {
      case QUOTE: {
        const end = endOfString(document, at + 1);
        const wide = isWide(document, at + 1, end);
        cost += STRING + (end - at) * (wide === 'no' ? 1 : 2);
        if (wide === 'raw') wideText = true;
        at = end;
        break;
      }
      case OPEN_BRACE:
        cost += OBJECT;
        break;
      case OPEN_BRACKET:
        cost += ARRAY;
        break;
      case COLON:
        cost += MEMBER;
        break;
      case COMMA:
        cost += ELEMENT;
        break;
      default:
    }
  }
  // The decoded text is in memory together with the values while it is parsed.
  return cost + document.length * (wideText ? 2 : 1);
}

const LETTER_U = 0x75;
/** From this byte on, UTF-8 encodes U+0100 and above, which does not fit into one byte per character. */
const FIRST_WIDE_BYTE = 0xc4;

/** One wide character makes the whole string two bytes per character; an escaped one does so without making the text wide. */
function isWide(document: Uint8Array, start: number, end: number): 'no' | 'raw' | 'escaped' {
  let escaped = false;
  for (let at = start; at < end; at += 1) {
    const byte = document[at] ?? 0;
    if (byte >= FIRST_WIDE_BYTE) return 'raw';
    if (byte === BACKSLASH) {
      at += 1;
      if (document[at] === LETTER_U) escaped = true;
    }
  }
  return escaped ? 'escaped' : 'no';
}
