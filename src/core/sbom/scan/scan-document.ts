/**
 * ENTRY. Scans a body once, chunk by chunk, on its way to the spool: whether it is UTF-8 JSON within the limits, which format it
 * claims, how much it lists, and where the few bytes are that have to be read again. No text is kept.
 *
 *     const scanner = createScanner();
 *     for await (const chunk of body) scanner.push(chunk);
 *     const facts = scanner.end();
 *
 * Both throw an `AssayError` at the first error. Chunk boundaries do not affect the result.
 */
import { BODY_EMPTY, JSON_NOT_OBJECT } from '../errors.ts';
import { detectNonJson, OPENING_BYTES_MAX } from './detect-non-json.ts';
import { JSON_KIND_LABELS } from '../json/json-listener.ts';
import { JsonTokenizer } from '../json/json-tokenizer.ts';
import { OpenContainers } from '../json/open-containers.ts';
import { JsonErrors } from '../json/json-errors.ts';
import { isWhiteSpace, TextPosition } from '../json/text-position.ts';
import { DocumentOutline } from './document-outline.ts';
import type { ScanFacts } from './scan-facts.ts';
import { DEFAULT_SCAN_LIMITS, type ScanLimits } from '../scan-limits.ts';

export interface Scanner {
  push(chunk: Uint8Array): void;
  end(): ScanFacts;
}

export function createScanner(limits: Partial<ScanLimits> = {}): Scanner {
  return new DocumentScanner({ ...DEFAULT_SCAN_LIMITS, ...limits });
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

class DocumentScanner implements Scanner {
  private readonly outline: DocumentOutline;
  private readonly tokenizer: JsonTokenizer;
  // The first bytes are buffered until there are enough to recognize other formats than JSON.
  private readonly opening = new Uint8Array(OPENING_BYTES_MAX);
  private openingLength = 0;
  private isOpened = false;

  constructor(limits: ScanLimits) {
    const position = new TextPosition();
    const containers = new OpenContainers(limits.jsonDepthMax);
    const refusals = new JsonErrors(limits, position, containers);
    this.outline = new DocumentOutline(limits);
    this.tokenizer = new JsonTokenizer({ listener: this.outline, refusals, position, containers });
  }

  push(chunk: Uint8Array): void {
    if (this.isOpened) return this.tokenizer.push(chunk);

    let i = 0;
    while (i < chunk.length && !this.isOpened) i += this.takeOpening(chunk, i);
    if (i < chunk.length) this.tokenizer.push(chunk.subarray(i));
  }

  end(): ScanFacts {
    if (!this.isOpened) this.open();
    this.tokenizer.end();
    const { topKind } = this.tokenizer;
    // Checked at the end: a truncated array is invalid JSON in the first place.
    if (topKind !== 'object') throw JSON_NOT_OBJECT({ kind: JSON_KIND_LABELS[topKind] });
    return {
      bytes: this.tokenizer.offset,
      duplicateNames: this.tokenizer.duplicateNames,
      top: this.outline.top,
      wrapped: this.outline.wrapped,
    };
  }

  /** Returns the number of bytes taken. White space carries no signature, and there may be megabytes of it. */
  private takeOpening(chunk: Uint8Array, i: number): number {
    if (this.openingLength === 0 && isWhiteSpace(chunk[i] ?? 0)) return this.takeWhiteSpace(chunk, i);
    this.opening[this.openingLength] = chunk[i] ?? 0;
    this.openingLength += 1;
    if (this.tokenizer.offset === 0 && this.holdsByteOrderMark()) {
      this.tokenizer.skipByteOrderMark(BYTE_ORDER_MARK.length);
      this.openingLength = 0;
    }
    if (this.openingLength === OPENING_BYTES_MAX) this.open();
    return 1;
  }

  private takeWhiteSpace(chunk: Uint8Array, from: number): number {
    let i = from;
    while (i < chunk.length && isWhiteSpace(chunk[i] ?? 0)) i += 1;
    this.tokenizer.push(chunk.subarray(from, i));
    return i - from;
  }

  private holdsByteOrderMark(): boolean {
    return (
      this.openingLength === BYTE_ORDER_MARK.length && BYTE_ORDER_MARK.every((byte, i) => this.opening[i] === byte)
    );
  }

  private open(): void {
    if (this.openingLength === 0) throw BODY_EMPTY();
    const opening = this.opening.subarray(0, this.openingLength);
    const refusal = detectNonJson(opening, this.tokenizer.offset);
    if (refusal !== undefined) throw refusal;
    this.isOpened = true;
    this.tokenizer.push(opening);
  }
}
