/** What the tokenizer tells while it reads. Offsets are bytes from the start of the document. */
import type { CapturedText } from './captured-text.ts';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export const KIND_IN_WORDS: Readonly<Record<JsonKind, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

export interface JsonListener {
  /** Asked before a string value is read: whether `text` shall be called with it. */
  readonly wantsText: boolean;
  /** Asked when an object has two members of one name: whether that is to be refused or only counted. */
  readonly refusesDuplicates: boolean;
  /** The name of the next member. The captured text is valid during the call only. */
  name(name: CapturedText): void;
  /** A value begins, at the offset of its first byte. */
  begins(kind: JsonKind, offset: number): void;
  /** The string value that was wanted. */
  text(text: CapturedText): void;
  /** The innermost object or array ended, just before this offset. */
  ends(offset: number): void;
}
