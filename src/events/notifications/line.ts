/**
 * The text of a message before it is written for a channel. Names from documents, advisories and members are untrusted: they are
 * separate parts of a line, so that each channel escapes them, and none is interpreted as markup.
 */
import { LIMITS } from '../../core/limits.ts';
import { toPlainText } from '../../core/text/plain-text.ts';

/** A text of Assay, or an untrusted name, cleaned and shortened. */
export type Part = string | { readonly name: string };
export type Line = readonly Part[];

export function name(text: string): Part {
  const plain = toPlainText(text, LIMITS.notificationNameCharactersMax).trim();
  return { name: plain === '' ? '(none)' : plain };
}

/** Without markup, for channels or fields that have none. */
export function toPlainLine(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}
