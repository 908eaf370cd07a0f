/**
 * Parses a runtime document in JSON and records the lines of its entries. Grammar, limits and error messages are those of SBOMs;
 * the values are those of `JSON.parse`.
 */
import { RUNTIME_PROFILE_TOO_LARGE } from '../errors.ts';
import { decodeKept, KEPT_BYTES_MAX, type CapturedText } from '../../sbom/json/captured-text.ts';
import type { JsonKind, JsonListener } from '../../sbom/json/json-listener.ts';
import { JsonTokenizer } from '../../sbom/json/json-tokenizer.ts';
import { OpenContainers } from '../../sbom/json/open-containers.ts';
import { JsonErrors } from '../../sbom/json/json-errors.ts';
import { TextPosition } from '../../sbom/json/text-position.ts';
import { DEFAULT_SCAN_LIMITS } from '../../sbom/scan-limits.ts';
import { toUtf8 } from './to-utf8.ts';

export interface JsonPosition {
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

/** Throws an error of the JSON grammar, or RUNTIME_PROFILE_TOO_LARGE if there are too many entries. */
export function parseJsonDocument(sent: string, entriesMax: number): JsonDocument {
  const text = sent.startsWith(BYTE_ORDER_MARK) ? sent.slice(1) : sent;
  const position = new TextPosition();
  const containers = new OpenContainers(DEFAULT_SCAN_LIMITS.jsonDepthMax);
  const refusals = new JsonErrors(DEFAULT_SCAN_LIMITS, position, containers);
  const listener = new PositionListener(position, entriesMax);
  const tokenizer = new JsonTokenizer({ listener, refusals, position, containers });
  tokenizer.push(toUtf8(text));
  tokenizer.end();
  const value: unknown = JSON.parse(text);
  return { value, positionOf: (pointer) => listener.places.get(pointer) ?? START };
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
    if (container !== undefined) container.name = decodeKept(name.bytes, 0, Math.min(name.length, KEPT_BYTES_MAX));
  }

  begins(kind: JsonKind, offset: number): void {
    const parent = this.open.at(-1);
    const depth = this.open.length;
    const pointer = parent === undefined || depth > NAMES_DEPTH ? '' : `${parent.pointer}/${keyIn(parent)}`;
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
    if (this.places.size >= this.entriesMax) throw RUNTIME_PROFILE_TOO_LARGE({ what: 'entries', max: this.entriesMax });
    this.places.set(pointer, { line: this.position.line, column: this.position.columnOf(offset) });
  }
}

function keyIn({ isArray, count, name }: Container): string {
  return isArray ? String(count) : name;
}
