/**
 * Runs Assay as users do: `assay serve` in its own folder, with the embedded database, as a process group that a test can stop or
 * kill and start again on the same data. `remove` cleans up everything that was started here.
 */
import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { newTokenSecret } from '../../src/access/secrets.ts';
import { toServerUrls } from '../../src/postgres/server-queries.ts';
import { findPostmaster, signalProcess } from '../../src/postgres/data-folder/postmaster-file.ts';
import { listServerProcesses, until } from './server-processes.ts';
import { ask } from './server-nodes.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface AssayProcess {
  readonly pid: number;
  /** The URL of the API, empty for a worker; rejects when the process exits before it is ready. */
  readonly ready: Promise<string>;
  readonly exited: Promise<Exit>;
  /** Returns everything written to both streams. */
  output(): string;
  /** Sends the signal to the process group and waits for it to exit. */
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<Exit>;
}

export interface LaunchOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments for Node.js itself, before the program. */
  readonly nodeArguments?: readonly string[];
}

export interface Installation {
  /** The working folder; Assay stores its data in `.assay` inside. */
  readonly folder: string;
  readonly dataDir: string;
  /** A token with every scope. */
  readonly token: string;
  launch(options?: LaunchOptions): AssayProcess;
  /** Kills the database server without warning. Returns false when none is running. */
  killPostmaster(): Promise<boolean>;
  /** Runs one statement as the superuser, which bypasses row-level security. */
  ask<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A superuser URL, for more than one statement. */
  databaseUrl(): Promise<string>;
  /** Kills running processes, waits for them, and removes the folder. */
  remove(): Promise<void>;
}

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));

/** An installation that was started once and has been stopped. */
export type EndedInstallation = Pick<Installation, 'dataDir' | 'token'>;

/** Creates an empty installation, or copies another one, which saves the work of a first start. */
export async function createInstallation(copied?: EndedInstallation): Promise<Installation> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-process-')));
  const dataDir = join(folder, '.assay');
  const token = copied?.token ?? newTokenSecret().text;
  // Keeps owners, times and modes: when the tests run as root, the database runs as another user.
  if (copied !== undefined) await run('cp', ['-a', copied.dataDir, dataDir]);
  const running = new Set<AssayProcess>();

  const databaseUrl = async (): Promise<string> => {
    const postmaster = await findPostmaster(join(dataDir, 'pg'));
    if (postmaster === undefined) throw new Error('No database server runs in this folder.');
    return toServerUrls(postmaster.socketDir, postmaster.port).adminUrl.replace('/postgres?', '/assay?');
  };
  return {
    folder,
    dataDir,
    token,
    launch: (options) => {
      const assay = launch(folder, token, options);
      running.add(assay);
      void assay.exited.then(() => running.delete(assay));
      return assay;
    },
    killPostmaster: async () => {
      const postmaster = await findPostmaster(join(dataDir, 'pg'));
      if (postmaster !== undefined) signalProcess(postmaster.pid, 'SIGKILL');
      return postmaster !== undefined;
    },
    ask: async (sql, values = []) => await ask(await databaseUrl(), sql, values),
    databaseUrl,
    remove: async () => {
      for (const assay of running) await assay.end('SIGKILL');
      await until(async () => (await listServerProcesses(folder)).length === 0);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function launch(
  folder: string,
  token: string,
  { environment = {}, nodeArguments = [] }: LaunchOptions = {},
): AssayProcess {
  const child = spawn(process.execPath, [...nodeArguments, PROGRAM, 'serve'], {
    cwd: folder,
    // Its own process group, which can be killed without affecting the test.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ASSAY_PORT: '0',
      // Tests set their own advisory source; none contacts the public ones.
      ASSAY_OSV_URL: 'off',
      ASSAY_KEV_URL: 'off',
      ASSAY_EPSS_URL: 'off',
      ASSAY_SSVC_URL: 'off',
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_BOOTSTRAP_TOKEN: token,
      ASSAY_OWNER_PASSWORD: 'correct horse battery staple',
      ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX: '1000000',
      ASSAY_ORG_UPLOADS_PER_MINUTE_MAX: '1000000',
      ASSAY_TOKEN_READS_PER_MINUTE_MAX: '1000000',
      ASSAY_ORG_READS_PER_MINUTE_MAX: '1000000',
      ...environment,
    },
  });
  return followAssay(child);
}

/** Follows a process that leads its own group (`detached`) and has piped output. */
export function followAssay(child: ChildProcessByStdio<null, Readable, Readable>): AssayProcess {
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Exit);
  const chunks: Buffer[] = [];
  const output = (): string => Buffer.concat(chunks).toString();
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      const ready = READY.exec(output());
      if (ready !== null) resolve(ready[1] ?? '');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void exited.then(() => reject(new Error(`Assay ended before it was ready:\n${output()}`)));
  });
  // A test that kills a process before it is ready does not wait for it.
  ready.catch(() => {});
  return {
    pid,
    ready,
    exited,
    output,
    end: async (signal) => {
      signalProcess(-pid, signal);
      return await exited;
    },
  };
}

const READY = /^Assay is ready(?:: | at (\S+)$)/m;
