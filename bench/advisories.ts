/**
 * Imports the real OSV export into a separate server; then changes a hundred records and reads only those. Requires the data
 * named by ASSAY_TEST_DATA.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ECOSYSTEMS } from '../src/core/identity/ecosystems/ecosystem.ts';
import type { AssayProcess, Installation } from '../test/support/assay-process.ts';
import { createInstallation } from '../test/support/assay-process.ts';
import type { ExportRecord } from '../test/support/osv-mirror.ts';
import { startOsvBucket } from '../test/support/osv-bucket.ts';
import { readRealRecords } from '../test/support/real-advisories.ts';
import { listServerProcesses } from '../test/support/server-processes.ts';
import { readMemory, readSharedMemory } from './measured-server.ts';
import { startMultipliedExport } from './multiplied-export.ts';
import { readProcessorMs } from './processor-time.ts';
import { inMib, inMs, inSeconds, judge, MIB, type BenchmarkOptions, type Table } from './report.ts';

const EXPORT_RECORDS = 89_625;
const EXPORT_AIM_MS = 60_000;
const MEMORY_AIM = 600 * MIB;
const CHANGED = 100;
const LARGE_AIM_PER_SECOND = 5_000;
const LARGE_MEMORY_AIM = 400 * MIB;

interface Run {
  /** Processor time since the server was ready. */
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly ms: number;
  readonly peak: number;
  /** Peak memory of all processes of the database. Memory that they share counts once. */
  readonly databasePeak: number;
  readonly records: number;
  readonly entries: number;
  /** Size of the whole database. */
  readonly bytes: number;
  /** Newest change of all directories. */
  readonly highWater: Date;
}

export async function measureAdvisories({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const realExport = findRealExport();
  if (realExport === undefined) {
    print('skipped: no OSV export in ASSAY_TEST_DATA');
    return [];
  }
  const { url } = realExport;
  const ecosystems = quick ? realExport.ecosystems.slice(0, 1) : realExport.ecosystems;
  const busy = await quiet();
  const installation = await createInstallation();
  try {
    const first = await refresh(installation, url, ecosystems);
    const { records, entries, bytes, highWater } = first;
    print(`first: ${records} records in ${inMs(first.ms)}, ${inMib(first.peak)}`);
    const again = await refresh(installation, url, ecosystems);
    print(`no changes: ${inMs(again.ms)}`);
    const delta = await refreshChanged(installation, ecosystems, highWater);
    print(`${CHANGED} changed: ${inMs(delta.ms)}`);
    const perSecond = Math.round((records / first.ms) * 1_000);
    const aim = judge(
      first.ms <= (EXPORT_AIM_MS * records) / EXPORT_RECORDS,
      `${EXPORT_RECORDS} records in ${EXPORT_AIM_MS / 1_000} s, or ${Math.round(EXPORT_RECORDS / (EXPORT_AIM_MS / 1_000))} per second`,
    );
    return [
      {
        title: 'Advisories',
        notes: [
          `OSV export for ${ecosystems.join(', ')}: ${records} records with ${entries} entries.`,
          `The time is the duration of the sync as stored for its source; the memory is that of the server process with its threads.`,
          `The database has ${inMib(bytes)} afterwards. Load before: ${busy}.`,
        ],
        columns: ['refresh', 'time', 'records per second', 'peak memory', 'target'],
        rows: [
          [
            'first sync, from the archives',
            inMs(first.ms),
            String(perSecond),
            inMib(first.peak),
            `${aim}; ${judge(first.peak < MEMORY_AIM, `less than ${inMib(MEMORY_AIM)}`)}`,
          ],
          ['second sync, no changes', inMs(again.ms), '', inMib(again.peak), ''],
          [
            `${CHANGED} records changed, over HTTP`,
            inMs(delta.ms),
            '',
            inMib(delta.peak),
            judge(delta.ms < 5_000, '5 s'),
          ],
        ],
      },
    ];
  } finally {
    await installation.remove();
  }
}

/** All of OSV has about as many records: five times the real export. */
export async function measureLargeImport({
  quick,
  records: size = quick ? 2_000 : 500_000,
  print,
  quiet,
  exportFolder,
}: BenchmarkOptions): Promise<readonly Table[]> {
  const ecosystems = findRealExport()?.ecosystems;
  if (ecosystems === undefined) {
    print('skipped: no OSV export in ASSAY_TEST_DATA');
    return [];
  }
  const source = await startMultipliedExport(ecosystems, size, exportFolder);
  const busy = await quiet();
  const installation = await createInstallation();
  try {
    const { ms, records, entries, bytes, peak, databasePeak, serverMs, databaseMs } = await refresh(
      installation,
      source.url,
      ecosystems,
    );
    print(`${records} records in ${inMs(ms)}, ${inMib(peak)}, database ${inMib(databasePeak)}`);
    const perSecond = Math.round((records / ms) * 1_000);
    const perRecord = (processorMs: number): string => `${Math.round((processorMs / records) * 1_000)} us`;
    const speed = judge(perSecond >= LARGE_AIM_PER_SECOND, `${LARGE_AIM_PER_SECOND} per second`);
    return [
      {
        title: `First import of ${records} records`,
        notes: [
          `Real records of ${ecosystems.length} ecosystems and copies with other ids and names, over HTTP: ${entries} entries.`,
          `The processor time is counted from when the server is ready; the last two columns before the target are peaks of resident memory.`,
          `The database has ${inMib(bytes)} afterwards. Load before: ${busy}.`,
        ],
        columns: [
          'time',
          'records per second',
          'server per record',
          'database per record',
          'server',
          'database',
          'target',
        ],
        rows: [
          [
            inSeconds(ms),
            String(perSecond),
            perRecord(serverMs),
            perRecord(databaseMs),
            inMib(peak),
            inMib(databasePeak),
            `${speed}; ${judge(peak < LARGE_MEMORY_AIM, `less than ${inMib(LARGE_MEMORY_AIM)}`)}`,
          ],
        ],
      },
    ];
  } finally {
    await installation.remove();
    await source.stop();
  }
}

const NVD_YEAR = 'nvdcve-2.0-2022.json.gz';
const NVD_MEMORY_AIM = 400 * MIB;

/** A year of NVD, in the form of its feeds. */
export async function measureNvd({ print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const folder = process.env['ASSAY_TEST_DATA'];
  if (folder === undefined || !existsSync(join(folder, 'nvd', NVD_YEAR))) {
    print('skipped: no NVD feed in ASSAY_TEST_DATA');
    return [];
  }
  const busy = await quiet();
  const installation = await createInstallation();
  try {
    const assay = installation.launch({
      environment: {
        ASSAY_OSV_URL: 'off',
        ASSAY_NVD_URL: pathToFileURL(join(folder, 'nvd')).href,
        ASSAY_LOG_LEVEL: 'warn',
      },
    });
    await assay.ready;
    const run = await watch(installation, assay, 'nvd');
    const [counts] = await installation.ask<{ records: number; entries: number }>(
      `select (select count(*)::int from advisory_record where source = 'nvd') as records,
         (select count(*)::int from affected_entry where source = 'nvd') as entries`,
    );
    await assay.end('SIGTERM');
    const { records, entries } = counts ?? { records: 0, entries: 0 };
    print(`${records} records in ${inMs(run.ms)}, ${inMib(run.peak)}`);
    return [
      {
        title: 'NVD',
        notes: [
          `The feed of 2022 with ${records} records, 38 MiB unpacked, read record by record: ${entries} entries by CPE.`,
          `Time and memory as for advisories. The database has ${inMib(run.bytes)} afterwards. Load before: ${busy}.`,
        ],
        columns: ['refresh', 'time', 'records per second', 'server', 'database', 'target'],
        rows: [
          [
            'first sync, from the feed of a year',
            inMs(run.ms),
            String(Math.round((records / run.ms) * 1_000)),
            inMib(run.peak),
            inMib(run.databasePeak),
            judge(run.peak < NVD_MEMORY_AIM, `less than ${inMib(NVD_MEMORY_AIM)}`),
          ],
        ],
      },
    ];
  } finally {
    await installation.remove();
  }
}

interface RealExport {
  readonly url: string;
  readonly ecosystems: readonly string[];
}

/** Undefined if there is no export. */
export function findRealExport(): RealExport | undefined {
  const folder = process.env['ASSAY_TEST_DATA'];
  if (folder === undefined || !existsSync(join(folder, 'osv'))) return undefined;
  const families = ECOSYSTEMS.map(({ family }) => family);
  return {
    url: pathToFileURL(join(folder, 'osv')).href,
    ecosystems: families.filter((family) => existsSync(join(folder, 'osv', family, 'all.zip'))),
  };
}

/** Uses the same records with another last version, slightly newer than the newest. */
async function refreshChanged(
  installation: Installation,
  ecosystems: readonly string[],
  highWater: Date,
): Promise<Run> {
  const directories: Record<string, readonly ExportRecord[]> = {};
  for (const ecosystem of ecosystems) {
    const records = ((await readRealRecords(ecosystem)) ?? []) as ExportRecord[];
    const modified = new Date(highWater.getTime() + 60_000).toISOString();
    const count = Math.ceil(CHANGED / ecosystems.length);
    directories[ecosystem] = records.map((record, index) =>
      index < count ? { ...record, modified, affected: withFix(record['affected']) } : record,
    );
  }
  const bucket = await startOsvBucket({ directories });
  try {
    return await refresh(installation, bucket.url, ecosystems);
  } finally {
    await bucket.stop();
  }
}

function withFix(affected: unknown): unknown {
  const list = Array.isArray(affected) ? (affected as Record<string, unknown>[]) : [];
  return list.map((entry) => ({
    ...entry,
    versions: [...((entry['versions'] as string[] | undefined) ?? []), '99.0.0'],
  }));
}

/** A start reads the source; the server is stopped when it is done. */
export async function refresh(
  installation: Installation,
  url: string,
  ecosystems: readonly string[],
  source: 'osv' | 'redhat' = 'osv',
): Promise<Run> {
  const assay = installation.launch({
    environment: {
      [`ASSAY_${source.toUpperCase()}_URL`]: url,
      ASSAY_ADVISORY_ECOSYSTEMS: ecosystems.join(','),
      ASSAY_LOG_LEVEL: 'warn',
    },
  });
  await assay.ready;
  try {
    return await watch(installation, assay, source);
  } finally {
    await assay.end('SIGTERM');
  }
}

async function watch(installation: Installation, assay: AssayProcess, source = 'osv'): Promise<Run> {
  const start = performance.now();
  const startedAt = Date.now() - 2_000;
  let peak = 0;
  let databasePeak = 0;
  const serverStartMs = await readProcessorMs([assay.pid]);
  const databaseStartMs = await readProcessorMs(await listServerProcesses(installation.folder));
  for (let look = 0; ; look += 1) {
    peak = Math.max(peak, await readMemory(assay.pid));
    // Takes milliseconds of a processor, so not each time.
    if (look % 20 === 0) {
      const ofDatabase = await listServerProcesses(installation.folder);
      databasePeak = Math.max(databasePeak, await readSharedMemory(ofDatabase));
    }
    const [row] = await installation.ask<{ state: string; last_success_at: Date | null; last_error: string | null }>(
      `select state, last_success_at, last_error from advisory_source where name = '${source}'`,
    );
    if (row?.state === 'failed') throw new Error(`The sync failed: ${row.last_error ?? ''}`);
    if (row?.state === 'ready' && (row.last_success_at?.getTime() ?? 0) > startedAt) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const ms = performance.now() - start;
  const serverMs = (await readProcessorMs([assay.pid])) - serverStartMs;
  const databaseMs = (await readProcessorMs(await listServerProcesses(installation.folder))) - databaseStartMs;
  const [counts] = await installation.ask<{ records: number; entries: number; bytes: string; newest: Date }>(
    `select (select count(*) from advisory_record)::int as records, (select count(*) from affected_entry)::int as entries,
       pg_database_size(current_database()) as bytes, (select max(high_water) from advisory_directory) as newest`,
  );
  if (counts === undefined) throw new Error('A query without a table returns one row.');
  const { records, entries, bytes, newest } = counts;
  return {
    ms,
    serverMs,
    databaseMs,
    peak,
    databasePeak,
    records,
    entries,
    bytes: Number(bytes),
    highWater: newest,
  };
}
