/** Connection pools to the database. */
import pg from 'pg';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { toStoreError } from '../failures.ts';
import { COLUMN_PARSERS } from './text-arrays.ts';

interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly applicationName?: string;
  readonly idleTimeoutMs?: number;
  /** Settings of the server for these connections, as arguments of its command. A pooler refuses them. */
  readonly settings?: string;
  /** Sends statements without waiting for the result of the previous one. */
  readonly pipeline?: boolean;
  readonly onIdleError: (error: Error) => void;
}

/** How long a request waits for a connection before it is rejected. */
export const CONNECTION_WAIT_MAX_MS = 10_000;

export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: CONNECTION_WAIT_MAX_MS,
    idleTimeoutMillis: options.idleTimeoutMs ?? 60_000,
    application_name: options.applicationName ?? 'assay',
    keepAlive: true,
    types: COLUMN_PARSERS,
    ...(options.settings !== undefined && { options: options.settings }),
    ...(options.pipeline === true && { pipeline: true }),
  });
  pool.on('error', options.onIdleError);
  // Listens for the whole life of the connection: the last message of a dying server may arrive before its borrower listens or
  // after its release, and an 'error' event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (options.pipeline === true) pool.on('connect', joinWrites);
  return pool;
}

/** Sends all statements of one turn of the event loop in one write: each write costs the process and the server a system call. */
function joinWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as pg.Client).connection;
  let isCorked = false;
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const queryCorked = (...parameters: unknown[]): unknown => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      // Runs after all promises that are settled already, which continue with further statements.
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return query(...parameters);
  };
  client.query = queryCorked as typeof client.query;
}

/** Copies rows in COPY text format, on a separate pool: the main pool pipelines statements, which COPY does not support. */
export async function copyRows(pool: pg.Pool, statement: string, rows: Uint8Array): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toStoreError(error);
  });
  let broken = true;
  try {
    await copyOn(client, statement, rows);
    broken = false;
  } finally {
    // A failed COPY leaves its connection in an unknown state.
    client.release(broken);
  }
}

export async function copyOn(client: pg.PoolClient, statement: string, rows: Uint8Array): Promise<void> {
  try {
    await pipeline(Readable.from([rows], { objectMode: false }), client.query(copyFrom(statement)));
  } catch (error) {
    throw toStoreError(error);
  }
}

export async function* readCopy(client: pg.PoolClient, statement: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of client.query(copyTo(statement))) yield part as Uint8Array;
  } catch (error) {
    throw toStoreError(error);
  }
}
