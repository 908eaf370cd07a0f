/**
 * Folders, servers and queries for the tests of the supervisor. Everything created here is removed after each test in files that
 * call `cleanUpAfterwards`: several files share this module, and a hook applies only to the file that registers it.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';
import { findPostmaster } from '../../../src/postgres/data-folder/postmaster-file.ts';
import { type PostgresOptions, type RunningPostgres, startPostgres } from '../../../src/postgres/start-postgres.ts';
import { listServerProcesses, until } from '../../support/server-processes.ts';
import { endAllAssays } from './assay-process.ts';

const folders: string[] = [];
const servers: RunningPostgres[] = [];
let template: Promise<string> | undefined;
let isCleanedUp = false;

/** Creates an empty folder that another user may enter. */
export async function makeFolder(): Promise<string> {
  if (!isCleanedUp) throw new Error('Call cleanUpAfterwards() at the top of the file.');
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-test-')));
  folders.push(folder);
  await promisify(execFile)('chmod', ['755', folder]);
  return folder;
}

/** Creates a folder with a cluster, for tests that are not about creating one. */
export async function makeDataFolder(): Promise<string> {
  template ??= createTemplate();
  const dataDir = await makeFolder();
  await cp(join(await template, 'pg'), join(dataDir, 'pg'), { recursive: true });
  return dataDir;
}

/** Starts a server in this process, without writing through to the disk unless requested. */
export async function start(
  options: Partial<PostgresOptions> & { readonly dataDir: string },
): Promise<RunningPostgres> {
  const postgres = await startPostgres({ purpose: 'serve', durable: false, log: () => undefined, ...options });
  servers.push(postgres);
  return postgres;
}

/** Runs one statement on its own connection and returns the first column of each row. */
export async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

export async function findPid(dataDir: string): Promise<number> {
  const postmaster = await findPostmaster(join(dataDir, 'pg'));
  if (postmaster === undefined) throw new Error('No server runs on this folder.');
  return postmaster.pid;
}

export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

async function createTemplate(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-test-template-')));
  await (await startPostgres({ dataDir: folder, purpose: 'serve', durable: false, log: () => undefined })).stop();
  return folder;
}

/** Call it at the top level of a test file. */
export function cleanUpAfterwards(): void {
  isCleanedUp = true;
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    await endAllAssays();
    for (const folder of folders.splice(0)) {
      await until(async () => (await listServerProcesses(folder)).length === 0);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
  afterAll(async () => {
    isCleanedUp = false;
    if (template !== undefined) await rm(await template, { recursive: true, force: true });
    template = undefined;
  });
}
