/**
 * Position in the text as an editor counts: lines end with a line feed, columns are characters, both start at 1. A line feed can
 * only be between tokens (inside a string it must be escaped), so counting costs nothing inside strings.
 */
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from './bytes.ts';

export class TextPosition {
  line = 1;
  /** Continuation bytes on this line, which do not add a column. */
  continuationBytes = 0;
  private lineStart = 0;

  /** Returns the index of the first byte that is not white space; `base` is the offset of `chunk` in the document. */
  skipWhiteSpace(chunk: Uint8Array, from: number, base: number): number {
    const end = chunk.length;
    let i = from;
    while (i < end) {
      const byte = chunk[i] ?? 0;
      if (byte === LINE_FEED) this.beginLine(base + i + 1);
      else if (!isWhiteSpace(byte)) break;
      i += 1;
    }
    return i;
  }

  /** The byte order mark is not part of the first line. */
  skipByteOrderMark(bytes: number): void {
    this.lineStart += bytes;
  }

  private beginLine(start: number): void {
    this.line += 1;
    this.lineStart = start;
    this.continuationBytes = 0;
  }

  columnOf(offset: number): number {
    return offset - this.lineStart - this.continuationBytes + 1;
  }
}

export function isWhiteSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
