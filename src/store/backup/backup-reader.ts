/**
 * Reads a backup file, which may be damaged or malicious. Opening it verifies the hash of the whole file; reading a stream
 * verifies its size, its rows and its SHA-256 again, because the file may change in between. Nothing is decompressed beyond the
 * size of one piece.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { LIMITS } from '../../core/limits.ts';
import { BACKUP_DAMAGED, BACKUP_FILE_UNUSABLE, withFileErrors } from './errors.ts';
import {
  END_MARK,
  LENGTH_BYTES,
  SHA256_BYTES,
  START_MARK,
  STORED_PIECE_BYTES_MAX,
  TRAILER_BYTES,
  Manifest,
  type Stream,
} from './file-format.ts';

const decompress = promisify(zstdDecompress);

export class BackupReader {
  readonly manifest: Manifest;
  readonly #file: FileHandle;
  readonly #starts = new Map<Stream, number>();

  static async open(path: string): Promise<BackupReader> {
    return await withFileErrors(path, async () => {
      const file = await open(path, 'r');
      try {
        return new BackupReader(file, await readManifest(path, file));
      } catch (error) {
        await file.close();
        throw error;
      }
    });
  }

  private constructor(file: FileHandle, manifest: Manifest) {
    this.#file = file;
    this.manifest = manifest;
    let start = START_MARK.length;
    for (const stream of manifest.streams) {
      this.#starts.set(stream, start);
      start += stream.storedBytes;
    }
  }

  /** Returns the rows of a stream in COPY format. Throws BACKUP_DAMAGED after the last piece at the latest. */
  async *read(stream: Stream): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let bytes = 0;
    let position = this.#starts.get(stream);
    assert(position !== undefined, 'The stream is one of this backup.');
    const end = position + stream.storedBytes;
    while (position < end) {
      const length = (await readExactly(this.#file, position, LENGTH_BYTES)).readUInt32BE();
      position += LENGTH_BYTES;
      if (length > STORED_PIECE_BYTES_MAX || position + length > end) throw damaged('a chunk has an invalid length');
      const piece = await inflate(await readExactly(this.#file, position, length));
      position += length;
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    if (bytes !== stream.bytes || hash.digest('hex') !== stream.sha256) {
      throw damaged(`the rows of "${stream.table}" do not match their SHA-256`);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

async function readManifest(path: string, file: FileHandle): Promise<Manifest> {
  const stats = await file.stat();
  if (!stats.isFile()) throw BACKUP_FILE_UNUSABLE({ path, reason: 'it is not a regular file' });
  const start = await readExactly(file, 0, Math.min(START_MARK.length, stats.size));
  if (!start.equals(START_MARK)) throw BACKUP_FILE_UNUSABLE({ path, reason: 'it is not an Assay backup' });

  const trailerAt = stats.size - TRAILER_BYTES;
  if (trailerAt < START_MARK.length) throw damaged('the file is truncated');
  const trailer = await readExactly(file, trailerAt, TRAILER_BYTES);
  if (!trailer.subarray(LENGTH_BYTES + SHA256_BYTES).equals(END_MARK))
    throw damaged('the file is truncated or was modified');
  const sha256 = trailer.subarray(LENGTH_BYTES, LENGTH_BYTES + SHA256_BYTES);
  if (!(await hashUpTo(file, trailerAt + LENGTH_BYTES)).equals(sha256)) throw damaged('the file was modified');

  const length = trailer.readUInt32BE();
  const manifestAt = trailerAt - length;
  if (length > LIMITS.backupManifestBytesMax || manifestAt < START_MARK.length)
    throw damaged('its table of contents is too long');
  const manifest = parseManifest(await readExactly(file, manifestAt, length));
  const streamBytes = manifest.streams.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  if (START_MARK.length + streamBytes !== manifestAt)
    throw damaged('its table of contents does not match its contents');
  return manifest;
}

function parseManifest(bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw BACKUP_DAMAGED({ problem: 'its table of contents cannot be parsed' }, { cause: error });
  }
  const result = Manifest.safeParse(value);
  if (!result.success)
    throw damaged('its table of contents cannot be parsed, possibly because a newer version of Assay created it');
  return result.data;
}

async function hashUpTo(file: FileHandle, end: number): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let position = 0; position < end; position += LIMITS.backupPieceBytes) {
    hash.update(await readExactly(file, position, Math.min(LIMITS.backupPieceBytes, end - position)));
  }
  return hash.digest();
}

async function inflate(stored: Buffer): Promise<Buffer> {
  try {
    return await decompress(stored, { maxOutputLength: LIMITS.backupPieceBytes });
  } catch (error) {
    throw BACKUP_DAMAGED({ problem: 'a chunk cannot be decompressed' }, { cause: error });
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw damaged('the file is truncated');
    done += bytesRead;
  }
  return buffer;
}

function damaged(problem: string): Error {
  return BACKUP_DAMAGED({ problem });
}
