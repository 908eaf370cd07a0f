/**
 * Buffers a request body between its first byte and the transaction: hashed and compressed as it arrives, in memory while it is
 * small, then in a temporary file that is unlinked as soon as it is open, so that a killed process leaves nothing behind. The
 * total size of all bodies in flight is limited, and so is their memory: beyond it, small bodies also go to files.
 */
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, rm, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, createZstdCompress, zstdCompress, type ZstdCompress, type ZstdOptions } from 'node:zlib';
import { LIMITS } from '../../../core/limits.ts';
import { OVERLOADED } from '../../errors.ts';
import { SpooledDocument, type SpooledPieces } from './spooled-document.ts';

const FILE_SUFFIX = '.spool';
/** Up to this size a document is compressed in one call, which is cheaper than a stream. */
const ONE_CALL_BYTES = 1024 * 1024;
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 256 * 1024 };
const compressAtOnce = promisify(zstdCompress);

/** With a known size, zstd allocates about 0.5 MiB instead of 4 MiB, which would keep the garbage collector busy. */
function atOnce(bytes: number): ZstdOptions {
  return { ...ZSTD, chunkSize: 64 * 1024, pledgedSrcSize: bytes };
}

export class Spool {
  readonly #folder: string;
  readonly #bytesMax: number;
  readonly #memoryBytesMax: number;
  #bytesInUse = 0;
  #memoryInUse = 0;

  constructor(options: { readonly folder: string; readonly bytesMax: number; readonly memoryBytesMax?: number }) {
    this.#folder = options.folder;
    this.#bytesMax = options.bytesMax;
    this.#memoryBytesMax = options.memoryBytesMax ?? LIMITS.spoolMemoryBytesMax;
  }

  get bytesInUse(): number {
    return this.#bytesInUse;
  }

  /** Removes files that an earlier process could not unlink. */
  async sweep(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(FILE_SUFFIX)) await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Rejects the upload before a byte is read if the announced body does not fit beside those in flight. */
  open(announcedBytes: number): SpoolWriter {
    if (this.#bytesInUse + announcedBytes > this.#bytesMax) throw OVERLOADED();
    return new SpoolWriter(this.#folder, {
      addBytes: (difference) => {
        if (difference > 0 && this.#bytesInUse + difference > this.#bytesMax) throw OVERLOADED();
        this.#bytesInUse += difference;
      },
      addMemory: (difference) => {
        this.#memoryInUse += difference;
        return this.#memoryInUse <= this.#memoryBytesMax;
      },
    });
  }
}

interface SpoolTotals {
  /** Counts memory and files. Throws if all bodies together are too large. */
  addBytes(difference: number): void;
  /** Returns whether bodies may keep more in memory. */
  addMemory(difference: number): boolean;
}

class SpoolWriter {
  readonly #folder: string;
  readonly #totals: SpoolTotals;
  readonly #hash: Hash = createHash('sha256');
  #sizeBytes = 0;
  #raw: Buffer[] | undefined = [];
  #compressor: ZstdCompress | undefined;
  #memory: Buffer[] = [];
  /** Bytes in memory, raw and compressed. */
  #memoryBytes = 0;
  #file: FileHandle | undefined;
  #storedBytes = 0;
  #fileBytes = 0;
  #appending: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(folder: string, totals: SpoolTotals) {
    this.#folder = folder;
    this.#totals = totals;
  }

  /** Takes ownership of the chunk and frees its memory: the caller must not use it afterwards. */
  async write(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#sizeBytes += chunk.length;
    if (this.#raw !== undefined) {
      this.#raw.push(chunk);
      if (this.#keep(chunk.length) && this.#sizeBytes <= ONE_CALL_BYTES) return;
      const held = this.#raw;
      this.#raw = undefined;
      this.#compressor = this.#startCompressor();
      for (const piece of held) {
        this.#keep(-piece.length);
        await this.#compress(this.#compressor, piece);
      }
      return;
    }
    if (this.#compressor !== undefined) await this.#compress(this.#compressor, chunk);
  }

  async finish(): Promise<SpooledDocument> {
    const raw = this.#raw === undefined ? undefined : Buffer.concat(this.#raw);
    this.#raw?.forEach(free);
    this.#raw = raw && [raw];
    if (raw !== undefined) await this.#append(await compressAtOnce(raw, atOnce(raw.length)));
    if (this.#compressor !== undefined) {
      const ended = once(this.#compressor, 'end');
      this.#compressor.end();
      await ended;
      await this.#appending;
    }
    this.#throwFailure();
    const sha256 = this.#hash.digest();
    const pieces: SpooledPieces =
      this.#file === undefined
        ? { memory: Buffer.concat(this.#memory) }
        : { file: this.#file, bytes: this.#storedBytes };
    return new SpooledDocument({
      sha256,
      sizeBytes: this.#sizeBytes,
      raw,
      pieces,
      release: async () => await this.close(),
    });
  }

  /** Releases all resources; also called through the document after `finish`. */
  async close(): Promise<void> {
    this.#compressor?.destroy();
    await this.#appending.catch(() => {});
    this.#keep(-this.#memoryBytes);
    this.#totals.addBytes(-this.#fileBytes);
    this.#fileBytes = 0;
    this.#memory = [];
    this.#raw?.forEach(free);
    this.#raw = undefined;
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Counts bytes in memory, and returns whether more may be kept there. */
  #keep(difference: number): boolean {
    this.#totals.addBytes(difference);
    this.#memoryBytes += difference;
    return this.#totals.addMemory(difference);
  }

  #startCompressor(): ZstdCompress {
    const compressor = createZstdCompress(ZSTD);
    compressor.on('data', (chunk: Buffer) => {
      this.#appending = this.#appending
        .then(async () => await this.#append(chunk))
        .catch((error: unknown) => {
          this.#failure ??= error;
        });
    });
    compressor.on('error', (error) => {
      this.#failure ??= error;
    });
    return compressor;
  }

  async #compress(compressor: ZstdCompress, chunk: Buffer): Promise<void> {
    this.#throwFailure();
    if (!compressor.write(chunk, (error) => error ?? free(chunk))) await once(compressor, 'drain');
    await this.#appending;
    this.#throwFailure();
  }

  async #append(chunk: Buffer): Promise<void> {
    this.#storedBytes += chunk.length;
    if (this.#file === undefined) {
      this.#memory.push(chunk);
      if (this.#keep(chunk.length) && this.#memoryBytes <= LIMITS.spoolMemoryBytesPerUpload) return;
      await this.#moveToFile();
    } else {
      await this.#writeToFile(this.#file, chunk);
    }
  }

  async #moveToFile(): Promise<void> {
    const path = join(this.#folder, randomUUID() + FILE_SUFFIX);
    this.#file = await open(path, 'wx+', 0o600);
    await unlink(path);
    const pieces = this.#memory;
    this.#memory = [];
    for (const piece of pieces) {
      this.#keep(-piece.length);
      await this.#writeToFile(this.#file, piece);
    }
  }

  async #writeToFile(file: FileHandle, chunk: Buffer): Promise<void> {
    this.#totals.addBytes(chunk.length);
    this.#fileBytes += chunk.length;
    await file.write(chunk);
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/**
 * Releases the memory at once. It is not part of the heap, so the garbage collector would run for every few megabytes of bodies,
 * which costs several times as much as compressing them. A view of a larger buffer is left alone, and so are bytes that were
 * transferred to a thread.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === byteLength) buffer.transfer(0);
}
