/**
 * Parses a runtime document in JSON and records the lines of its entries. Grammar, limits and error messages are those of SBOMs;
 * the values are those of `JSON.parse`.
 */
import { PROFILE_DOCUMENT_TOO_LARGE, PROFILE_DOCUMENT_UNREADABLE } from '../errors.ts';
import type { CapturedText } from '../../sbom/json/captured-text.ts';
import { type JsonKind, type JsonListener, JsonTokenizer } from '../../sbom/json/json-tokenizer.ts';
import { TextPosition } from '../../sbom/json/json-errors.ts';
import { LIMITS } from '../../limits.ts';

interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

export interface JsonDocument {
  readonly value: unknown;
  /** By JSON pointer, for members of the document, entries of their lists, and names in these; else the start of the document. */
  readonly positionOf: (pointer: string) => JsonPosition;
}

const START: JsonPosition = { line: 1, column: 1 };
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Throws an error of the JSON grammar, or PROFILE_DOCUMENT_TOO_LARGE if there are too many entries. */
export function parseJsonDocument(sent: string, entriesMax: number): JsonDocument {
  const text = sent.startsWith(BYTE_ORDER_MARK) ? sent.slice(1) : sent;
  const position = new TextPosition();
  const listener = new PositionListener(position, entriesMax);
  const tokenizer = new JsonTokenizer(listener, LIMITS, position);
  tokenizer.push(toUtf8(text));
  tokenizer.end();
  const value: unknown = JSON.parse(text);
  return { value, positionOf: (pointer) => listener.places.get(pointer) ?? START };
}

/** The error for a document with a problem at this place. */
export function toUnreadable({ positionOf }: JsonDocument, pointer: string, problem: string): Error {
  return PROFILE_DOCUMENT_UNREADABLE({ ...positionOf(pointer), problem });
}

interface Container {
  readonly isArray: boolean;
  readonly pointer: string;
  /** Index or name of the next value. */
  count: number;
  name: string;
}

/** Depth of system call names: `/syscalls/0/names/3`. */
const NAMES_DEPTH = 4;

class PositionListener implements JsonListener {
  readonly wantsText = false;
  readonly textBytesMax = LIMITS.jsonStringBytesMax;
  readonly places = new Map<string, JsonPosition>();
  private readonly position: TextPosition;
  private readonly entriesMax: number;
  private readonly open: Container[] = [];

  constructor(position: TextPosition, entriesMax: number) {
    this.position = position;
    this.entriesMax = entriesMax;
  }

  /** One of two members with the same name would be lost, which matters where a few members hold the whole meaning. */
  get rejectsDuplicates(): boolean {
    return this.open.length === 1;
  }

  name(name: CapturedText): void {
    const container = this.open.at(-1);
    if (container !== undefined) container.name = name.decode();
  }

  begins(kind: JsonKind, offset: number): void {
    const parent = this.open.at(-1);
    const depth = this.open.length;
    const pointer =
      parent === undefined || depth > NAMES_DEPTH
        ? ''
        : `${parent.pointer}/${parent.isArray ? parent.count : parent.name}`;
    if (parent !== undefined) parent.count += 1;
    const isWanted = depth === 1 || depth === 2 || (depth === NAMES_DEPTH && pointer.includes('/names/'));
    if (isWanted) this.note(pointer, offset);
    if (kind === 'object' || kind === 'array')
      this.open.push({ isArray: kind === 'array', pointer, count: 0, name: '' });
  }

  text(): void {}

  ends(): void {
    this.open.pop();
  }

  private note(pointer: string, offset: number): void {
    if (this.places.size >= this.entriesMax)
      throw PROFILE_DOCUMENT_TOO_LARGE({ what: 'entries', max: this.entriesMax });
    this.places.set(pointer, { line: this.position.line, column: this.position.columnOf(offset) });
  }
}

const LEADS = [0, 0, 0xc0, 0xe0, 0xf0];

/** Encodes text as bytes. The core has no encoder, and the JSON grammar reads bytes. A lone surrogate stays invalid UTF-8. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const point = text.codePointAt(i) ?? 0;
    if (point < 0x80) {
      bytes[length] = point;
      length += 1;
      continue;
    }
    const size = sizeOf(point);
    if (size === 4) i += 1;
    bytes[length] = (LEADS[size] ?? 0) | (point >> (6 * (size - 1)));
    for (let k = 1; k < size; k += 1) bytes[length + k] = 0x80 | ((point >> (6 * (size - 1 - k))) & 0x3f);
    length += size;
  }
  return bytes.subarray(0, length);
}

function sizeOf(point: number): number {
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
