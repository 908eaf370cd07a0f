/**
 * Reads the records of an NVD feed file one by one: the elements of its list `vulnerabilities`. A yearly file has hundreds of
 * megabytes when unpacked, so only the bytes of the record that is being read are in memory.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AssayError } from '../../core/errors.ts';
import { isVulnerabilityId } from '../../core/identity/vulnerability-id.ts';
import { LIMITS } from '../../core/limits.ts';
import type { CapturedText } from '../../core/sbom/json/captured-text.ts';
import { type JsonKind, type JsonListener, JsonTokenizer } from '../../core/sbom/json/json-tokenizer.ts';
import { FEED_REJECTED } from '../errors.ts';

export interface FeedRecord {
  readonly id: string;
  /** As written, in UTC without a zone; empty if the record has none. */
  readonly modified: string;
  readonly bytes: Uint8Array;
}

/** Yields undefined for each element that is not a record or is too large. Throws FEED_REJECTED, possibly after some records. */
export async function* readVulnerabilities(
  file: string,
  source: string,
  signal: AbortSignal,
): AsyncGenerator<FeedRecord | undefined> {
  const listener = new RecordListener();
  // A long text only makes its own record too large.
  const tokenizer = new JsonTokenizer(listener, { ...LIMITS, jsonStringBytesMax: LIMITS.feedInflatedBytesMax });
  const bytes = new OpenBytes();
  let inflated = 0;
  try {
    for await (const chunk of (await openFeed(file)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      inflated += chunk.length;
      if (inflated > LIMITS.feedInflatedBytesMax)
        throw FEED_REJECTED({ source, problem: `it decompresses to more than ${LIMITS.feedInflatedBytesMax} bytes` });
      bytes.add(chunk);
      tokenizer.push(chunk);
      for (const { start, end, id, modified } of listener.takeEnded()) {
        const content = bytes.take(start, end);
        yield content === undefined || !isVulnerabilityId(id) ? undefined : { id, modified, bytes: content };
      }
      bytes.dropBefore(listener.openStart ?? tokenizer.offset);
    }
    tokenizer.end();
  } catch (error) {
    throw toRejection(error, source);
  }
  if (!listener.hasList) throw FEED_REJECTED({ source, problem: 'it has no list "vulnerabilities"' });
}

const GZIP_MAGIC = 0x1f8b;

async function openFeed(file: string): Promise<Readable> {
  const handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  const stream = createReadStream(file);
  if (bytesRead < 2 || buffer.readUInt16BE() !== GZIP_MAGIC) return stream;
  // Errors reach the reader of the last stream.
  return pipeline(stream, createGunzip(), () => {});
}

function toRejection(error: unknown, source: string): unknown {
  if (error instanceof AssayError && error.code !== FEED_REJECTED.code)
    return FEED_REJECTED({ source, problem: 'it is not JSON, or is truncated' }, { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_')
    ? FEED_REJECTED({ source, problem: 'it is corrupt or truncated' }, { cause: error })
    : error;
}

/** The bytes of the record that is being read. A record that is too large is not kept. */
class OpenBytes {
  private chunks: Buffer[] = [];
  private start = 0;
  private length = 0;

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
  }

  /** Returns a copy, because a view would keep all of the memory behind it; undefined if the bytes were not kept. */
  take(start: number, end: number): Uint8Array | undefined {
    if (start < this.start || end - start > LIMITS.feedRecordBytesMax) return undefined;
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return new Uint8Array(this.chunks[0]?.subarray(start - this.start, end - this.start) ?? []);
  }

  /** Without it, every record would be copied together with all bytes before it. */
  dropBefore(offset: number): void {
    const end = this.start + this.length;
    const isTooLarge = end - offset > LIMITS.feedRecordBytesMax;
    const from = isTooLarge ? end : Math.max(offset, this.start);
    if (from === end) this.chunks = [];
    while (this.chunks[0] !== undefined && this.start < from) {
      const [first] = this.chunks;
      const dropped = Math.min(first.length, from - this.start);
      this.start += dropped;
      if (dropped === first.length) this.chunks.shift();
      else this.chunks[0] = first.subarray(dropped);
    }
    this.start = from;
    this.length = end - from;
  }
}

interface EndedRecord {
  readonly start: number;
  readonly end: number;
  readonly id: string;
  readonly modified: string;
}

// Depth of the containers around a value: the document, its list, a record, and the `cve` object of a record.
const DOCUMENT = 1;
const LIST = 2;
const RECORD = 3;
const CVE = 4;

class RecordListener implements JsonListener {
  wantsText = false;
  readonly textBytesMax = 128;
  readonly rejectsDuplicates = false;
  hasList = false;
  /** Offset of the element that has begun and not ended. */
  openStart: number | undefined;
  private ended: EndedRecord[] = [];
  private depth = 0;
  private isInList = false;
  private isInCve = false;
  private latest = '';
  private id = '';
  private modified = '';

  takeEnded(): readonly EndedRecord[] {
    const { ended } = this;
    this.ended = [];
    return ended;
  }

  name(name: CapturedText): void {
    if (this.depth > CVE) return;
    this.latest = name.isWhole ? name.decode() : '';
    this.wantsText = this.isInCve && this.depth === CVE && (this.latest === 'id' || this.latest === 'lastModified');
  }

  begins(kind: JsonKind, offset: number): void {
    const isContainer = kind === 'object' || kind === 'array';
    if (this.depth === DOCUMENT && kind === 'array' && this.latest === 'vulnerabilities') {
      this.isInList = true;
      this.hasList = true;
    } else if (this.depth === LIST && this.isInList) this.beginElement(isContainer, offset);
    else if (this.depth === RECORD && this.isInList && kind === 'object') this.isInCve = this.latest === 'cve';
    if (kind !== 'string') this.wantsText = false;
    if (isContainer) this.depth += 1;
  }

  text(text: CapturedText): void {
    this.wantsText = false;
    const value = text.isWhole ? text.decode() : '';
    if (this.latest === 'id') this.id = value;
    else this.modified = value;
  }

  ends(offset: number): void {
    this.depth -= 1;
    if (this.depth === RECORD) this.isInCve = false;
    if (this.depth === DOCUMENT) this.isInList = false;
    if (this.depth !== LIST || !this.isInList || this.openStart === undefined) return;
    this.ended.push({ start: this.openStart, end: offset, id: this.id, modified: this.modified });
    this.openStart = undefined;
  }

  /** An element that is not an object is reported without an id. */
  private beginElement(isContainer: boolean, offset: number): void {
    this.id = '';
    this.modified = '';
    if (isContainer) this.openStart = offset;
    else this.ended.push({ start: offset, end: offset, id: '', modified: '' });
  }
}
