/**
 * The format of a backup file: a start mark, then the pieces of each stream (length, zstd frame), then the manifest as JSON, then
 * a trailer with the length of the manifest and the SHA-256 of everything before it. It is written sequentially. A file that was
 * truncated, changed or appended to is detected before any row is read.
 */
import { LIMITS } from '../../core/limits.ts';
import { z } from 'zod';
import { isUuid } from '../../core/naming/uuid.ts';

/**
 * The manifest of a backup. It contains no time and no version of a program or server, so that two backups of the same content
 * have the same bytes. That is how a restore is verified.
 */
const Count = z.int().nonnegative();

const Stream = z.strictObject({
  /** Null for a table without an organization. */
  organization: z.string().refine(isUuid).nullable(),
  table: z.string(),
  rows: Count,
  /** Size and SHA-256 of the rows in COPY format. */
  bytes: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Size of the stream in the file; streams follow each other without gaps. */
  storedBytes: Count,
});
export type Stream = z.infer<typeof Stream>;

export const Manifest = z.strictObject({
  format: z.literal(1),
  /** The newest migration of the database. */
  migration: z.string(),
  tables: z.array(z.strictObject({ name: z.string(), tenant: z.boolean(), columns: z.array(z.string()) })),
  streams: z.array(Stream),
});
export type Manifest = z.infer<typeof Manifest>;

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
