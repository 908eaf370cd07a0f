/**
 * The file format of a bundle, which carries the advisories of one installation to another without a network. A file consists of
 * a line that marks it, a line of JSON that describes it, sections, their table of contents as JSON, its length, and the SHA-256
 * of everything before. A section is a sequence of pieces (length, zstd frame) of whole items, each a name and its bytes. The
 * table is at the end because the sections are counted only then, so a file is written from front to back, and any section can be
 * read by itself.
 */
import { z } from 'zod';
import { parseInstant } from '../../core/advisory/instant.ts';
import { LIMITS } from '../../core/limits.ts';
import { ENRICHMENT_PARTS } from '../../core/vocabulary/source.ts';

export const MARK = Buffer.from('ASSAY ADVISORIES\n');
export const LENGTH_BYTES = 4;
export const SHA256_BYTES = 32;
/** Target size of a piece; it is larger if a single record is. */
export const PIECE_BYTES = 1024 ** 2;

const Instant = z.string().refine((text) => parseInstant(text) !== undefined);
const Count = z.int().nonnegative();

/** The tables and the parser that made the rows of a bundle: only an installation with the same can copy them. */
export const PreparedBy = z.strictObject({ migration: z.string().max(256), reader: z.int() });
export type PreparedBy = Readonly<z.infer<typeof PreparedBy>>;

export const BundleHead = z.object({
  format: z.literal('assay-advisories'),
  version: z.int().positive(),
  createdAt: Instant,
  prepared: PreparedBy.optional(),
});
export type BundleHead = z.infer<typeof BundleHead>;

export const BUNDLE_VERSION = 2;

const RecordsSection = z.strictObject({
  kind: z.literal('records'),
  source: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  directory: z.string().min(1).max(64),
  items: Count.max(LIMITS.feedEntriesMax),
  storedBytes: Count,
});
export type RecordsSection = z.infer<typeof RecordsSection>;

/** The rows of the records of a directory, in COPY format; an item is a part of the lines of a table. */
const RowsSection = z.strictObject({
  kind: z.literal('rows'),
  source: RecordsSection.shape.source,
  directory: RecordsSection.shape.directory,
  table: z.string().max(63),
  items: Count,
  storedBytes: Count,
});
export type RowsSection = z.infer<typeof RowsSection>;

const EnrichmentSection = z.strictObject({
  kind: z.literal('enrichment'),
  part: z.enum(ENRICHMENT_PARTS),
  /** The time that the data itself states. */
  asOf: Instant.nullable(),
  items: Count.max(LIMITS.feedEntriesMax),
  storedBytes: Count,
});
export type EnrichmentSection = z.infer<typeof EnrichmentSection>;

/** Sections of one bundle, in the order in which they are stored. */
export const BundleContents = z.strictObject({
  sections: z.array(z.discriminatedUnion('kind', [RecordsSection, RowsSection, EnrichmentSection])).max(10_000),
});
export type BundleContents = z.infer<typeof BundleContents>;
export type StoredSection = BundleContents['sections'][number];

export interface Item {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function toLengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(length);
  return bytes;
}

export function packItem({ name, bytes }: Item): Buffer {
  const nameBytes = Buffer.from(name, 'utf8');
  return Buffer.concat([toLengthBytes(nameBytes.length), nameBytes, toLengthBytes(bytes.length), bytes]);
}

/** Returns undefined if the piece does not consist of whole items. The bytes are not copied. */
export function unpackItems(piece: Buffer): Item[] | undefined {
  const items: Item[] = [];
  for (let position = 0; position < piece.length;) {
    const name = partAt(piece, position);
    const bytes = name === undefined ? undefined : partAt(piece, position + LENGTH_BYTES + name.length);
    if (name === undefined || bytes === undefined) return undefined;
    items.push({ name: name.toString('utf8'), bytes });
    position += 2 * LENGTH_BYTES + name.length + bytes.length;
  }
  return items;
}

function partAt(piece: Buffer, position: number): Buffer | undefined {
  const start = position + LENGTH_BYTES;
  if (start > piece.length) return undefined;
  const end = start + piece.readUInt32BE(position);
  return end > piece.length ? undefined : piece.subarray(start, end);
}
