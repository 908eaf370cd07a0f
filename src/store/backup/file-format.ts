/**
 * The format of a backup file: a start mark, then the pieces of each stream (length, zstd frame), then the manifest as JSON, then
 * a trailer with the length of the manifest and the SHA-256 of everything before it. It is written sequentially. A file that was
 * truncated, changed or appended to is detected before any row is read.
 */
import { LIMITS } from '../../core/limits.ts';

export const START_MARK = Buffer.from('ASSAYBAK', 'latin1');
export const END_MARK = Buffer.from('ASSAYEND', 'latin1');
export const SHA256_BYTES = 32;
export const LENGTH_BYTES = 4;
export const TRAILER_BYTES = LENGTH_BYTES + SHA256_BYTES + END_MARK.length;

/** The maximum size of an incompressible piece after zstd, with some margin. */
export const STORED_PIECE_BYTES_MAX = LIMITS.backupPieceBytes + 64 * 1024;

export function toLengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(length);
  return bytes;
}
