/** The position in a document, and the errors of the JSON grammar, each with line, column and path. */
import type { AssayError, ErrorOptions } from '../../errors.ts';
import {
  JSON_DUPLICATE_KEY,
  JSON_INVALID,
  JSON_NOT_UTF8,
  JSON_NUMBER_TOO_LONG,
  JSON_STRING_TOO_LONG,
  JSON_TOO_DEEP,
  JSON_TOO_MANY_KEYS,
} from '../errors.ts';
import type { OpenContainers } from './open-containers.ts';
import { isWhiteSpace, LINE_FEED, SPACE } from './bytes.ts';

/** The limits that the scanner enforces. They come from the table of limits; tests use smaller ones. */
export type ScanLimits = Readonly<
  Record<
    | 'jsonDepthMax'
    | 'jsonObjectKeysMax'
    | 'jsonStringBytesMax'
    | 'jsonNumberCharactersMax'
    | 'componentsMax'
    | 'edgesMax',
    number
  >
>;

/**
 * Position in the text as an editor counts: lines end with a line feed, columns are characters, both start at 1. A line feed can
 * only be between tokens (inside a string it must be escaped), so counting costs nothing inside strings.
 */
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
      // The indentation of a line: most of the white space of a document.
      while (i < end && chunk[i] === SPACE) i += 1;
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

export class JsonErrors {
  readonly limits: ScanLimits;
  private readonly position: TextPosition;
  private readonly containers: OpenContainers;

  constructor(limits: ScanLimits, position: TextPosition, containers: OpenContainers) {
    this.limits = limits;
    this.position = position;
    this.containers = containers;
  }

  invalid(reason: string, offset: number, path: string): AssayError {
    const { line } = this.position;
    return JSON_INVALID({ reason, line, column: this.position.columnOf(offset) }, at(path, offset));
  }

  notUtf8(offset: number): AssayError {
    return JSON_NOT_UTF8({ offset }, at(this.containers.pathToContainer(), offset));
  }

  tooDeep(offset: number): AssayError {
    return JSON_TOO_DEEP({ max: this.limits.jsonDepthMax }, at(this.containers.pathToContainer(), offset));
  }

  tooManyKeys(offset: number): AssayError {
    return JSON_TOO_MANY_KEYS({ max: this.limits.jsonObjectKeysMax }, at(this.containers.pathToContainer(), offset));
  }

  stringTooLong(offset: number, max: number): AssayError {
    return JSON_STRING_TOO_LONG({ max }, at(this.containers.pathToContainer(), offset));
  }

  numberTooLong(offset: number): AssayError {
    return JSON_NUMBER_TOO_LONG(
      { max: this.limits.jsonNumberCharactersMax },
      at(this.containers.pathToValue(), offset),
    );
  }

  duplicateKey(offset: number): AssayError {
    const key = this.containers.names.latestAt(this.containers.depth);
    return JSON_DUPLICATE_KEY({ key, line: this.position.line }, at(this.containers.pathToValue(), offset));
  }
}

function at(path: string, offset: number): ErrorOptions {
  return { details: [{ path, message: `byte offset ${offset}` }] };
}
