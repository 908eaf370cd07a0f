/**
 * The unescaped text of one string while it is read: its first bytes, its length and a hash of all of it. Names are compared and
 * markers are read from here, so that no JavaScript string is built for millions of strings that are not needed.
 *
 * The bytes are UTF-8, except that a lone surrogate, which JSON can express as an escape, is kept as three bytes that valid UTF-8
 * never contains. Equal bytes therefore mean equal strings for `JSON.parse`, however they were escaped.
 */
import { NOT_ASCII, PLAIN } from './bytes.ts';

/** FNV-1a. */
export const HASH_START: number = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, HASH_PRIME);
}

/** Kept bytes of a text. The longest marker that is compared, an SPDX 3 type as an IRI, has about 70 bytes. */
export const KEPT_BYTES_MAX = 128;

export class CapturedText {
  readonly bytes: Uint8Array = new Uint8Array(KEPT_BYTES_MAX);
  /** Length of the whole text in bytes; larger than `KEPT_BYTES_MAX` if the end was not kept. */
  length = 0;
  /** Number of a known name, for comparison (see `known-names.ts`); -1 for any other text. */
  known = -1;
  /** FNV-1a over all bytes. */
  hash: number = HASH_START;
  /** A second, different hash over the bytes that were not kept. */
  tailHash = 0;
  private waitingHighSurrogate = 0;

  get isWhole(): boolean {
    return this.length <= KEPT_BYTES_MAX;
  }

  clear(): void {
    this.length = 0;
    this.hash = HASH_START;
    this.tailHash = 0;
    this.waitingHighSurrogate = 0;
  }

  /** Adds the literal bytes from `from` up to the first other byte; returns the index of that byte. */
  addPlainRun(chunk: Uint8Array, from: number): number {
    const end = chunk.length;
    if (from === end || PLAIN[chunk[from] ?? 0] === 0) return from;

    this.finish();
    const { bytes } = this;
    let { hash, length } = this;
    let i = from;
    while (i < end) {
      const byte = chunk[i] ?? 0;
      if (PLAIN[byte] === 0) break;
      hash = hashByte(hash, byte);
      if (length < KEPT_BYTES_MAX) bytes[length] = byte;
      else this.tailHash = Math.imul(this.tailHash + byte, TAIL_FACTOR);
      length += 1;
      i += 1;
    }
    this.hash = hash;
    this.length = length;
    return i;
  }

  addByte(byte: number): void {
    this.finish();
    this.append(byte);
  }

  /** Adds the code unit of an escape. The two halves of a surrogate pair are joined to one character. */
  addCodeUnit(unit: number): void {
    const high = this.waitingHighSurrogate;
    if (high !== 0 && unit >= 0xdc00 && unit <= 0xdfff) {
      this.waitingHighSurrogate = 0;
      this.appendCodePoint(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
      return;
    }
    this.finish();
    if (unit >= 0xd800 && unit <= 0xdbff) this.waitingHighSurrogate = unit;
    else this.appendCodePoint(unit);
  }

  /** Must be called at the end of the string: a pending high surrogate is a lone one. */
  finish(): void {
    if (this.waitingHighSurrogate === 0) return;
    const unit = this.waitingHighSurrogate;
    this.waitingHighSurrogate = 0;
    this.appendCodePoint(unit);
  }

  /** A copy of a whole text that stays as it is. */
  toKnown(known: number): CapturedText {
    const copy = new CapturedText();
    copy.bytes.set(this.bytes.subarray(0, this.length));
    copy.length = this.length;
    copy.hash = this.hash;
    copy.known = known;
    return copy;
  }

  /** The kept text; a longer one is truncated. */
  decode(): string {
    return decodeKept(this.bytes, 0, Math.min(this.length, KEPT_BYTES_MAX));
  }

  private appendCodePoint(point: number): void {
    if (point < NOT_ASCII) return this.append(point);
    if (point < 0x800) this.append(0xc0 | (point >> 6));
    else {
      if (point < 0x10000) this.append(0xe0 | (point >> 12));
      else {
        this.append(0xf0 | (point >> 18));
        this.append(0x80 | ((point >> 12) & 0x3f));
      }
      this.append(0x80 | ((point >> 6) & 0x3f));
    }
    this.append(0x80 | (point & 0x3f));
  }

  private append(byte: number): void {
    this.hash = hashByte(this.hash, byte);
    if (this.length < KEPT_BYTES_MAX) this.bytes[this.length] = byte;
    else this.tailHash = Math.imul(this.tailHash + byte, TAIL_FACTOR);
    this.length += 1;
  }
}

/** Captures `text` as if it had been read from a document, for lookups by hash and length. */
export function capture(text: string): CapturedText {
  const captured = new CapturedText();
  for (let i = 0; i < text.length; i += 1) captured.addCodeUnit(text.charCodeAt(i));
  captured.finish();
  return captured;
}

/** Decodes kept bytes. A truncated character at the end is omitted, a lone surrogate becomes U+FFFD. */
export function decodeKept(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  let i = from;
  while (i < to) {
    const lead = bytes[i] ?? 0;
    const size = sizeOf(lead);
    if (i + size > to) break;
    let point = size === 1 ? lead : lead & (0x7f >> size);
    for (let k = 1; k < size; k += 1) point = (point << 6) | ((bytes[i + k] ?? 0) & 0x3f);
    text += point >= 0xd800 && point <= 0xdfff ? '\ufffd' : String.fromCodePoint(point);
    i += size;
  }
  return text;
}

const TAIL_FACTOR = 0x5bd1e995;

function sizeOf(lead: number): number {
  if (lead < NOT_ASCII) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
