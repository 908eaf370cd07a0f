/** Bytes with a meaning in JSON, and a lookup table for the check that is made for nearly every byte of a document. */

const TAB = 0x09;
export const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** The first non-ASCII byte. */
export const NOT_ASCII = 0x80;

/**
 * 1 for every byte that is literal inside a string: ASCII without control characters, the quote and the backslash. RFC 8259
 * allows DEL (0x7F).
 */
export const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte < NOT_ASCII && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

export function isWhiteSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The length of the byte order mark at the start of a document; 0 if there is none. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** The offset of the quote that ends the string, or the length of a text without one. `start` is the offset after the first quote. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}
