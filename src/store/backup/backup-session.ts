/**
 * One connection with one transaction for a whole backup or restore. On failure the connection is closed, whatever state COPY
 * left it in, and the server rolls everything back.
 */
import pg from 'pg';
import { toStartError, toStoreError } from '../failures.ts';
import { COMMAND_INTERRUPTED } from './errors.ts';

/** A consistent snapshot of all tables, while other transactions go on writing. */
export const BEGIN_BACKUP = 'begin isolation level repeatable read read only';
export const BEGIN_RESTORE = 'begin';

// Independent of the server's defaults: equal values become equal text, and no timeout meant for requests applies.
const SETTINGS = [
  'statement_timeout = 0',
  'lock_timeout = 5000',
  'idle_in_transaction_session_timeout = 0',
  'synchronous_commit = on',
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'postgres'`,
  `timezone = 'UTC'`,
  `bytea_output = 'hex'`,
  'extra_float_digits = 1',
];

export async function inBackupSession<Result>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'assay-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw toStartError(error);
  });
  try {
    await client.query([begin, ...SETTINGS.map((setting) => `set local ${setting}`)].join('; '));
    const result = await work(client);
    await client.query('commit');
    await client.end();
    return result;
  } catch (error) {
    closeAbruptly(client);
    throw toStoreError(error);
  }
}

/** `toOutcome` would wait for a response, which never arrives in the middle of a COPY. */
function closeAbruptly(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** From here on, row-level security shows the rows of this organization. */
export async function enterOrganization(client: pg.Client, orgId: string): Promise<void> {
  await client.query(`set local assay.org_id = ${pg.escapeLiteral(orgId)}`);
}

/** Returns the newest migration of the database, or undefined when it has none. */
export async function findMigration(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('kysely_migration') is not null as present`,
  );
  if (rows[0]?.present !== true) return undefined;
  const newest = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1');
  return newest.rows[0]?.name;
}

/** Options, progress and interruption that backup and restore share. */
export interface TransferOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Called often; the callback should throttle its output. */
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface TransferProgress {
  /** Undefined for tables without an organization. */
  readonly organization: { readonly number: number; readonly count: number } | undefined;
  /** The name of the table, or of another step. */
  readonly table: string;
  /** Bytes of the table so far. */
  readonly bytes: number;
}

export async function* interruptible<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    throwIfInterrupted(signal);
    yield item;
  }
}

export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw COMMAND_INTERRUPTED();
}

export function quoteName(name: string): string {
  return pg.escapeIdentifier(name);
}
