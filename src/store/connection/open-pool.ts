/** Connection pools to the database. */
import pg from 'pg';

export interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly applicationName?: string;
  readonly idleTimeoutMs?: number;
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
    ...(options.pipeline === true && { pipeline: true }),
  });
  pool.on('error', options.onIdleError);
  // Listens for the whole life of the connection: the last message of a dying server may arrive before its borrower listens or
  // after its release, and an 'error' event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
