/** A separate Assay for a benchmark, in its own process, and measurements of that process from outside. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createInstallation, type AssayProcess, type Installation } from '../test/support/assay-process.ts';
import { startOsvBucket, type OsvBucket } from '../test/support/osv-bucket.ts';
import type { ExportRecord } from '../test/support/osv-mirror.ts';
import { listServerProcesses } from '../test/support/server-processes.ts';
import { upload, type UploadedDocument } from '../test/support/upload.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import { readProcessorMs } from './processor-time.ts';

export interface MeasuredServer {
  readonly installation: Installation;
  readonly assay: AssayProcess;
  readonly url: string;
  /** Resident memory of the server process in bytes, including its threads and without the database. */
  memory(): Promise<number>;
  /** Runs a statement as `Installation.ask` does, but on one connection and with a known plan, so that it costs the database little. */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
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

const SAMPLE_EVERY_MS = 20;
const run = promisify(execFile);

type Environment = Readonly<Record<string, string>>;

/** Runs work with a new server, which is removed afterwards. */
export async function withMeasuredServer<Result>(
  environment: Environment,
  work: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
  const server = await startMeasuredServer(environment);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Runs work with a new server, and with a source that has these npm advisories. */
export async function withAdvisoryServer<Result>(
  records: readonly ExportRecord[],
  work: (server: MeasuredServer, bucket: OsvBucket) => Promise<Result>,
): Promise<Result> {
  const bucket = await startOsvBucket({ directories: { npm: records } });
  const environment = { ASSAY_OSV_URL: bucket.url, ASSAY_ADVISORY_ECOSYSTEMS: 'npm' };
  try {
    return await withMeasuredServer(environment, async (server) => await work(server, bucket));
  } finally {
    await bucket.stop();
  }
}

async function startMeasuredServer(environment: Environment): Promise<MeasuredServer> {
  const installation = await createInstallation();
  const assay = installation.launch({ environment });
  const url = await assay.ready;
  const memory = async (): Promise<number> => await readMemory(assay.pid);
  let connection: Promise<pg.Client> | undefined;
  return {
    installation,
    assay,
    url,
    memory,
    ask: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      connection ??= connect(installation);
      const name = hash('sha256', text).slice(0, 16);
      return (await (await connection).query<Row>({ name, text, values: [...values] })).rows;
    },
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
    load: async (options) =>
      await runProgram<LoadResult>('load-client.ts', JSON.stringify({ token: installation.token, ...options, url })),
    stop: async () => {
      await (await connection)?.end();
      await assay.end('SIGTERM');
      await installation.remove();
    },
  };
}

async function connect(installation: Installation): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await installation.databaseUrl() });
  // Without a listener, the end of the server would end the benchmark.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs a program of this folder in a separate process, and returns the figures that it prints. */
export async function runProgram<Figures>(file: string, ...parameters: string[]): Promise<Figures> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await run(process.execPath, [path, ...parameters], { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as Figures;
}

/** For the ordinary role, which is subject to row-level security. */
export async function findOrdinaryUrl(installation: Installation): Promise<string> {
  return (await installation.databaseUrl()).replace('//postgres@', '//assay@');
}

export async function readMemory(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /^VmRSS:\s+([0-9]+) kB$/m.exec(await readFile(status, 'utf8'))?.[1]
    : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kib) * 1024;
}

/** Resident memory of several processes in bytes. A page that several of them share counts in equal parts. Linux only. */
export async function readSharedMemory(pids: readonly string[]): Promise<number> {
  let kib = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kib += Number(/^Pss:\s+([0-9]+) kB$/m.exec(rollup)?.[1] ?? 0);
  }
  return kib * 1024;
}

/** Returns, for example, `PostgreSQL 18.4`, as reported by the embedded server. */
export async function findDatabaseVersion(): Promise<string> {
  return await withMeasuredServer({ ASSAY_ROLE: 'web' }, async ({ installation }) => {
    const [row] = await installation.ask<{ server_version: string }>('show server_version');
    return `PostgreSQL ${row?.server_version ?? 'unknown'}`;
  });
}

export async function storeVersion(
  { url, installation }: MeasuredServer,
  { service, version, body }: Pick<UploadedDocument, 'service' | 'version' | 'body'>,
): Promise<void> {
  const outcome = await upload(url, installation.token, { service, version, slot: 'main', body });
  if (outcome.kind !== 'stored') throw new Error(`Version ${version} of ${service} was not stored: ${outcome.kind}.`);
}

/** Waits until a query finds nothing. */
export async function untilEmpty(
  server: MeasuredServer,
  query: string,
  everyMs: number,
  values: readonly unknown[] = [],
): Promise<void> {
  while ((await server.ask(query, values)).length > 0) await delay(everyMs);
}

/** Waits until the bundled advisories are imported. */
export async function untilStarterReady({ installation }: MeasuredServer): Promise<void> {
  const starter = `select 1 from advisory_source where name = 'starter' and state = 'ready'`;
  while ((await installation.ask(starter)).length === 0) await delay(50);
}

/** Analyses in progress, or an advisory source that is not ready. */
const OPEN = `
  select 1 from analysis where finished_at is null
  union all select 1 from advisory_source where name = 'osv' and state <> 'ready'
  union all select 1 where not exists (select 1 from advisory_source where name = 'osv') limit 1`;

/** Waits until the advisories are imported and all versions are analyzed. */
export async function settle(server: MeasuredServer): Promise<void> {
  await untilEmpty(server, OPEN, 100);
}

/** An SBOM of npm packages. */
export function aPackageDocument(packages: readonly { readonly name: string; readonly version: string }[]): Buffer {
  const components = packages.map(({ name, version }) => {
    const purl = `pkg:npm/${name}@${version}`;
    return { type: 'library', 'bom-ref': purl, name, version, purl };
  });
  return Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }));
}
