/** The queries that the supervisor sends to its server: readiness, version, durability, the database, other clients. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { POSTGRES_NOT_DURABLE } from './errors.ts';
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

/** Returns the version, or undefined when the server does not answer. */
export async function findServerVersion(url: string): Promise<string | undefined> {
  try {
    return await getServerVersion(url);
  } catch {
    return undefined;
  }
}

export async function getServerVersion(url: string): Promise<string> {
  const [row] = await query(url, 'show server_version');
  return row?.['server_version'] ?? '';
}

/** Creates the role and the database. Checks for each, because an earlier start may have been interrupted between the two. */
export async function createDatabase({ adminUrl }: ServerUrls): Promise<void> {
  const roles = await query(adminUrl, `select rolname from pg_roles where rolname = 'assay'`);
  if (roles.length === 0) await query(adminUrl, 'create role assay login');
  const databases = await query(adminUrl, `select datname from pg_database where datname = 'assay'`);
  if (databases.length === 0) await query(adminUrl, 'create database assay owner assay');
}

export async function databaseExists(url: string): Promise<boolean> {
  try {
    await query(url, 'select 1');
    return true;
  } catch (error) {
    if (isMissingDatabase(error)) return false;
    throw error;
  }
}

/** Queries as Assay's own role, because `alter role` and `alter database` override the command line. */
export async function requireDurability(url: string): Promise<void> {
  const list = DURABILITY_SETTINGS.map((name) => `'${name}'`).join(', ');
  const off = await query(
    url,
    `select name from pg_settings where name in (${list}) and setting = 'off' order by name`,
  );
  if (off.length > 0) throw POSTGRES_NOT_DURABLE({ settings: off.map((row) => row['name'] ?? '') });
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
