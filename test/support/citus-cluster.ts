/**
 * A Citus cluster of a test: a coordinator and workers in a temporary folder, which can be killed and started again. Needs the
 * programs of a PostgreSQL with Citus (`scripts/build-citus.sh`), in the folder that ASSAY_TEST_CITUS_BIN names.
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

export const CITUS_BIN = process.env['ASSAY_TEST_CITUS_BIN'];

export interface CitusNode {
  readonly port: number;
  /** Of the processes of this node. */
  pid(): number | undefined;
  start(): Promise<void>;
  /** Kills the postmaster without warning; its other processes end when they notice. */
  kill(): Promise<void>;
  /** Runs one statement in the database of Assay as the superuser. */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface CitusCluster {
  /** Of the database on the coordinator, for the ordinary role. */
  readonly url: string;
  readonly coordinator: CitusNode;
  readonly workers: readonly CitusNode[];
  /** Starts another worker and adds it, without any rows yet. */
  addWorker(): Promise<CitusNode>;
  stop(): Promise<void>;
}

export async function startCitusCluster(bin: string, workerCount: number): Promise<CitusCluster> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-citus-')));
  const user = await findServerUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const nodes: CitusNode[] = [];
  const addNode = async (): Promise<CitusNode> => {
    const node = await createNode(bin, join(folder, `node-${nodes.length}`), user);
    nodes.push(node);
    return node;
  };
  const coordinator = await addNode();
  await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  const addWorker = async (): Promise<CitusNode> => {
    const worker = await addNode();
    await coordinator.ask(`select citus_add_node('127.0.0.1', $1)`, [worker.port]);
    return worker;
  };
  for (let count = 0; count < workerCount; count += 1) await addWorker();
  return {
    url: `postgres://assay@127.0.0.1:${coordinator.port}/assay`,
    coordinator,
    get workers() {
      return nodes.slice(1);
    },
    addWorker,
    stop: async () => {
      for (const node of nodes) await node.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. */
async function findServerUser(): Promise<User | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  return parsePasswd(await readFile('/etc/passwd', 'utf8'), 'postgres');
}

async function createNode(bin: string, dataDir: string, user: User | undefined): Promise<CitusNode> {
  // The folder of the calling user may be closed to the server's user.
  const options = { cwd: '/', env: { PATH: process.env['PATH'], HOME: '/' }, ...user };
  const port = await findFreePort();
  await run(join(bin, 'initdb'), ['-D', dataDir, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust'], options);
  await appendFile(join(dataDir, 'postgresql.conf'), `${SETTINGS}\nport = ${port}\nunix_socket_directories = ''\n`);
  let server: ChildProcess | undefined;
  const inDatabase = async <Row extends pg.QueryResultRow>(
    database: string,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => await ask(`postgres://postgres@127.0.0.1:${port}/${database}`, statement, values);
  const node: CitusNode = {
    port,
    pid: () => server?.pid,
    start: async () => {
      server = spawn(join(bin, 'postgres'), ['-D', dataDir], { ...options, stdio: 'ignore' });
      await until(
        async () =>
          await inDatabase('postgres', 'select 1').then(
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
    ask: async (statement, values) => await inDatabase('assay', statement, values),
  };
  await node.start();
  await inDatabase('postgres', 'create role assay login');
  await inDatabase('postgres', 'create database assay owner assay');
  await node.ask('create extension citus');
  return node;
}

const SETTINGS = `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
max_connections = 200
max_prepared_transactions = 300
max_worker_processes = 64
citus.shard_count = 8
# The next attempt to reach a killed worker must not wait for long.
citus.recover_2pc_interval = '1s'
log_min_messages = fatal
`;

async function ask<Row extends pg.QueryResultRow>(
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
