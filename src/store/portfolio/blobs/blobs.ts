/** Raw bytes of documents: compressed, in pieces of 1 MiB, verified by their SHA-256 on every read. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import type { Database, OrgTx } from '../../database.ts';
import { BLOB_CORRUPT } from '../../errors.ts';
import { addUsage, requireQuota } from '../../people/usage.ts';
import { pipelined } from '../../pipelined.ts';
import { inflate, type SpooledDocument } from './spooled-document.ts';

/** Stores the bytes unless the organization already has them. The row cannot be removed until the transaction ends. */
export async function saveBlob(
  tx: OrgTx,
  document: SpooledDocument,
  at: string,
  afterPiece: () => void = () => {},
): Promise<void> {
  const pieces = document.pieces();
  const first = (await pieces.next()).value;
  // The first piece is sent together with the row, because most documents have only one.
  const [{ rows }] = await pipelined([
    sql<{ inserted: boolean }>`
      insert into blob (org_id, sha256, size_bytes, stored_bytes, encoding, created_at)
      values (${tx.orgId}, ${document.sha256}, ${document.sizeBytes}, ${document.storedBytes}, 'zstd', ${at})
      on conflict (org_id, sha256) do update set encoding = excluded.encoding
      returning (xmax = 0) as inserted`.execute(tx.db),
    sql`
      insert into blob_chunk (org_id, sha256, n, bytes)
      values (${tx.orgId}, ${document.sha256}, 0, ${first}) on conflict do nothing`.execute(tx.db),
  ]);
  if (rows[0]?.inserted !== true) return;
  afterPiece();
  // Rows that are written and rolled back take space until the next vacuum, so a large document is rejected before the rest is
  // written.
  if (first !== undefined && first.length < document.storedBytes)
    await requireQuota(tx, { storedBytes: document.storedBytes });
  addUsage(tx, 'storedBytes', document.storedBytes);
  let n = 1;
  for await (const bytes of pieces) {
    await tx.db.insertInto('blob_chunk').values({ org_id: tx.orgId, sha256: document.sha256, n, bytes }).execute();
    n += 1;
    afterPiece();
  }
}

/**
 * Removes the given blobs that no document uses any more. Locks them first, so that the second statement sees concurrent uploads
 * of the same bytes.
 */
export async function removeUnusedBlobs(tx: OrgTx, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from blob where org_id = ${tx.orgId} and sha256 = any(${[...hashes]}::bytea[])
    order by sha256 for update`.execute(tx.db);
  const { rows: removed } = await sql<{ stored: string }>`
    delete from blob where org_id = ${tx.orgId} and sha256 = any(${rows.map((row) => row.sha256)}::bytea[])
      and not exists (select 1 from sbom where sbom.org_id = ${tx.orgId} and sbom.blob_sha256 = blob.sha256)
      and not exists (select 1 from vex_document v where v.org_id = ${tx.orgId} and v.sha256 = blob.sha256)
      and not exists (select 1 from reachability_document a where a.org_id = ${tx.orgId} and a.sha256 = blob.sha256)
      and not exists (select 1 from profile_document r where r.org_id = ${tx.orgId} and r.sha256 = blob.sha256)
    returning stored_bytes as stored`.execute(tx.db);
  const bytes = removed.reduce((sum, { stored }) => sum + Number(stored), 0);
  addUsage(tx, 'storedBytes', -bytes);
}

/**
 * Streams the document as uploaded. No transaction is open between two pieces, because a slow client would hold it open. If the
 * hash does not match, the stream fails with BLOB_CORRUPT before its last piece, so that a client that counts bytes never takes
 * it for complete.
 */
export function readBlob(database: Database, orgId: string, sha256: Buffer): Readable {
  return toStream(readPieces(database, orgId, sha256), sha256);
}

function toStream(pieces: AsyncIterable<Buffer>, sha256: Buffer): Readable {
  return Readable.from(verified(inflate(pieces), sha256), { objectMode: false });
}

/** Reads the whole document into memory. Most are one piece, which is cheaper without a stream. */
export async function readWholeBlob(database: Database, orgId: string, sha256: Buffer): Promise<Buffer> {
  const first = await readPiece(database, orgId, sha256, 0);
  if (first === undefined) throw missing(sha256);
  const isWhole = first.bytes.length >= first.storedBytes;
  const decoded = isWhole ? inflateAtOnce(first) : inflate(readPieces(database, orgId, sha256, first));
  return await join(verified(decoded, sha256), sha256, first.sizeBytes);
}

/** Copies each piece as it arrives: joining 100 MB at the end would block the event loop for 0.3 s. */
async function join(chunks: AsyncIterable<Buffer>, sha256: Buffer, sizeBytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(sizeBytes);
  let length = 0;
  for await (const chunk of chunks) {
    chunk.copy(whole, length);
    length += chunk.length;
  }
  if (length !== sizeBytes) throw BLOB_CORRUPT({ sha256: sha256.toString('hex'), problem: 'the size does not match' });
  return whole;
}

function missing(sha256: Buffer): Error {
  return BLOB_CORRUPT({ sha256: sha256.toString('hex'), problem: 'the bytes are missing' });
}

/** Reads a small document inside an open transaction. */
export async function readBlobWithin(tx: OrgTx, sha256: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from blob_chunk where org_id = ${tx.orgId} and sha256 = ${sha256} order by n`.execute(tx.db);
  if (rows.length === 0) throw missing(sha256);
  return await buffer(toStream(piecesOf(rows), sha256));
}

async function* piecesOf(rows: readonly { readonly bytes: Buffer }[]): AsyncGenerator<Buffer> {
  for (const { bytes } of rows) yield bytes;
}

const decompress = promisify(zstdDecompress);

async function* inflateAtOnce({ bytes, sizeBytes }: Piece): AsyncGenerator<Buffer> {
  yield await decompress(bytes, { chunkSize: Math.max(MIN_CHUNK_BYTES, sizeBytes), maxOutputLength: sizeBytes + 1 });
}

/** The minimum of the library. */
const MIN_CHUNK_BYTES = 64;

interface Piece {
  readonly bytes: Buffer;
  /** Sizes of all pieces together, and of the document. */
  readonly storedBytes: number;
  readonly sizeBytes: number;
}

async function* readPieces(database: Database, orgId: string, sha256: Buffer, first?: Piece): AsyncGenerator<Buffer> {
  let bytesRead = 0;
  for (let n = 0; ; n += 1) {
    const piece = (n === 0 ? first : undefined) ?? (await readPiece(database, orgId, sha256, n));
    if (piece === undefined) {
      if (n === 0) throw missing(sha256);
      return;
    }
    yield piece.bytes;
    bytesRead += piece.bytes.length;
    if (bytesRead >= piece.storedBytes) return;
  }
}

async function readPiece(database: Database, orgId: string, sha256: Buffer, n: number): Promise<Piece | undefined> {
  const { rows } = await database.inOrg(
    orgId,
    async (tx) =>
      await sql<Piece>`
        select c.bytes, b.stored_bytes::float8 as "storedBytes", b.size_bytes::float8 as "sizeBytes"
        from blob_chunk c join blob b on b.org_id = c.org_id and b.sha256 = c.sha256
        where c.org_id = ${orgId} and c.sha256 = ${sha256} and c.n = ${n}`.execute(tx.db),
  );
  return rows[0];
}

async function* verified(decoded: AsyncIterable<Buffer>, sha256: Buffer): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  try {
    for await (const chunk of decoded) {
      hash.update(chunk);
      if (held !== undefined) yield held;
      held = chunk;
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw BLOB_CORRUPT(
      { sha256: sha256.toString('hex'), problem: 'the bytes cannot be decompressed' },
      { cause: error },
    );
  }
  if (!hash.digest().equals(sha256)) {
    throw BLOB_CORRUPT({ sha256: sha256.toString('hex'), problem: 'the SHA-256 does not match' });
  }
  if (held !== undefined) yield held;
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_)/.test(String(error.code));
}
