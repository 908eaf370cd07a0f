/**
 * The first names of a document, up to 256 that differ: nearly all members of an SBOM have one of about forty names. A known name
 * is found from its bytes in the chunk, without capturing it, and has a number by which it is compared.
 */
import { PLAIN, QUOTE } from './bytes.ts';
import { capture, type CapturedText, hashByte, HASH_START } from './captured-text.ts';

/** A number fits into a byte. */
export const KNOWN_NAMES_MAX = 256;
const NAME_BYTES_MAX = 64;
/** Several times the number of names, so that most are in their first slot. */
const SLOTS = 1024;
/** Bounds the search if a document has names with prepared hashes. A name without a free slot is never known. */
const PROBES = 8;
/** Also the number of the empty name, which needs no slot. */
const FREE = 0;

export class KnownNames {
  /** The name that `find` found last. */
  found: CapturedText = capture('').toKnown(FREE);
  private readonly names: CapturedText[] = [this.found];
  /** By the number of a name: the name that came after it. */
  private readonly following: CapturedText[] = [this.found];
  private readonly slots = new Uint8Array(SLOTS).fill(FREE);

  /**
   * Looks for a known name at `from`, just after its opening quote. Returns the index after its closing quote; 0 if the name is
   * not known, has an escape, or does not end in this chunk.
   */
  find(chunk: Uint8Array, from: number): number {
    // Members mostly have the order of the object before.
    const expected = this.following[this.found.known] ?? this.found;
    const end = from + expected.length;
    if (end < chunk.length && chunk[end] === QUOTE && isAt(chunk, from, expected)) {
      this.found = expected;
      return end + 1;
    }
    return this.search(chunk, from);
  }

  /** Returns the known name that equals a captured one, after adding it if there is space; otherwise the captured one. */
  know(captured: CapturedText): CapturedText {
    const { bytes, hash, length } = captured;
    if (length > NAME_BYTES_MAX) return captured;
    const slot = this.slotOf(hash, length, bytes, 0);
    if (slot === -1) return captured;
    const known = this.nameIn(slot);
    if (known.length === length) return known;
    const number = this.names.length;
    if (number === KNOWN_NAMES_MAX) return captured;
    const added = captured.toKnown(number);
    this.slots[slot] = number;
    this.names.push(added);
    this.following.push(added);
    return added;
  }

  private search(chunk: Uint8Array, from: number): number {
    const end = Math.min(chunk.length, from + NAME_BYTES_MAX + 1);
    let hash = HASH_START;
    let i = from;
    while (i < end && PLAIN[chunk[i] ?? 0] === 1) {
      hash = hashByte(hash, chunk[i] ?? 0);
      i += 1;
    }
    if (i === end || chunk[i] !== QUOTE) return 0;
    const slot = this.slotOf(hash, i - from, chunk, from);
    if (slot === -1) return 0;
    const name = this.nameIn(slot);
    if (name.length !== i - from) return 0;
    this.following[this.found.known] = name;
    this.found = name;
    return i + 1;
  }

  /** The slot of the name with these bytes, or a free one for it, which has the empty name; -1 if there is neither. */
  private slotOf(hash: number, length: number, bytes: Uint8Array, start: number): number {
    for (let probe = 0; probe < PROBES; probe += 1) {
      const slot = (hash + probe) & (SLOTS - 1);
      if (this.slots[slot] === FREE) return slot;
      const name = this.nameIn(slot);
      if (name.hash === hash && name.length === length && isAt(bytes, start, name)) return slot;
    }
    return -1;
  }

  private nameIn(slot: number): CapturedText {
    return this.names[this.slots[slot] ?? FREE] ?? this.found;
  }
}

function isAt(bytes: Uint8Array, start: number, { bytes: known, length }: CapturedText): boolean {
  for (let i = 0; i < length; i += 1) {
    if (bytes[start + i] !== known[i]) return false;
  }
  return true;
}
