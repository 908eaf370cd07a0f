import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { setQuota } from '../../../src/store/people/usage.ts';
import { saveBlob, readBlob } from '../../../src/store/portfolio/blobs/blobs.ts';
import { Spool } from '../../../src/store/portfolio/blobs/spool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let spool: Spool;
const orgId = newId();
const at = new Date().toISOString();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 4,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  await database.inOrg(orgId, async (tx) => await insertOrganization(tx, { id: orgId, name: 'Test', createdAt: at }));
  folder = await mkdtemp(join(tmpdir(), 'assay-spool-'));
  spool = new Spool({ folder, bytesMax: 1_000_000_000 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Incompressible bytes, so that chunks and the spool file are used. */
function noise(size: number, seed: number): Buffer {
  const bytes = Buffer.alloc(size);
  let block = createHash('sha512').update(String(seed)).digest();
  for (let start = 0; start < size; start += block.length) {
    block.copy(bytes, start);
    block = createHash('sha512').update(block).digest();
  }
  return bytes;
}

async function keep(bytes: Buffer, afterPiece = (): void => {}, pieceSize = 65_536): Promise<Buffer> {
  const writer = spool.open(bytes.length);
  for (let start = 0; start < bytes.length; start += pieceSize)
    await writer.write(Buffer.from(bytes.subarray(start, start + pieceSize)));
  const document = await writer.finish();
  try {
    await database.inOrg(orgId, async (tx) => await saveBlob(tx, document, at, afterPiece));
    return document.sha256;
  } finally {
    await document.close();
  }
}

const read = async (sha256: Buffer): Promise<Buffer> => await buffer(readBlob(database, orgId, sha256));

describe('raw bytes', () => {
  it('of a large document beyond the quota are rejected before its second chunk is written', async () => {
    await database.inOrg(orgId, async (tx) => await setQuota(tx, 'storedBytes', 2_000_000));
    let pieces = 0;

    const kept = keep(noise(9_000_000, 7), () => void (pieces += 1));

    await expect(kept).rejects.toThrow('of 2,000,000 stored bytes');
    expect(pieces).toBe(1);
    await database.inOrg(orgId, async (tx) => await setQuota(tx, 'storedBytes', undefined));
  });

  it.each([1, 1_000, 1_048_576, 1_048_577, 9_000_000, 20_000_000])(
    'of %i bytes are returned unchanged',
    async (size) => {
      const bytes = noise(size, size);

      expect((await read(await keep(bytes))).equals(bytes)).toBe(true);
      expect(await readdir(folder)).toEqual([]);
      expect(spool.bytesInUse).toBe(0);
    },
  );

  it('of a small document are kept in memory only while all documents in flight have room there', async () => {
    const crowded = new Spool({ folder, bytesMax: 10_000_000, memoryBytesMax: 1_000_000 });
    const bytes = Buffer.alloc(800_000, 'a');
    const writers = [];
    for (let count = 0; count < 20; count += 1) {
      const writer = crowded.open(bytes.length);
      await writer.write(Buffer.from(bytes));
      writers.push(writer);
    }

    expect(crowded.bytesInUse).toBeGreaterThanOrEqual(800_000);
    expect(crowded.bytesInUse).toBeLessThan(1_000_000);
    for (const writer of writers) {
      const document = await writer.finish();
      expect((await document.read(0, bytes.length)).equals(bytes)).toBe(true);
      await document.close();
    }
    expect(crowded.bytesInUse).toBe(0);
  });

  it('beyond the limit of all documents in flight are rejected, whether they are compressed yet or not', async () => {
    const full = new Spool({ folder, bytesMax: 1_000_000 });
    const first = full.open(800_000);
    await first.write(noise(800_000, 1));
    const second = full.open(0);

    await expect(second.write(noise(300_000, 2))).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(() => full.open(300_000)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    await second.close();
    await first.close();
    expect(full.bytesInUse).toBe(0);
  });

  it('are read in ranges from the spool, however large the document', async () => {
    const bytes = noise(3_000_000, 42);
    const writer = spool.open(bytes.length);
    await writer.write(Buffer.from(bytes));
    const document = await writer.finish();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length }), fc.nat({ max: 100_000 }), async (start, length) => {
        const part = await document.read(start, start + length);
        expect(part.equals(bytes.subarray(start, start + length))).toBe(true);
      }),
      { numRuns: 20 },
    );
    await document.close();
  });

  it('that have changed are never returned as complete', async () => {
    const sha256 = await keep(noise(2_500_000, 7));
    await database.inOrg(orgId, async ({ client }) => {
      await client.query(
        'update blob_chunk set bytes = set_byte(bytes, 1000, 255 - get_byte(bytes, 1000)) where sha256 = $1 and n = 1',
        [sha256],
      );
    });

    await expect(read(sha256)).rejects.toMatchObject({ code: 'BLOB_CORRUPT' });
  });

  it('that are missing are reported', async () => {
    const sha256 = await keep(noise(10_000, 8));
    await database.inOrg(orgId, async ({ client }) => {
      await client.query('delete from blob_chunk where sha256 = $1', [sha256]);
    });

    await expect(read(sha256)).rejects.toMatchObject({
      code: 'BLOB_CORRUPT',
      message: expect.stringContaining('missing'),
    });
  });

  it('that lack a chunk in the middle are rejected', async () => {
    const sha256 = await keep(noise(4_000_000, 9));
    await database.inOrg(orgId, async ({ client }) => {
      await client.query('delete from blob_chunk where sha256 = $1 and n = 2', [sha256]);
    });

    await expect(read(sha256)).rejects.toMatchObject({ code: 'BLOB_CORRUPT' });
  });
});

describe('the spool', () => {
  it('rejects a body that does not fit beside the others, before and while it arrives', async () => {
    const small = new Spool({ folder, bytesMax: 100_000 });

    expect(() => small.open(100_001)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    const writer = small.open(0);
    await expect(
      (async () => {
        for (let n = 0; n < 40; n += 1) await writer.write(noise(100_000, n));
        await writer.finish();
      })(),
    ).rejects.toMatchObject({ code: 'OVERLOADED' });
    await writer.close();
    expect(small.bytesInUse).toBe(0);
  });
});
