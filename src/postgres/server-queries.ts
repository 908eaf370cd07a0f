/** The queries that the supervisor sends to its server: readiness, facts, the database, other clients. */
import { setTimeout as delay } from 'node:timers/promises';
import { DURABILITY_SETTINGS } from './server-settings.ts';

/** Returns whether the server answers. An error about a missing role or database is an answer. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    await query(url, 'select 1');
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
export async function findServerFacts(url: string): Promise<ServerFacts | undefined> {
  try {
    const names = ['server_version', ...DURABILITY_SETTINGS];
    const [row] = await query(url, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`);
    const weakSettings = DURABILITY_SETTINGS.filter((name) => row?.[name] === 'off').toSorted();
    return { version: row?.['server_version'] ?? '', weakSettings };
  } catch (error) {
    if (isMissingDatabase(error)) return undefined;
    throw error;
  }
}

/** Creates the role and the database. Checks for each, because an earlier start may have been interrupted between the two. */
export async function createDatabase({ adminUrl }: ServerUrls): Promise<void> {
  const roles = await query(adminUrl, `select rolname from pg_roles where rolname = 'assay'`);
  if (roles.length === 0) await query(adminUrl, 'create role assay login');
  const databases = await query(adminUrl, `select datname from pg_database where datname = 'assay'`);
  if (databases.length === 0) await query(adminUrl, 'create database assay owner assay');
}

/** Waits until other commands that use this server are done. They are few and short. */
export async function waitForOtherClients(url: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const others = await query(
      url,
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

async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, string>>[]> {
  // Loaded while the server starts.
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, the error event of a server that disconnects would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
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
