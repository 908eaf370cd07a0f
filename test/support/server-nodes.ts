/**
 * PostgreSQL servers of a test in a temporary folder, which can be killed and started again, from the programs of a server of the
 * distribution.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { parsePasswd } from '../../src/postgres/start-as-root.ts';
import { findFreePort } from './free-port.ts';
import { until } from './server-processes.ts';

export interface ServerNode {
  readonly port: number;
  /** Of the postmaster. */
  pid(): number | undefined;
  start(): Promise<void>;
  /** Kills the postmaster without warning; its other processes end when they notice. */
  kill(): Promise<void>;
  /** Runs one statement as the superuser. */
  ask<Row extends pg.QueryResultRow>(database: string, statement: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface ServerFolder {
  /** Creates and starts a server with these lines in its configuration. */
  add(settings: string): Promise<ServerNode>;
  /** Creates and starts a standby of another server. */
  addStandby(of: ServerNode): Promise<ServerNode>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

export async function createServerFolder(bin: string): Promise<ServerFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-servers-')));
  const user = await findServerUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  // The folder of the calling user may be closed to the server's user.
  const options = { cwd: '/', env: { PATH: process.env['PATH'], HOME: '/' }, ...user };
  const nodes: ServerNode[] = [];
  const add = async (
    settings: string,
    create: (dataDir: string) => readonly [string, string[]],
  ): Promise<ServerNode> => {
    const dataDir = join(folder, `node-${nodes.length}`);
    const port = await findFreePort();
    const [program, parameters] = create(dataDir);
    await run(join(bin, program), parameters, options);
    await appendFile(join(dataDir, 'postgresql.conf'), `${COMMON}\n${settings}\nport = ${port}\n`);
    let server: ChildProcess | undefined;
    const node: ServerNode = {
      port,
      pid: () => server?.pid,
      start: async () => {
        server = spawn(join(bin, 'postgres'), ['-D', dataDir], { ...options, stdio: 'ignore' });
        await until(
          async () =>
            await node.ask('postgres', 'select 1').then(
              () => true,
              () => false,
            ),
        );
      },
      kill: async () => {
        if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
        const exited = once(server, 'exit');
        server.kill('SIGKILL');
        await exited;
      },
      ask: async (database, statement, values = []) =>
        await ask(`postgres://postgres@127.0.0.1:${port}/${database}`, statement, values),
    };
    nodes.push(node);
    await node.start();
    return node;
  };
  return {
    add: async (settings) =>
      await add(settings, (dataDir) => [
        'initdb',
        ['-D', dataDir, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust'],
      ]),
    addStandby: async ({ port }) =>
      await add('', (dataDir) => [
        'pg_basebackup',
        [
          '-D',
          dataDir,
          '-d',
          `postgres://postgres@127.0.0.1:${port}/postgres`,
          '--write-recovery-conf',
          '--checkpoint=fast',
        ],
      ]),
    stop: async () => {
      for (const node of nodes) await node.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** PostgreSQL refuses to run as root. */
async function findServerUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  return parsePasswd(await readFile('/etc/passwd', 'utf8'), 'postgres');
}

const COMMON = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
log_min_messages = fatal
`;

/** Runs one statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
