/**
 * Writes a backup file under a temporary name that only its owner can read. It is renamed when it is complete and synced, so that
 * an interrupted backup never replaces the last good one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { BACKUP_FILE_UNUSABLE, withFileErrors } from './errors.ts';
import { END_MARK, START_MARK, toLengthBytes, type Manifest, type Stream } from './file-format.ts';
import { LIMITS } from '../../core/limits.ts';

const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const NEWLINE = 0x0a;
const compress = promisify(zstdCompress);

export class BackupWriter {
  readonly #path: string;
  readonly #temporaryPath: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #streams: Stream[] = [];
  #bytes = 0;

  static async create(path: string): Promise<BackupWriter> {
    const temporaryPath = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);
    return await withFileErrors(path, async () => {
      // Fail now, not after an hour of work.
      const there = await stat(path).catch(() => undefined);
      if (there?.isDirectory() === true) throw BACKUP_FILE_UNUSABLE({ path, reason: 'it is a directory' });
      const writer = new BackupWriter(path, temporaryPath, await open(temporaryPath, 'wx', 0o600));
      await writer.#write(START_MARK);
      return writer;
    });
  }

  private constructor(path: string, temporaryPath: string, file: FileHandle) {
    this.#path = path;
    this.#temporaryPath = temporaryPath;
    this.#file = file;
  }

  /** Adds rows in COPY format: each ends with a newline, and none contains another. */
  async add(
    place: Pick<Stream, 'organization' | 'table'>,
    content: AsyncIterable<Buffer>,
    onPiece: (bytes: number) => void,
  ): Promise<Stream> {
    const hash = createHash('sha256');
    const start = this.#bytes;
    let rows = 0;
    let bytes = 0;
    for await (const piece of toPieces(content)) {
      hash.update(piece);
      bytes += piece.length;
      rows += countNewlines(piece);
      const stored = await compress(piece, ZSTD);
      await this.#write(toLengthBytes(stored.length));
      await this.#write(stored);
      onPiece(bytes);
    }
    const stream = { ...place, rows, bytes, sha256: hash.digest('hex'), storedBytes: this.#bytes - start };
    this.#streams.push(stream);
    return stream;
  }

  /** Returns the size of the file. */
  async finish(facts: Omit<Manifest, 'streams'>): Promise<number> {
    const manifest = Buffer.from(JSON.stringify({ ...facts, streams: this.#streams } satisfies Manifest));
    return await withFileErrors(this.#path, async () => {
      await this.#write(manifest);
      await this.#write(toLengthBytes(manifest.length));
      await this.#file.writeFile(Buffer.concat([this.#hash.digest(), END_MARK]));
      await this.#file.sync();
      const { size } = await this.#file.stat();
      await this.#file.close();
      await rename(this.#temporaryPath, this.#path);
      await syncFolder(dirname(this.#path));
      return size;
    });
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#temporaryPath, { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await withFileErrors(this.#path, async () => await this.#file.writeFile(bytes));
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Syncs the folder, so that the new name is on disk as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Splits a stream into pieces of a fixed size, so that the result compresses to the same bytes however its chunks arrive. */
export async function* toPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const size = LIMITS.backupPieceBytes;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (heldBytes + rest.length >= size) {
      const taken = size - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      held = [];
      heldBytes = 0;
      rest = rest.subarray(taken);
    }
    held.push(rest);
    heldBytes += rest.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
