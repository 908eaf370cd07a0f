/** The queries that the supervisor sends to its server: readiness, facts, the database, other clients. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { DURABILITY_SETTINGS } from './server-settings.ts';

type Row = Readonly<Record<string, string>>;

/** Asks the server as one role. */
export interface ServerSession {
  ask(sql: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** A new connection costs the server more than most questions. One that is kept is replaced when it was lost. */
export function openSession(url: string, { isKept }: { readonly isKept: boolean }): ServerSession {
  let kept: Client | undefined;
  const close = async (): Promise<void> => {
    const client = kept;
    kept = undefined;
    await client?.end().catch(() => undefined);
  };
  const ask = async (sql: string): Promise<readonly Row[]> => {
    kept ??= await connect(url, () => (kept = undefined));
    try {
      return (await kept.query<Record<string, string>>(sql)).rows;
    } finally {
      if (!isKept) await close();
    }
  };
  return { ask, close };
}

/** Returns whether the server answers. An error about a missing role or database is an answer. */
export async function isReachable(session: ServerSession): Promise<boolean> {
  try {
    await session.ask('select 1');
    return true;
  } catch (error) {
    return isMissingDatabase(error);
  }
}

export interface ServerFacts {
  readonly version: string;
  /** Settings that are off, although durability requires them. */
  readonly weakSettings: readonly string[];
}

/**
 * Returns undefined when the database does not exist yet. Queries as Assay's own role, because `alter role` and `alter database`
 * override the command line.
 */
export async function findServerFacts(session: ServerSession): Promise<ServerFacts | undefined> {
  try {
    const names = ['server_version', ...DURABILITY_SETTINGS];
    const [row] = await session.ask(
      `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
    );
    const weakSettings = DURABILITY_SETTINGS.filter((name) => row?.[name] === 'off').toSorted();
    return { version: row?.['server_version'] ?? '', weakSettings };
  } catch (error) {
    if (isMissingDatabase(error)) return undefined;
    throw error;
  }
}

/** Creates the role and the database. Checks for each, because an earlier start may have been interrupted between the two. */
export async function createDatabase({ adminUrl }: ServerUrls): Promise<void> {
  const admin = openSession(adminUrl, { isKept: false });
  const roles = await admin.ask(`select rolname from pg_roles where rolname = 'assay'`);
  if (roles.length === 0) await admin.ask('create role assay login');
  const databases = await admin.ask(`select datname from pg_database where datname = 'assay'`);
  if (databases.length === 0) await admin.ask('create database assay owner assay');
}

/** Waits until other commands that use this server are done. They are few and short. */
export async function waitForOtherClients(session: ServerSession, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const others = await session.ask(
      `select pid::text from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (others.length === 0) return;
    await delay(50);
  }
}

const ROLE_UNKNOWN = '28000';
const DATABASE_UNKNOWN = '3D000';
const CONNECT_TIMEOUT_MS = 10_000;

function isMissingDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [ROLE_UNKNOWN, DATABASE_UNKNOWN].includes(String(error.code));
}

async function connect(url: string, onEnd: () => void): Promise<Client> {
  // Loaded while the server starts.
  const pg = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, the error event of a server that disconnects would end the process.
  client.on('error', () => undefined);
  client.once('end', onEnd);
  await client.connect();
  return client;
}

/** Connection URLs of a server on a Unix socket, in the form that `pg` and PostgreSQL's own tools both accept. */

export interface ServerUrls {
  /** The ordinary role that owns the database `assay`. */
  readonly url: string;
  /** The superuser that created the database. */
  readonly adminUrl: string;
}

export function toServerUrls(socketDir: string, port: number): ServerUrls {
  // Without `sslmode`, `pg` follows PGSSLMODE and requests TLS, which a Unix socket does not support.
  const server = `${encodeURIComponent(socketDir)}:${port}`;
  return {
    url: `postgresql://assay@${server}/assay?sslmode=disable`,
    adminUrl: `postgresql://postgres@${server}/postgres?sslmode=disable`,
  };
}
