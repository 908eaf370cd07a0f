/**
 * The JSON grammar of Assay: RFC 8259, chunk by chunk, without recursion and without building values. It accepts the valid UTF-8
 * that `JSON.parse` accepts, within the limits, and throws at the first error. The content is reported to a `JsonListener`.
 */
import type { AssayError } from '../../errors.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  NOT_ASCII,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from './bytes.ts';
import { LiteralReader, NumberReader, ReaderState } from './token-readers.ts';
import { OpenContainers } from './open-containers.ts';
import { KnownNames } from './known-names.ts';
import { JsonErrors, TextPosition, type ScanLimits } from './json-errors.ts';
import { StringReader } from './string-reader.ts';
import type { CapturedText } from './captured-text.ts';
import { Utf8Sequence } from './utf8-sequence.ts';
import { LIMITS } from '../../limits.ts';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export const JSON_KIND_LABELS: Readonly<Record<JsonKind, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** Callbacks of the tokenizer. Offsets are bytes from the start of the document. */
export interface JsonListener {
  /** Checked before a string value is read: whether to call `text` with it. */
  readonly wantsText: boolean;
  /** The maximum length of a string value that was requested with `wantsText`. */
  readonly textBytesMax: number;
  /** Checked when an object has two members with the same name: whether to reject the document or only count them. */
  readonly rejectsDuplicates: boolean;
  /** The name of the next member. The captured text is valid only during the call. */
  name(name: CapturedText): void;
  /** Start of a value, at the offset of its first byte. */
  begins(kind: JsonKind, offset: number): void;
  /** A string value that was requested with `wantsText`, just before this offset. */
  text(text: CapturedText, offset: number): void;
  /** End of the innermost object or array, just before this offset. */
  ends(offset: number): void;
}

// The token expected next.
const VALUE = 0;
const FIRST_ELEMENT = 1;
const NAME = 2;
const FIRST_NAME = 3;
const AFTER_NAME = 4;
const AFTER_VALUE = 5;
const END = 6;
const EXPECTED = [
  'a value is expected',
  'a value or ] is expected',
  'a member name in double quotes is expected',
  'a member name in double quotes or } is expected',
  'a colon is expected after the member name',
  'a comma or the end of the object or array is expected',
  'only whitespace may follow the document',
] as const;

// The token in progress.
const NONE = 0;
const NAME_STRING = 1;
const STRING = 2;
const NUMBER = 3;
const LITERAL = 4;
const STRAY = 5;

export class JsonTokenizer {
  /** Number of members that repeat a name of their object, where that is not rejected. */
  duplicateNames = 0;
  /** Type of the top-level value, once the document has ended. */
  topKind: JsonKind = 'null';
  private readonly listener: JsonListener;
  private readonly refusals: JsonErrors;
  private readonly position: TextPosition;
  private readonly containers: OpenContainers;
  private readonly stringBytesMax: number;
  private readonly objectKeysMax: number;
  private readonly names = new KnownNames();
  private readonly strings: StringReader;
  private readonly numbers: NumberReader;
  private readonly literals = new LiteralReader();
  // An unexpected character may have more bytes: only the complete sequence shows whether the error is invalid UTF-8, which is
  // reported first, or invalid JSON.
  private readonly stray = new Utf8Sequence();
  private strayOffset = 0;
  private strayReason = '';
  private expected = VALUE;
  private token = NONE;
  private base = 0;

  constructor(listener: JsonListener, limits: ScanLimits = LIMITS, position = new TextPosition()) {
    this.listener = listener;
    this.position = position;
    this.containers = new OpenContainers(limits.jsonDepthMax);
    this.refusals = new JsonErrors(limits, position, this.containers);
    this.stringBytesMax = limits.jsonStringBytesMax;
    this.objectKeysMax = limits.jsonObjectKeysMax;
    this.strings = new StringReader(this.refusals, position);
    this.numbers = new NumberReader(this.refusals);
  }

  /** Number of bytes read. */
  get offset(): number {
    return this.base;
  }

  skipByteOrderMark(bytes: number): void {
    this.base += bytes;
    this.position.skipByteOrderMark(bytes);
  }

  push(chunk: Uint8Array): void {
    let i = 0;
    while (i < chunk.length) {
      if (this.token !== NONE) {
        i = this.readToken(chunk, i);
        continue;
      }
      i = this.skipWhiteSpace(chunk, i);
      if (i < chunk.length) i = this.take(chunk, i);
    }
    this.base += chunk.length;
  }

  end(): void {
    const { token } = this;
    if (this.strings.isInsideCharacter()) throw this.refusals.notUtf8(this.strings.lastCharacterStart);
    if (token === STRAY) throw this.refusals.notUtf8(this.strayOffset);
    if (token === NUMBER && this.numbers.canEnd()) this.endValue();
    else if (token !== NONE) throw this.refuse('the document ends inside a value or a name', this.base);
    if (this.expected !== END) throw this.refuse('the document ends too early', this.base);
  }

  /** Processes a byte between tokens. */
  private take(chunk: Uint8Array, i: number): number {
    const byte = chunk[i] ?? 0;
    switch (this.expected) {
      case AFTER_VALUE:
        if (byte === COMMA) return this.takeComma(i);
        if (byte === (this.containers.isInArray() ? CLOSE_BRACKET : CLOSE_BRACE)) return this.close(i);
        break;
      case AFTER_NAME:
        if (byte !== COLON) break;
        this.expected = VALUE;
        return i + 1;
      case NAME:
        if (byte === QUOTE) return this.beginName(chunk, i);
        break;
      case FIRST_NAME:
        if (byte === QUOTE) return this.beginName(chunk, i);
        if (byte === CLOSE_BRACE) return this.close(i);
        break;
      case FIRST_ELEMENT:
        if (byte === CLOSE_BRACKET) return this.close(i);
        if (byte === QUOTE) return this.beginString(chunk, i);
        if (this.beginOther(byte, i)) return i + 1;
        break;
      case VALUE:
        if (byte === QUOTE) return this.beginString(chunk, i);
        if (this.beginOther(byte, i)) return i + 1;
        break;
      default:
        break;
    }
    return this.unexpected(byte, i, EXPECTED[this.expected] ?? '');
  }

  private takeComma(i: number): number {
    const isInArray = this.containers.isInArray();
    if (isInArray) this.containers.nextElement();
    this.expected = isInArray ? VALUE : NAME;
    return i + 1;
  }

  /**
   * Reads the members that begin at `from`, as long as they have a known name and a string that is not wanted, and end in this
   * chunk: most of a document. A loop with a fixed order of tokens is several times as fast as a choice for each of them. Stops
   * before anything else.
   */
  private readMembers(chunk: Uint8Array, from: number): number {
    const end = chunk.length;
    const { names, strings, listener, stringBytesMax } = this;
    let i = from;
    for (;;) {
      const nameEnd = names.find(chunk, i + 1);
      if (nameEnd === 0 || nameEnd - i - 2 > stringBytesMax) return i;
      this.takeName(names.found, nameEnd);
      i = this.skipWhiteSpace(chunk, nameEnd);
      if (i === end || chunk[i] !== COLON) return i;
      this.expected = VALUE;
      i = this.skipWhiteSpace(chunk, i + 1);
      if (i === end || chunk[i] !== QUOTE || listener.wantsText) return i;
      const valueEnd = strings.skip(chunk, i + 1, stringBytesMax);
      if (valueEnd === 0) return i;
      listener.begins('string', this.base + i);
      this.expected = AFTER_VALUE;
      i = this.skipWhiteSpace(chunk, valueEnd);
      if (i === end || chunk[i] !== COMMA) return i;
      this.expected = NAME;
      i = this.skipWhiteSpace(chunk, i + 1);
      if (i === end || chunk[i] !== QUOTE) return i;
    }
  }

  private skipWhiteSpace(chunk: Uint8Array, i: number): number {
    return i === chunk.length || (chunk[i] ?? 0) > SPACE ? i : this.position.skipWhiteSpace(chunk, i, this.base);
  }

  private beginName(chunk: Uint8Array, i: number): number {
    const end = this.readMembers(chunk, i);
    if (end !== i) return end;
    this.strings.begin(this.base + i + 1, true, this.stringBytesMax);
    this.token = NAME_STRING;
    return i + 1;
  }

  private beginString(chunk: Uint8Array, i: number): number {
    const { wantsText } = this.listener;
    const end = wantsText ? 0 : this.strings.skip(chunk, i + 1, this.stringBytesMax);
    this.announce('string', i);
    if (end !== 0) {
      this.endValue();
      return end;
    }
    const bytesMax = wantsText ? this.listener.textBytesMax : this.stringBytesMax;
    this.strings.begin(this.base + i + 1, wantsText, bytesMax);
    this.token = STRING;
    return i + 1;
  }

  /** False if no other value begins with this byte. */
  private beginOther(byte: number, i: number): boolean {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.open(byte === OPEN_BRACKET, i);
    } else if (this.numbers.begin(byte)) {
      this.token = NUMBER;
      this.announce('number', i);
    } else if (this.literals.begin(byte)) {
      this.token = LITERAL;
      this.announce(this.literals.word === 'null' ? 'null' : 'boolean', i);
    } else {
      return false;
    }
    return true;
  }

  private open(isArray: boolean, i: number): void {
    if (this.containers.depth === this.refusals.limits.jsonDepthMax) throw this.refusals.tooDeep(this.base + i);
    this.announce(isArray ? 'array' : 'object', i);
    if (isArray) this.containers.openArray();
    else this.containers.openObject();
    this.expected = isArray ? FIRST_ELEMENT : FIRST_NAME;
  }

  private close(i: number): number {
    this.containers.close();
    this.listener.ends(this.base + i + 1);
    this.endValue();
    return i + 1;
  }

  private announce(kind: JsonKind, i: number): void {
    if (this.containers.depth === 0) this.topKind = kind;
    this.listener.begins(kind, this.base + i);
  }

  private endValue(): void {
    this.token = NONE;
    this.expected = this.containers.depth === 0 ? END : AFTER_VALUE;
  }

  /** Continues the token in progress, which may have begun in an earlier chunk. */
  private readToken(chunk: Uint8Array, from: number): number {
    if (this.token === STRAY) return this.readStray(chunk[from] ?? 0, from);

    const reader = this.reader();
    const i = reader.read(chunk, from, this.base);
    if (reader.state === ReaderState.misread) return this.unexpected(chunk[i] ?? 0, i, reader.misread);
    if (reader.state === ReaderState.done) this.endToken(i);
    return i;
  }

  private reader(): StringReader | NumberReader | LiteralReader {
    if (this.token === NUMBER) return this.numbers;
    return this.token === LITERAL ? this.literals : this.strings;
  }

  private endToken(i: number): void {
    if (this.token === NAME_STRING) return this.takeName(this.names.know(this.strings.captured), i);
    if (this.token === STRING && this.listener.wantsText) this.listener.text(this.strings.captured, this.base + i);
    this.endValue();
  }

  private takeName(name: CapturedText, i: number): void {
    const object = this.containers.names.at(this.containers.depth);
    if (object.members === this.objectKeysMax) throw this.refusals.tooManyKeys(this.base + i);
    if (!object.add(name)) {
      if (this.listener.rejectsDuplicates) throw this.refusals.duplicateKey(this.base + i);
      this.duplicateNames += 1;
    }
    this.listener.name(name);
    this.token = NONE;
    this.expected = AFTER_NAME;
  }

  private unexpected(byte: number, i: number, reason: string): number {
    const offset = this.base + i;
    if (byte < NOT_ASCII) throw this.refuse(reason, offset);
    if (!this.stray.begin(byte)) throw this.refusals.notUtf8(offset);
    this.strayOffset = offset;
    this.strayReason = reason;
    this.token = STRAY;
    return i + 1;
  }

  private readStray(byte: number, i: number): number {
    if (!this.stray.next(byte)) throw this.refusals.notUtf8(this.strayOffset);
    if (this.stray.missing === 0) throw this.refuse(this.strayReason, this.strayOffset);
    return i + 1;
  }

  private refuse(reason: string, offset: number): AssayError {
    const isBetweenMembers = this.expected === NAME || this.expected === FIRST_NAME || this.expected === AFTER_VALUE;
    const path = isBetweenMembers ? this.containers.pathToContainer() : this.containers.pathToValue();
    return this.refusals.invalid(reason, offset, path);
  }
}
