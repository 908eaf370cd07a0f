/** A complete body in the spool: its hash and size, the pieces that become blob rows, and its text, in ranges or at once. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

const PIECE_BYTES = 1024 * 1024;

export type SpooledPieces = { readonly memory: Buffer } | { readonly file: FileHandle; readonly bytes: number };

interface SpooledFacts {
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  /** The uncompressed bytes, if the document was small enough to keep them. */
  readonly raw: Buffer | undefined;
  readonly pieces: SpooledPieces;
  readonly release: () => Promise<void>;
}

export class SpooledDocument {
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly #facts: SpooledFacts;

  constructor(facts: SpooledFacts) {
    this.sha256 = facts.sha256;
    this.sizeBytes = facts.sizeBytes;
    this.storedBytes = 'memory' in facts.pieces ? facts.pieces.memory.length : facts.pieces.bytes;
    this.#facts = facts;
  }

  /** The compressed document in pieces of 1 MiB; may be read more than once. */
  async *pieces(): AsyncGenerator<Buffer> {
    const { pieces } = this.#facts;
    for (let start = 0; start < this.storedBytes; start += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, this.storedBytes - start);
      if ('memory' in pieces) {
        yield pieces.memory.subarray(start, start + length);
      } else {
        const { buffer, bytesRead } = await pieces.file.read(Buffer.allocUnsafe(length), 0, length, start);
        if (bytesRead !== length) throw new Error('The spool file ended early.');
        yield buffer;
      }
    }
  }

  /** Returns bytes `start` to `toOutcome` of the uncompressed document. */
  async read(start: number, end: number): Promise<Buffer> {
    if (this.#facts.raw !== undefined) return this.#facts.raw.subarray(start, end);
    const parts: Buffer[] = [];
    let position = 0;
    for await (const chunk of inflate(this.pieces())) {
      if (position + chunk.length > start) parts.push(chunk.subarray(Math.max(0, start - position), end - position));
      position += chunk.length;
      if (position >= end) break;
    }
    return Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#facts.release();
  }
}

/** Decompresses stored pieces. Errors of the source and of the data both end the iteration; leaving early frees all resources. */
export async function* inflate(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = createZstdDecompress({ chunkSize: 256 * 1024 });
  const feeding = pipeline(Readable.from(pieces, { objectMode: false }), decoder);
  // The loop below gets the same error; this only prevents an unhandled rejection when the caller leaves early.
  feeding.catch(() => {});
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
    await feeding;
  } finally {
    decoder.destroy();
  }
}
