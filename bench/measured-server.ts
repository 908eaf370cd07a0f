/** A separate Assay for a benchmark, in its own process, and measurements of that process from outside. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createInstallation,
  type AssayProcess,
  type Installation,
  type LaunchOptions,
} from '../test/support/assay-process.ts';
import { listServerProcesses } from '../test/support/server-processes.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import { readProcessorMs } from './processor-time.ts';

export interface MeasuredServer {
  readonly installation: Installation;
  readonly assay: AssayProcess;
  readonly url: string;
  /** Resident memory of the server process in bytes, including its threads and without the database. */
  memory(): Promise<number>;
  /** Processor time since the start. */
  processor(): Promise<{ readonly serverMs: number; readonly databaseMs: number }>;
  /** Runs work, and returns the peak memory meanwhile. */
  withPeak<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly peak: number }>;
  /** Uses the token of the first organization unless another one is given. */
  load(options: DistributiveOmit<LoadOptions, 'url' | 'token'> & { readonly token?: string }): Promise<LoadResult>;
  /** Stops the server, even if jobs are waiting, and removes its data. */
  stop(): Promise<void>;
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

const LOAD_CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));
const SAMPLE_EVERY_MS = 20;
const run = promisify(execFile);

export async function startMeasuredServer(options: LaunchOptions = {}): Promise<MeasuredServer> {
  const installation = await createInstallation();
  const assay = installation.launch(options);
  const url = await assay.ready;
  const memory = async (): Promise<number> => await readMemory(assay.pid);
  return {
    installation,
    assay,
    url,
    memory,
    processor: async () => ({
      serverMs: await readProcessorMs([assay.pid]),
      databaseMs: await readProcessorMs(await listServerProcesses(installation.folder)),
    }),
    withPeak: async (work) => {
      let peak = 0;
      const look = async (): Promise<void> => {
        peak = Math.max(peak, await memory());
      };
      const sample = setInterval(() => void look(), SAMPLE_EVERY_MS);
      try {
        return { result: await work(), peak };
      } finally {
        clearInterval(sample);
      }
    },
    load: async (options) => {
      const message = JSON.stringify({ token: installation.token, ...options, url });
      const { stdout } = await run(process.execPath, [LOAD_CLIENT, message], { maxBuffer: 10_000_000 });
      return JSON.parse(stdout) as LoadResult;
    },
    stop: async () => {
      await assay.end('SIGTERM');
      await installation.remove();
    },
  };
}

export async function readMemory(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /^VmRSS:\s+([0-9]+) kB$/m.exec(await readFile(status, 'utf8'))?.[1]
    : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kib) * 1024;
}

/** Returns, for example, `PostgreSQL 18.4`, as reported by the embedded server. */
export async function findDatabaseVersion(): Promise<string> {
  const server = await startMeasuredServer({ environment: { ASSAY_ROLE: 'web' } });
  try {
    const [row] = await server.installation.ask<{ server_version: string }>('show server_version');
    return `PostgreSQL ${row?.server_version ?? 'unknown'}`;
  } finally {
    await server.stop();
  }
}
