/**
 * Reads strings: valid UTF-8, valid escapes, no control characters, limited length. Most bytes of an SBOM pass through the one
 * line that skips plain characters; text is captured only for names and requested values.
 */
import { BACKSLASH, NOT_ASCII, PLAIN, QUOTE } from './bytes.ts';
import { CapturedText } from './captured-text.ts';
import type { JsonErrors, TextPosition } from './json-errors.ts';
import { ReaderState } from './token-readers.ts';
import { Utf8Sequence } from './utf8-sequence.ts';

// What the next byte belongs to.
const TEXT = 0;
const ESCAPE = 1;
const HEX = 2;
const CHARACTER = 3;

export class StringReader {
  state: ReaderState = ReaderState.done;
  misread = '';
  readonly captured = new CapturedText();
  private readonly refusals: JsonErrors;
  private readonly position: TextPosition;
  private readonly character = new Utf8Sequence();
  private capturing = false;
  private start = 0;
  private bytesMax = 0;
  private part = TEXT;
  private characterStart = 0;
  private hexDigits = 0;
  private codeUnit = 0;

  constructor(refusals: JsonErrors, position: TextPosition) {
    this.refusals = refusals;
    this.position = position;
  }

  /** Called after the opening quote; `start` is the offset of the first byte between the quotes. */
  begin(start: number, capturing: boolean, bytesMax: number): void {
    this.start = start;
    this.bytesMax = bytesMax;
    this.capturing = capturing;
    this.part = TEXT;
    this.state = ReaderState.reading;
    if (capturing) this.captured.clear();
  }

  /**
   * Skips a string that ends in this chunk, from the byte after its opening quote. Returns the index after its closing quote; 0 if
   * the string has to be read byte by byte, because it does not end here, is too long, or has rare or invalid content.
   */
  skip(chunk: Uint8Array, from: number, bytesMax: number): number {
    const end = chunk.length;
    let continuationBytes = 0;
    let i = from;
    for (;;) {
      while (i < end && PLAIN[chunk[i] ?? 0] === 1) i += 1;
      if (i >= end) return 0;
      const byte = chunk[i] ?? 0;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        if (!ESCAPED.has(chunk[i + 1] ?? 0)) return 0;
        i += 2;
      } else {
        const following = countFollowing(chunk, i, byte);
        if (following === 0) return 0;
        continuationBytes += following;
        i += following + 1;
      }
    }
    if (i - from > bytesMax) return 0;
    this.position.continuationBytes += continuationBytes;
    return i + 1;
  }

  read(chunk: Uint8Array, from: number, base: number): number {
    let i = from;
    while (i < chunk.length && this.state === ReaderState.reading) {
      if (this.part === TEXT) i = this.readText(chunk, i, base);
      else if (this.part === CHARACTER) i = this.readCharacter(chunk, i);
      else i = this.readEscape(chunk[i] ?? 0, i);
    }
    return i;
  }

  /** Whether a UTF-8 sequence is in progress. */
  isInsideCharacter(): boolean {
    return this.state === ReaderState.reading && this.part === CHARACTER;
  }

  get lastCharacterStart(): number {
    return this.characterStart;
  }

  private readText(chunk: Uint8Array, from: number, base: number): number {
    const end = chunk.length;
    let i = from;
    if (this.capturing) i = this.captured.addPlainRun(chunk, i);
    else while (i < end && PLAIN[chunk[i] ?? 0] === 1) i += 1;

    // Checked at the end of every run of plain characters, so that chunk boundaries do not change which error comes first.
    if (base + i - this.start > this.bytesMax) throw this.refusals.stringTooLong(this.start, this.bytesMax);
    return i < end ? this.endText(chunk[i] ?? 0, i, base) : i;
  }

  private endText(byte: number, i: number, base: number): number {
    if (byte === QUOTE) {
      if (this.capturing) this.captured.finish();
      this.state = ReaderState.done;
      return i + 1;
    }
    if (byte === BACKSLASH) {
      this.part = ESCAPE;
      return i + 1;
    }
    if (byte < NOT_ASCII) return this.refuse('a control character in a string must be written as an escape', i);

    this.characterStart = base + i;
    if (!this.character.begin(byte)) throw this.refusals.notUtf8(this.characterStart);
    if (this.capturing) this.captured.addByte(byte);
    this.part = CHARACTER;
    return i + 1;
  }

  private readCharacter(chunk: Uint8Array, from: number): number {
    let i = from;
    while (i < chunk.length && this.character.missing > 0) {
      const byte = chunk[i] ?? 0;
      if (!this.character.next(byte)) throw this.refusals.notUtf8(this.characterStart);
      if (this.capturing) this.captured.addByte(byte);
      this.position.continuationBytes += 1;
      i += 1;
    }
    if (this.character.missing === 0) this.part = TEXT;
    return i;
  }

  private readEscape(byte: number, i: number): number {
    if (this.part === HEX) return this.readHexDigit(byte, i);
    if (byte === LETTER_U) {
      this.part = HEX;
      this.hexDigits = 0;
      this.codeUnit = 0;
      return i + 1;
    }
    const unit = ESCAPED.get(byte);
    if (unit === undefined) return this.refuse('the escape sequence is unknown', i);
    return this.endEscape(unit, i);
  }

  private readHexDigit(byte: number, i: number): number {
    const digit = hexValueOf(byte);
    if (digit === undefined) return this.refuse('four hexadecimal digits must follow \\u', i);
    this.codeUnit = this.codeUnit * 16 + digit;
    this.hexDigits += 1;
    return this.hexDigits === 4 ? this.endEscape(this.codeUnit, i) : i + 1;
  }

  private endEscape(unit: number, i: number): number {
    if (this.capturing) this.captured.addCodeUnit(unit);
    this.part = TEXT;
    return i + 1;
  }

  private refuse(reason: string, i: number): number {
    this.misread = reason;
    this.state = ReaderState.misread;
    return i;
  }
}

/** Continuation bytes of a character of two or three bytes; 0 if it is invalid, or the lead byte allows only some of them. */
function countFollowing(chunk: Uint8Array, i: number, lead: number): number {
  if (lead < 0xc2 || lead > 0xef || lead === 0xe0 || lead === 0xed || !isContinuation(chunk[i + 1])) return 0;
  if (lead < 0xe0) return 1;
  return isContinuation(chunk[i + 2]) ? 2 : 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

const LETTER_U = 'u'.charCodeAt(0);
const ESCAPED: ReadonlyMap<number, number> = new Map(
  [
    ['"', '"'],
    ['\\', '\\'],
    ['/', '/'],
    ['b', '\b'],
    ['f', '\f'],
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
  ].map(([letter, meaning]) => [letter?.charCodeAt(0) ?? 0, meaning?.charCodeAt(0) ?? 0] as const),
);

function hexValueOf(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}
