/**
 * The backup file: a mark, then per stream its pieces (length, zstd frame), then the manifest as JSON, then a trailer with the
 * length of the manifest and the SHA-256 of everything before it. Written from front to back; a file that was cut, changed or
 * appended to in any place is recognized before a row of it is looked at.
 */
import { LIMITS } from '../../core/limits.ts';

export const START_MARK = Buffer.from('ASSAYBAK', 'latin1');
export const END_MARK = Buffer.from('ASSAYEND', 'latin1');
export const SHA256_BYTES = 32;
export const LENGTH_BYTES = 4;
export const TRAILER_BYTES = LENGTH_BYTES + SHA256_BYTES + END_MARK.length;

/** What zstd needs at most for a piece that cannot be compressed, and some room. */
export const STORED_PIECE_BYTES_MAX = LIMITS.backupPieceBytes + 64 * 1024;

export function toLengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(length);
  return bytes;
}
