/**
 * What a backup says about itself. It holds no time and no version of a program or server: two backups of the same content
 * are the same bytes, which is how a restore is proven.
 */
import { z } from 'zod';
import { isUuid } from '../../core/naming/uuid.ts';

const Count = z.int().nonnegative();

const Stream = z.strictObject({
  /** Null: a table without an organization. */
  organization: z.string().refine(isUuid).nullable(),
  table: z.string(),
  rows: Count,
  /** Size and SHA-256 of the rows as COPY wrote them. */
  bytes: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes of the file that hold them; the streams follow each other without a gap. */
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
