/** Reads every document back from the database and verifies its SHA-256, as proof that the restore is readable. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { AssayError } from '../../core/errors.ts';
import { inflate } from '../portfolio/blobs/spooled-document.ts';
import { BACKUP_DAMAGED } from './errors.ts';

const BLOBS_PER_READ = 1_000;

interface BlobRow {
  readonly sha256: Buffer;
  readonly size_bytes: string;
}

/** Returns the number of documents. `onBytes` receives the number of bytes so far, and may throw to stop. */
export async function verifyBlobs(client: pg.Client, orgId: string, onBytes: (bytes: number) => void): Promise<number> {
  let count = 0;
  let bytes = 0;
  const countPiece = (piece: Buffer): void => {
    bytes += piece.length;
    onBytes(bytes);
  };
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const { rows } = await client.query<BlobRow>(
      'select sha256, size_bytes from blob where org_id = $1 and sha256 > $2 order by sha256 limit $3',
      [orgId, after, BLOBS_PER_READ],
    );
    for (const blob of rows) {
      await verify(blob, readPieces(client, orgId, blob.sha256, countPiece));
    }
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BLOBS_PER_READ) return count;
    after = last.sha256;
  }
}

async function verify(blob: BlobRow, pieces: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256');
  let bytesLeft = Number(blob.size_bytes);
  let cause: unknown;
  try {
    for await (const chunk of inflate(pieces)) {
      hash.update(chunk);
      bytesLeft -= chunk.length;
      // Stop when a document decompresses to more than its declared size.
      if (bytesLeft < 0) break;
    }
  } catch (error) {
    if (error instanceof AssayError || !isZlibError(error)) throw error;
    cause = error;
  }
  if (cause !== undefined || bytesLeft !== 0 || !hash.digest().equals(blob.sha256)) {
    const document = blob.sha256.toString('hex');
    throw BACKUP_DAMAGED({ problem: `the document ${document} does not match its SHA-256` }, { cause });
  }
}

async function* readPieces(
  client: pg.Client,
  orgId: string,
  sha256: Buffer,
  onPiece: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for (let n = 0; ; n += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'select bytes from blob_chunk where org_id = $1 and sha256 = $2 and n = $3',
      [orgId, sha256, n],
    );
    const [row] = rows;
    if (row === undefined) return;
    onPiece(row.bytes);
    yield row.bytes;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ZSTD_)/.test(String(error.code));
}
