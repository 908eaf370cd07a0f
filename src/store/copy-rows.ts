/** Rows in the text form of COPY, on a connection of their own: those of the pool send ahead, and COPY cannot travel like that. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { toStoreError } from './to-store-error.ts';

export async function copyRows(pool: pg.Pool, statement: string, rows: Uint8Array): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toStoreError(error);
  });
  let broken = true;
  try {
    await pipeline(Readable.from([rows], { objectMode: false }), client.query(copyFrom(statement)));
    broken = false;
  } catch (error) {
    throw toStoreError(error);
  } finally {
    // Nobody knows in which state a COPY that failed has left its connection.
    client.release(broken);
  }
}
