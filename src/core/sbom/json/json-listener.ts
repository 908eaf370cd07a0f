/** Callbacks of the tokenizer. Offsets are bytes from the start of the document. */
import type { CapturedText } from './captured-text.ts';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export const JSON_KIND_LABELS: Readonly<Record<JsonKind, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

export interface JsonListener {
  /** Checked before a string value is read: whether to call `text` with it. */
  readonly wantsText: boolean;
  /** Checked when an object has two members with the same name: whether to reject the document or only count them. */
  readonly rejectsDuplicates: boolean;
  /** The name of the next member. The captured text is valid only during the call. */
  name(name: CapturedText): void;
  /** Start of a value, at the offset of its first byte. */
  begins(kind: JsonKind, offset: number): void;
  /** A string value that was requested with `wantsText`. */
  text(text: CapturedText): void;
  /** End of the innermost object or array, just before this offset. */
  ends(offset: number): void;
}
