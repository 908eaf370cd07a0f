/**
 * Locates the values of a large document in one pass over the bytes, with the grammar of the scanner and without building values.
 * For a long list it records only where runs of elements start: a hundred million elements then cost almost nothing, and parsing
 * a run is faster than parsing its elements one by one.
 */
import {
  byteOrderMarkLength,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  endOfString,
  isWhiteSpace,
  QUOTE,
} from '../../core/sbom/json/bytes.ts';
import { LIMITS } from '../../core/limits.ts';
import type { CapturedText } from '../../core/sbom/json/captured-text.ts';
import { type JsonKind, type JsonListener, JsonTokenizer } from '../../core/sbom/json/json-tokenizer.ts';

/** A member of the document. */
export interface SplitMember {
  readonly name: string;
  readonly start: number;
  /** The offset after the value. */
  readonly end: number;
  /** Undefined if the value is not an array. */
  readonly runs: ElementRuns | undefined;
}

interface SplitOptions {
  /** JSON pointer of the document in the value. */
  readonly path: string;
  /** A run ends with the element that reaches this length. */
  readonly runBytes: number;
}

/** Throws the error of the scanner if the bytes are not JSON. If a name occurs twice, the last member counts. */
export function splitDocument(bytes: Uint8Array, options: SplitOptions): readonly SplitMember[] {
  const splitter = new DocumentSplitter(bytes, options);
  // The scanner has checked the lengths, and accepts long ones in a few places.
  const tokenizer = new JsonTokenizer(splitter, { ...LIMITS, jsonStringBytesMax: LIMITS.envelopeBytesMax });
  const mark = byteOrderMarkLength(bytes);
  tokenizer.skipByteOrderMark(mark);
  tokenizer.push(bytes.subarray(mark));
  tokenizer.end();
  return splitter.members;
}

/** The elements of an array, split into runs: run `n` starts with element `firsts[n]`, at byte `starts[n]`. */
export class ElementRuns {
  /** Number of elements in the list. */
  length = 0;
  /** Offset of the closing bracket, where the last run ends. */
  end = 0;
  readonly firsts: number[] = [];
  readonly starts: number[] = [];
  private nextStart = 0;

  add(offset: number, runBytes: number): void {
    if (offset >= this.nextStart) {
      this.firsts.push(this.length);
      this.starts.push(offset);
      this.nextStart = offset + runBytes;
    }
    this.length += 1;
  }
}

class DocumentSplitter implements JsonListener {
  readonly wantsText = false;
  readonly rejectsDuplicates = false;
  readonly textBytesMax = LIMITS.envelopeBytesMax;
  readonly members: SplitMember[] = [];
  private readonly bytes: Uint8Array;
  private readonly runBytes: number;
  /** Names of the members around the document, from the outside. */
  private readonly around: readonly string[];
  /** Nesting depth of the members of the document. The elements of such a member are one level deeper. */
  private readonly memberDepth: number;
  /** How many members around the document contain the current value. */
  private entered = 0;
  private depth = 0;
  private isInDocument = false;
  private latestName: string | undefined;
  private memberStart = 0;
  private runs: ElementRuns | undefined;

  constructor(bytes: Uint8Array, { path, runBytes }: SplitOptions) {
    this.bytes = bytes;
    this.runBytes = runBytes;
    this.around = path.split('/').slice(1);
    this.memberDepth = this.around.length + 1;
  }

  name(name: CapturedText): void {
    if (this.depth > this.memberDepth) return;
    // Members with names longer than the scanner keeps are never needed.
    this.latestName = name.isWhole ? name.decode() : undefined;
  }

  begins(kind: JsonKind, offset: number): void {
    const isContainer = kind === 'object' || kind === 'array';
    // Almost all values are deeper, so this is checked first.
    if (this.depth <= this.memberDepth + 1) this.note(kind, isContainer, offset);
    if (isContainer) this.depth += 1;
  }

  ends(offset: number): void {
    this.depth -= 1;
    if (this.depth !== this.memberDepth || !this.isInDocument) return;
    if (this.runs !== undefined) this.runs.end = offset - 1;
    this.addMember(this.memberStart, offset);
    this.runs = undefined;
  }

  text(): void {}

  private note(kind: JsonKind, isContainer: boolean, offset: number): void {
    if (this.depth > this.memberDepth) this.runs?.add(offset, this.runBytes);
    else if (this.depth < this.memberDepth) this.enter(kind);
    else if (this.isInDocument && isContainer) {
      this.memberStart = offset;
      if (kind === 'array') this.runs = new ElementRuns();
    } else if (this.isInDocument) this.addMember(offset, endOfScalar(this.bytes, offset));
  }

  /** Starts a value outside of the members: the document, or an object around it. */
  private enter(kind: JsonKind): void {
    const isOnPath =
      this.depth === 0 || (this.entered >= this.depth && this.latestName === this.around[this.depth - 1]);
    if (isOnPath) this.entered = this.depth + 1;
    else this.entered = Math.min(this.entered, this.depth);
    const isIt = isOnPath && this.depth === this.memberDepth - 1;
    if (isIt) this.members.length = 0;
    this.isInDocument = isIt && kind === 'object';
  }

  private addMember(start: number, end: number): void {
    if (this.latestName !== undefined) this.members.push({ name: this.latestName, start, end, runs: this.runs });
  }
}

/** The tokenizer reports the start of texts, numbers and literals, but the end of containers only. */
function endOfScalar(bytes: Uint8Array, start: number): number {
  if (bytes[start] === QUOTE) return endOfString(bytes, start + 1) + 1;
  let at = start + 1;
  while (at < bytes.length && !endsWord(bytes[at] ?? COMMA)) at += 1;
  return at;
}

function endsWord(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isWhiteSpace(byte);
}
