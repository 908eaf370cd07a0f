/** Ids of stored things, which sort in creation order, and ids of things that are not stored. RFC 9562. */
import { randomFillSync, createHash } from 'node:crypto';

const COUNTER_MAX = 0xfff;
const bytes = Buffer.alloc(16);
let lastMs = 0;
let counter = 0;

/**
 * UUIDv7: 48 bits of milliseconds, a counter that starts at a random value in every millisecond, so that the ids of one process
 * sort in creation order, then random bits.
 */
export function newId(nowMs: number = Date.now()): string {
  randomFillSync(bytes);
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = bytes.readUInt16BE(6) & 0x7ff;
  } else {
    // The clock stood still or went back: continue from the last id, and borrow a millisecond when the counter is exhausted.
    counter += 1;
    if (counter > COUNTER_MAX) {
      lastMs += 1;
      counter = 0;
    }
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  return toUuid(bytes);
}

/** The smallest UUIDv7 of a millisecond, to find the rows made before or after it by their id. */
export function firstIdOf(ms: number): string {
  const first = Buffer.alloc(16);
  first.writeUIntBE(Math.max(0, ms), 0, 6);
  first[6] = 0x70;
  return toUuid(first);
}

/**
 * Ids of things that are not stored, derived from their content, so that equal things have the same id in every response. UUIDv8
 * (RFC 9562): the first bits of a SHA-256.
 */
export function toContentId(parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\u001f')).digest().subarray(0, 16);
  hash[6] = 0x80 | ((hash[6] ?? 0) & 0x0f);
  return toUuid(hash);
}

/** Sets the variant. The version is in the bytes already. */
function toUuid(given: Buffer): string {
  given[8] = 0x80 | ((given[8] ?? 0) & 0x3f);
  const hex = given.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
