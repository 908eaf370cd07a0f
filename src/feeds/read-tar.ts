/**
 * Reads the files of a tar archive one after the other, compressed with zstd or gzip or not; the whole archive is never in memory.
 * Only plain files with a wanted name are returned, and a name is never used as a path. An archive that is truncated or damaged is
 * refused. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { FEED_REJECTED } from './errors.ts';

export interface TarLimits {
  readonly entriesMax: number;
  readonly inflatedBytesMax: number;
  readonly fileBytesMax: number;
}

export interface TarRequest {
  /** For display. */
  readonly source: string;
  readonly limits: TarLimits;
  readonly signal: AbortSignal;
  readonly isWanted: (name: string) => boolean;
}

/** `bytes` is undefined for a file that is larger than the limit. */
export interface TarFile {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
}

const BLOCK_BYTES = 512;

/** Throws FEED_REJECTED, possibly after some files. */
export async function* readTar(path: string, request: TarRequest): AsyncGenerator<TarFile> {
  const { source, limits, signal, isWanted } = request;
  const reject = (problem: string, cause?: unknown): Error => FEED_REJECTED({ source, problem }, { cause });
  const stream = await openArchive(path);
  const blocks = new ChunkReader(stream, (bytes) => {
    signal.throwIfAborted();
    if (bytes > limits.inflatedBytesMax) throw reject(`it decompresses to more than ${limits.inflatedBytesMax} bytes`);
  });
  try {
    for (let entries = 0; ; entries += 1) {
      if (entries > limits.entriesMax) throw reject(`it has more than ${limits.entriesMax} entries`);
      const header = await blocks.read(BLOCK_BYTES);
      if (header === undefined) throw reject('it is corrupt or truncated');
      // The archive ends with blocks of zeros.
      if (header.every((byte) => byte === 0)) return;
      const { name, size, isFile } = parseHeader(header) ?? failWith(reject('it is not a tar archive'));
      const padded = Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
      const isRead = isFile && isWanted(name) && size <= limits.fileBytesMax;
      const content = isRead ? await blocks.read(padded) : undefined;
      const isWhole = isRead ? content !== undefined : await blocks.skip(padded);
      if (!isWhole) throw reject('it is corrupt or truncated');
      if (isFile && isWanted(name)) yield { name, bytes: content?.subarray(0, size) };
    }
  } catch (error) {
    throw isPackingError(error) ? reject('it is corrupt or truncated', error) : error;
  } finally {
    stream.destroy();
  }
}

function failWith(error: Error): never {
  throw error;
}

const ZSTD_MAGIC = 0x28b52ffd;
const GZIP_MAGIC = 0x1f8b;

async function openArchive(path: string): Promise<Readable> {
  const handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const stream = handle.createReadStream({ start: 0 });
  // Errors reach the reader of the last stream.
  if (buffer.readUInt32BE() === ZSTD_MAGIC) return pipeline(stream, createZstdDecompress(), () => {});
  return buffer.readUInt16BE() === GZIP_MAGIC ? pipeline(stream, createGunzip(), () => {}) : stream;
}

interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly isFile: boolean;
}

const CHECKSUM = { start: 148, end: 156 } as const;
const OCTAL = /^ *([0-7]{1,12})[ \0]*$/;

/** Returns undefined if the checksum or a number is wrong. */
function parseHeader(header: Uint8Array): TarHeader | undefined {
  const text = Buffer.from(header.buffer, header.byteOffset, header.length);
  const size = octalIn(text, 124, 136);
  const stated = octalIn(text, CHECKSUM.start, CHECKSUM.end);
  let sum = (CHECKSUM.end - CHECKSUM.start) * 0x20;
  for (const [index, byte] of header.entries()) if (index < CHECKSUM.start || index >= CHECKSUM.end) sum += byte;
  if (size === undefined || stated !== sum) return undefined;
  const type = header[156];
  return { name: textIn(text, 0, 100), size, isFile: type === 0x30 || type === 0 };
}

function octalIn(header: Buffer, start: number, end: number): number | undefined {
  const [, digits] = OCTAL.exec(header.toString('latin1', start, end)) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

function textIn(header: Buffer, start: number, end: number): string {
  const text = header.toString('latin1', start, end);
  const zero = text.indexOf('\0');
  return zero === -1 ? text : text.slice(0, zero);
}

/** Reads a stream in pieces of a given size. */
class ChunkReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #onBytes: (total: number) => void;
  #rest: Buffer = Buffer.alloc(0);
  #total = 0;

  constructor(stream: Readable, onBytes: (total: number) => void) {
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#onBytes = onBytes;
  }

  /** Returns a copy in its own memory, or undefined if the stream ends before. */
  async read(size: number): Promise<Uint8Array | undefined> {
    const bytes = new Uint8Array(size);
    const isWhole = await this.#take(size, (piece, at) => bytes.set(piece, at));
    return isWhole ? bytes : undefined;
  }

  /** Returns false if the stream ends before. */
  async skip(size: number): Promise<boolean> {
    return await this.#take(size, () => {});
  }

  async #take(size: number, onPiece: (piece: Uint8Array, at: number) => void): Promise<boolean> {
    for (let at = 0; at < size;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) return false;
        this.#rest = next.value;
        this.#total += next.value.length;
        this.#onBytes(this.#total);
        continue;
      }
      const piece = this.#rest.subarray(0, size - at);
      this.#rest = this.#rest.subarray(piece.length);
      onPiece(piece, at);
      at += piece.length;
    }
    return true;
  }
}

function isPackingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && (code.startsWith('Z_') || code.startsWith('ZSTD_'));
}
