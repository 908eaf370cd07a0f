/**
 * The manifest of a backup. It contains no time and no version of a program or server, so that two backups of the same content
 * have the same bytes. That is how a restore is verified.
 */
import { z } from 'zod';
import { isUuid } from '../../core/naming/uuid.ts';

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
