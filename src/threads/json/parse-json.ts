/**
 * Parses bytes as JSON inside a thread: strict UTF-8, skips a BOM, and never uses more heap than the thread has. Invalid
 * documents are returned as a value; only a document too large for the thread throws, with the same error as when memory runs out
 * later.
 */
import { THREAD_OUT_OF_MEMORY } from '../errors.ts';
import { fitsIntoThread, threadMemoryMb } from './thread-memory.ts';

type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly problem: string };

export function parseJson(bytes: Uint8Array): ParsedJson {
  if (!fitsIntoThread(bytes)) throw THREAD_OUT_OF_MEMORY({ memoryMb: threadMemoryMb() });
  return decodeJson(bytes, 'value');
}

/**
 * For input whose size is already checked. Elements are the content of an array without its brackets; the result is the array.
 */
export function decodeJson(bytes: Uint8Array, what: 'value' | 'elements'): ParsedJson {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { kind: 'unreadable', problem: 'The document is not UTF-8.' };
  try {
    return { kind: 'value', value: JSON.parse(what === 'value' ? text : `[${text}]`) };
  } catch {
    // The message of the SyntaxError quotes the document.
    return { kind: 'unreadable', problem: 'The document is not JSON.' };
  }
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

/** Undefined if the bytes are not UTF-8. A byte order mark is skipped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}
