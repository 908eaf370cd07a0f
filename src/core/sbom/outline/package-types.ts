/** The types of the purls that a document lists: `npm` of `pkg:npm/app@1.0`. Few of them, whatever the document holds. */
import { decodeKept, type CapturedText } from '../json/captured-text.ts';

const TYPES_MAX = 32;
const TYPE_BYTES_MAX = 32;
const SCHEME = Array.from('pkg:', (character) => character.charCodeAt(0));
const SLASH = 0x2f;
const LETTER_CASE = 0x20;
const TYPE = /^[a-z][a-z0-9.+-]*$/;

export class PackageTypes {
  private readonly found = new Set<string>();

  /** Any text may come: what is no purl has no type. */
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

  /** Sorted; undefined when there are too many to say anything. */
  list(): readonly string[] | undefined {
    return this.found.size > TYPES_MAX ? undefined : [...this.found].toSorted();
  }
}
