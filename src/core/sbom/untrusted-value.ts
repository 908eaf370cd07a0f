/**
 * Access to values of an untrusted document: members are read by name and checked, never merged into our own objects, and a
 * member of an unexpected type counts as absent.
 */
import { memberIn } from '../json/members.ts';

/** A string, or a list of strings; otherwise `undefined`. */
export function toStrings(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const strings = list.filter((each) => typeof each === 'string');
  return strings.length === list.length ? strings : undefined;
}

/** Elements of a list that may be very long: an array, or a list whose elements are parsed on demand. */
export interface UntrustedList extends Iterable<unknown> {
  readonly length: number;
  entries(): Iterable<[number, unknown]>;
}

/** A list in a document that is too large to be parsed as a whole. Elements are not kept: each iteration parses them again. */
export class ElementList implements UntrustedList {
  readonly length: number;
  private readonly read: (index: number) => unknown;

  constructor(length: number, read: (index: number) => unknown) {
    this.length = length;
    this.read = read;
  }

  *[Symbol.iterator](): Iterator<unknown> {
    for (let i = 0; i < this.length; i += 1) yield this.read(i);
  }

  *entries(): Iterable<[number, unknown]> {
    for (let i = 0; i < this.length; i += 1) yield [i, this.read(i)];
  }
}

/** One of the long top-level lists of a document, such as `components` or `relationships`; empty if the member is not a list. */
export function elementsIn(document: unknown, name: string): UntrustedList {
  const list = memberIn(document, name);
  return list instanceof ElementList ? list : listIn(document, name);
}

/** An empty list if the member is not one. For top-level lists of the document see `elementsIn`. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberIn(value, name);
  if (list instanceof ElementList) throw new TypeError('Lists of a large document must be read with elementsIn.');
  return Array.isArray(list) ? list : [];
}

/** Undefined if the member is not a string, or is empty. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = memberIn(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A value that may be written without a list around it. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
