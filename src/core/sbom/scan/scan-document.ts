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
import {
  BODY_EMPTY,
  JSON_NOT_OBJECT,
  BODY_LOOKS_COMPRESSED,
  JSON_NOT_UTF8,
  SBOM_FORMAT_UNSUPPORTED,
} from '../errors.ts';
import { JSON_KIND_LABELS, JsonTokenizer } from '../json/json-tokenizer.ts';
import type { ScanLimits } from '../json/json-errors.ts';
import { byteOrderMarkLength, isWhiteSpace } from '../json/bytes.ts';
import { LIMITS } from '../../limits.ts';
import { DocumentOutline } from './document-outline.ts';
import type { ScanFacts } from './scan-facts.ts';
import type { AssayError } from '../../errors.ts';

interface Scanner {
  push(chunk: Uint8Array): void;
  end(): ScanFacts;
}

export function createScanner(limits: Partial<ScanLimits> = {}): Scanner {
  return new DocumentScanner({ ...LIMITS, ...limits });
}

/** The longest signature is `SPDXVersion:`. */
const OPENING_BYTES_MAX = 12;

class DocumentScanner implements Scanner {
  private readonly outline: DocumentOutline;
  private readonly tokenizer: JsonTokenizer;
  // The first bytes are buffered until there are enough to recognize other formats than JSON.
  private readonly opening = new Uint8Array(OPENING_BYTES_MAX);
  private openingLength = 0;
  private isOpened = false;

  constructor(limits: ScanLimits) {
    this.outline = new DocumentOutline(limits);
    this.tokenizer = new JsonTokenizer(this.outline, limits);
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
      wrapper: this.outline.wrapper,
    };
  }

  /** Returns the number of bytes taken. White space carries no signature, and there may be megabytes of it. */
  private takeOpening(chunk: Uint8Array, i: number): number {
    if (this.openingLength === 0 && isWhiteSpace(chunk[i] ?? 0)) return this.takeWhiteSpace(chunk, i);
    this.opening[this.openingLength] = chunk[i] ?? 0;
    this.openingLength += 1;
    const mark = this.tokenizer.offset === 0 ? byteOrderMarkLength(this.opening) : 0;
    if (mark > 0 && this.openingLength === mark) {
      this.tokenizer.skipByteOrderMark(mark);
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

  private open(): void {
    if (this.openingLength === 0) throw BODY_EMPTY();
    const opening = this.opening.subarray(0, this.openingLength);
    const refusal = detectNonJson(opening, this.tokenizer.offset);
    if (refusal !== undefined) throw refusal;
    this.isOpened = true;
    this.tokenizer.push(opening);
  }
}

/**
 * Detects bodies that are not JSON from their first bytes: compressed, XML, tag-value, YAML, UTF-16. The specific error is more
 * helpful than "unexpected character". Other input is left to the JSON grammar. `opening` is the text after a byte order mark and white space;
 * `offset` is its position.
 */
function detectNonJson(opening: Uint8Array, offset: number): AssayError | undefined {
  for (const { magic, ...compression } of offset === 0 ? COMPRESSIONS : []) {
    if (magic.every((byte, i) => opening[i] === byte)) return BODY_LOOKS_COMPRESSED(compression);
  }
  if (isWide(opening)) return JSON_NOT_UTF8({ offset, looksLike: 'UTF-16 or UTF-32' });

  const text = String.fromCharCode(...opening);
  const format = FORMATS.find(({ sign }) => sign.test(text));
  return format && SBOM_FORMAT_UNSUPPORTED(format);
}

const COMPRESSIONS = [
  { magic: [0x1f, 0x8b], format: 'gzip', encoding: 'gzip' },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], format: 'zstd', encoding: 'zstd' },
  { magic: [0x50, 0x4b, 0x03, 0x04], format: 'zip', encoding: undefined },
];

const FORMATS = [
  {
    sign: /^<[A-Za-z?!]/,
    found: 'XML, RDF or HTML',
    cure: 'Convert CycloneDX with "cyclonedx-cli convert --input-file bom.xml --output-file bom.json", SPDX with "pyspdxtools -i sbom.rdf -o sbom.spdx.json", and send the result.',
  },
  {
    sign: /^SPDXVersion:/,
    found: 'SPDX tag-value',
    cure: 'Convert it with "pyspdxtools -i sbom.spdx -o sbom.spdx.json" and send the result.',
  },
  {
    sign: /^(?:spdxVersion:|---(?!-))/,
    found: 'YAML',
    cure: 'Convert it with "pyspdxtools -i sbom.spdx.yaml -o sbom.spdx.json" and send the result.',
  },
];

// JSON begins with two ASCII characters, so a zero byte among the first two, or a two-byte byte order mark, means UTF-16.
function isWide(opening: Uint8Array): boolean {
  const [first, second] = opening;
  if (first === 0 || second === 0) return true;
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}
