/** Copies rows in COPY text format, on a separate pool: the main pool pipelines statements, which COPY does not support. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { toStoreError } from '../failures/to-store-error.ts';

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
    // A failed COPY leaves its connection in an unknown state.
    client.release(broken);
  }
}
