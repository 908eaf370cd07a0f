/** Collects the purl types of a document: `npm` for `pkg:npm/app@1.0`. Their number is limited. */
import { decodeKept, type CapturedText } from '../json/captured-text.ts';

const TYPES_MAX = 32;
const TYPE_BYTES_MAX = 32;
const SCHEME = Array.from('pkg:', (character) => character.charCodeAt(0));
const SLASH = 0x2f;
const LETTER_CASE = 0x20;
const TYPE = /^[a-z][a-z0-9.+-]*$/;

export class PackageTypes {
  private readonly found = new Set<string>();

  /** Accepts any text; a text that is not a purl is ignored. */
  add({ bytes, length }: CapturedText): void {
    if (this.found.size > TYPES_MAX || length <= SCHEME.length) return;
    if (!SCHEME.every((byte, i) => byte === bytes[i] || byte === ((bytes[i] ?? 0) | LETTER_CASE))) return;
    const kept = Math.min(length, bytes.length);
    let start = SCHEME.length;
    while (start < kept && bytes[start] === SLASH) start += 1;
    let end = start;
    while (end < kept && bytes[end] !== SLASH && end - start < TYPE_BYTES_MAX) end += 1;
    if (end === kept || bytes[end] !== SLASH) return;
    const type = decodeKept(bytes, start, end).toLowerCase();
    if (TYPE.test(type)) this.found.add(type);
  }

  /** Sorted; undefined if there are too many types. */
  list(): readonly string[] | undefined {
    return this.found.size > TYPES_MAX ? undefined : [...this.found].toSorted();
  }
}
