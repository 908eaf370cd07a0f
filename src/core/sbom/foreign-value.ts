/**
 * Values of a document that a stranger wrote: members are read by name and checked, nothing is merged into our own objects, and
 * a member of another kind than expected is as good as absent.
 */

/** A member of an object of the document; `undefined` as well when the value is no object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** A string, or a list of strings; `undefined` when it is anything else. */
export function toStrings(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const strings = list.filter((each) => typeof each === 'string');
  return strings.length === list.length ? strings : undefined;
}

/** The elements of a list that may be very long: an array, or one whose elements are parsed as they are asked for. */
export interface ForeignList extends Iterable<unknown> {
  readonly length: number;
  entries(): Iterable<[number, unknown]>;
}

/** A list of a document that is too large to be parsed as a whole. Nothing of it is kept: a second walk reads it again. */
export class ElementList implements ForeignList {
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

/** One of the long lists of a document itself, such as `components` or `relationships`; an empty one when the member is none. */
export function elementsIn(document: unknown, name: string): ForeignList {
  const list = member(document, name);
  return list instanceof ElementList ? list : listIn(document, name);
}

/** An empty list when the member is none. For the lists of the document itself see `elementsIn`. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name);
  if (list instanceof ElementList) throw new TypeError('A list of a large document is read with elementsIn.');
  return Array.isArray(list) ? list : [];
}

/** Undefined when the member is no text, or an empty one. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = member(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
