/**
 * Measures acknowledged uploads: the rate, the latency, and the memory. Runs twice, because the roles answer different questions:
 * `web` only acknowledges, while analyses wait in the queue; `all` also runs them, on the same cores. Every load has a separate
 * server, so that none is affected by work that an earlier one left behind.
 */
import type { LoadResult, UploadLoad } from './load.ts';
import { withMeasuredServer } from './measured-server.ts';
import { inMib, inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

interface UploadCase {
  readonly name: string;
  readonly load: Pick<UploadLoad, 'clients' | 'bodyBytes' | 'timeMaxMs' | 'warmUpCount' | 'perSecond'>;
  readonly aim?: { readonly text: string; readonly isMet: (result: LoadResult) => boolean };
}

interface Measured {
  readonly result: LoadResult;
  readonly before: number;
  readonly peak: number;
  readonly after: number;
  readonly analyses: number;
  /** Per upload, including the warm-up: the load generator, the server, the database. */
  readonly processor: readonly string[];
  readonly quiet: string;
}

const SMALL_BYTES = 250_000;
const SERVICES = 8;
/** Far below the 20,000 analyses that may wait per organization. */
const COUNT_MAX = 8000;

const CASES: readonly UploadCase[] = [
  {
    name: '0.25 MB, 16 clients',
    load: { clients: 16, bodyBytes: SMALL_BYTES, timeMaxMs: 10_000, warmUpCount: 200 },
    aim: { text: '100/s', isMet: (result) => rateOf(result) >= 100 },
  },
  {
    name: '0.25 MB, open loop at 50/s',
    load: { clients: 64, bodyBytes: SMALL_BYTES, timeMaxMs: 10_000, warmUpCount: 100, perSecond: 50 },
    aim: { text: 'p99 < 150 ms', isMet: ({ p99Ms }) => p99Ms < 150 },
  },
  { name: '5 MB, 16 clients', load: { clients: 16, bodyBytes: 5_000_000, timeMaxMs: 10_000, warmUpCount: 16 } },
  { name: '50 MB, 4 clients', load: { clients: 4, bodyBytes: 50_000_000, timeMaxMs: 15_000, warmUpCount: 4 } },
];

export async function measureUploads(options: BenchmarkOptions): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const role of ['web', 'all'] as const) {
    const speed: string[][] = [];
    const cost: string[][] = [];
    for (const uploadCase of options.quick ? CASES.slice(0, 1) : CASES) {
      const { better, other } = await measureTwice(uploadCase, role, options);
      speed.push([uploadCase.name, ...speedCells(better), otherCell(other), aimCell(uploadCase, better), better.quiet]);
      const { before, peak, after, processor } = better;
      cost.push([uploadCase.name, ...processor, ...[before, peak, after].map(inMib)]);
    }
    tables.push(...toTables(role, speed, cost));
  }
  return tables;
}

/** Other work on the machine only ever makes a run worse, so the better one is more accurate; the other is reported too. */
async function measureTwice(
  uploadCase: UploadCase,
  role: 'web' | 'all',
  options: BenchmarkOptions,
): Promise<{ readonly better: Measured; readonly other: Measured | undefined }> {
  const first = await measure(uploadCase, role, options);
  if (options.quick) return { better: first, other: undefined };
  const second = await measure(uploadCase, role, options);
  const isOpenLoop = uploadCase.load.perSecond !== undefined;
  const isFirstBetter = isOpenLoop
    ? first.result.p99Ms <= second.result.p99Ms
    : rateOf(first.result) >= rateOf(second.result);
  return isFirstBetter ? { better: first, other: second } : { better: second, other: first };
}

async function measure(
  { name, load }: UploadCase,
  role: 'web' | 'all',
  { quick, print, quiet }: BenchmarkOptions,
): Promise<Measured> {
  return await withMeasuredServer({ ASSAY_ROLE: role }, async (server) => {
    const busy = await quiet();
    const before = await server.memory();
    const start = await server.processor();
    const timeMaxMs = quick ? 4000 : load.timeMaxMs;
    const { result, peak } = await server.withPeak(
      async () =>
        await server.load({ ...load, kind: 'upload', timeMaxMs, countMax: COUNT_MAX, services: SERVICES, run: 1 }),
    );
    const after = await server.memory();
    const end = await server.processor();
    const each = (ms: number): string => inMs(ms / (result.answered + load.warmUpCount));
    const processor = [
      inMs(result.clientMs / result.answered),
      each(end.serverMs - start.serverMs),
      each(end.databaseMs - start.databaseMs),
    ];
    const [ended] = await server.installation.ask<{ count: string }>(
      'select count(*) from analysis where finished_at is not null',
    );
    const measured = { result, before, peak, after, analyses: Number(ended?.count), processor, quiet: busy };
    print(
      `${role}: ${name}: ${speedCells(measured).join(', ')}, peak ${inMib(peak)}, CPU ${processor.join(' + ')}; ${busy}`,
    );
    return measured;
  });
}

function speedCells({ result, analyses }: Measured): string[] {
  const failures = Object.entries(result.failures).map(([what, count]) => `${count} × ${what}`);
  return [
    `${rateOf(result).toFixed(1)}/s`,
    `${(result.bytes / 1e6 / result.seconds).toFixed(0)} MB/s`,
    ...[result.p50Ms, result.p95Ms, result.p99Ms, result.maxMs].map(inMs),
    failures.length === 0 ? '0' : failures.join(', '),
    String(analyses),
  ];
}

function otherCell(other: Measured | undefined): string {
  return other === undefined ? '' : `${rateOf(other.result).toFixed(1)}/s, p99 ${inMs(other.result.p99Ms)}`;
}

function aimCell({ aim }: UploadCase, { result }: Measured): string {
  return aim === undefined ? '' : judge(aim.isMet(result), aim.text);
}

function rateOf({ answered, seconds }: LoadResult): number {
  return answered / seconds;
}

function toTables(role: 'web' | 'all', speed: readonly string[][], cost: readonly string[][]): Table[] {
  const meaning =
    role === 'web'
      ? 'Role `web`: uploads are acknowledged, analyses wait in the queue.'
      : 'Role `all` (the default): analyses run at the same time, on the same cores.';
  return [
    {
      title: `Uploads, role \`${role}\``,
      notes: [
        meaning,
        'Closed loop unless stated otherwise; every body is different, every upload is a new version, in 8 services; the load generator runs on the same cores.',
        'The better of two runs, with the other one for comparison.',
      ],
      columns: [
        'load',
        'acknowledged',
        'bytes',
        'p50',
        'p95',
        'p99',
        'max',
        'failed',
        'analyses completed',
        'other run',
        'target',
        'load before',
      ],
      rows: speed,
    },
    {
      title: `Cost of an upload, role \`${role}\``,
      notes: [
        'CPU time per upload, which hardly depends on other load on the machine' +
          (role === 'all' ? '; includes the analyses that completed in the meantime.' : '.'),
        'Resident memory of the server process with its threads, without the database, sampled every 20 ms.',
      ],
      columns: ['load', 'load generator', 'server', 'database', 'memory before', 'peak', 'after'],
      rows: cost,
    },
  ];
}
