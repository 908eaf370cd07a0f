/**
 * Measures how organizations affect each other: list, upload and wait of a quiet organization, first alone and then while another
 * one does the worst that its limits allow. The limits are the defaults of an installation.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '../src/core/limits.ts';
import { openDatabase } from '../src/store/database.ts';
import { newOrganization } from '../test/support/test-assay.ts';
import type { LoadResult } from './load.ts';
import { watchWithheld } from './machine.ts';
import { withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import type { Noise, Report } from './noisy-client.ts';
import { inMs, judge, MIB, type BenchmarkOptions, type Table } from './report.ts';

const NOISY_CLIENT = fileURLToPath(new URL('noisy-client.ts', import.meta.url));
const TIMES_MAX = 3;
const NOISY_PRIORITY = 10;
const NOISY_TOKENS = 10;
/** The largest accepted size is 100 MiB. */
const LARGE_BYTES = 99 * MIB;

/** Typical work of a pipeline and a portal, at a rate that leaves the machine mostly idle. */
const KINDS = {
  list: { perSecond: 10, clients: 4 },
  upload: { perSecond: 2, clients: 4 },
  wait: { perSecond: 1, clients: 8 },
} as const;
/** Requests of each kind before the measured ones: a client that has just started is slow itself. */
const WARM_UP = 20;
type Kind = keyof typeof KINDS;
type Results = Readonly<Record<Kind, LoadResult>>;

export async function measureNeighbors({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withMeasuredServer(
    {
      ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX: String(DEFAULT_LIMITS.tokenUploadsPerMinuteMax),
      ASSAY_ORG_UPLOADS_PER_MINUTE_MAX: String(DEFAULT_LIMITS.orgUploadsPerMinuteMax),
      ASSAY_TOKEN_READS_PER_MINUTE_MAX: String(DEFAULT_LIMITS.tokenReadsPerMinuteMax),
      ASSAY_ORG_READS_PER_MINUTE_MAX: String(DEFAULT_LIMITS.orgReadsPerMinuteMax),
    },
    async (server) => {
      const { quiet: token, noisy } = await addOrganizations(server);
      const busy = await quiet();
      const timeMs = quick ? 10_000 : 120_000;
      await live(server, token, { run: 1, timeMs: 5_000 });
      const withheldAlone = watchWithheld();
      const alone = await live(server, token, { run: 2, timeMs });
      const withheld = [withheldAlone() ?? 0];
      print(`alone: ${describe(alone)}; ${busy}, ${withheld[0]} % CPU steal`);
      const noise = await startNoise(server, noisy, timeMs * 2 + 60_000);
      print('load of the noisy organization started');
      const withheldBeside = watchWithheld();
      const beside = await live(server, token, { run: 3, timeMs });
      withheld.push(withheldBeside() ?? 0);
      await noise.stop();
      print(`with load: ${describe(beside)}`);
      print(`responses to the noisy organization: ${noise.answers()}`);
      return [toTable(alone, beside, { busy, withheld })];
    },
  );
}

/** The noisy organization has as many tokens as needed to use up its limits. */
async function addOrganizations(server: MeasuredServer): Promise<{ readonly quiet: string; readonly noisy: string[] }> {
  const url = await server.installation.databaseUrl();
  const database = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000, onIdleError: () => {} });
  try {
    const [quiet, noisy] = [await newOrganization(database), await newOrganization(database)];
    const tokens: string[] = [];
    while (tokens.length < NOISY_TOKENS) tokens.push(await noisy.newToken());
    return { quiet: quiet.token, noisy: tokens };
  } finally {
    await database.close();
  }
}

/**
 * Runs all three kinds at once, each in a separate process, in an open loop: the time of a late request counts from when it was
 * due.
 */
async function live(
  server: MeasuredServer,
  token: string,
  { run, timeMs }: { readonly run: number; readonly timeMs: number },
): Promise<Results> {
  const common = { token, timeMaxMs: timeMs, countMax: 1_000_000, warmUpCount: WARM_UP };
  const upload = { ...common, kind: 'upload', bodyBytes: 250_000, services: 4 } as const;
  const [list, uploaded, wait] = await Promise.all([
    server.load({ ...common, ...KINDS.list, kind: 'read', path: '/api/v2/service?limit=100' }),
    server.load({ ...upload, ...KINDS.upload, run: run * 10 }),
    server.load({ ...upload, ...KINDS.wait, run: run * 10 + 1, waitSeconds: 60 }),
  ]);
  return { list, upload: uploaded, wait };
}

interface RunningNoise {
  readonly answers: () => string;
  readonly stop: () => Promise<void>;
}

/** Runs in a process with lower priority: in production, this work happens on other machines. */
async function startNoise(server: MeasuredServer, tokens: readonly string[], timeMaxMs: number): Promise<RunningNoise> {
  const version = '/api/v2/service/noise-0/version/most-findings';
  const answer = await fetch(`${server.url}${version}/sbom?wait=60`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[0]}` },
    body: JSON.stringify(manyFindings()),
  });
  if (answer.status !== 200) throw new Error(`The document with the most findings: ${await answer.text()}`);
  const json = 'application/json';
  const reports: Report[] = [
    ...[json, 'application/sarif+json', 'text/markdown', 'text/csv'].map((accept) => ({
      path: `${version}/finding?limit=1000`,
      accept,
    })),
    ...['gate', 'remediation'].map((report) => ({ path: `${version}/${report}`, accept: json })),
    ...['/api/v2/overview', '/api/v2/openapi.json', '/metrics'].map((path) => ({ path, accept: json })),
  ];
  const options: Noise = { url: server.url, tokens, timeMaxMs, reports, largeBytes: LARGE_BYTES };
  const child = spawn('nice', ['-n', String(NOISY_PRIORITY), process.execPath, NOISY_CLIENT, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child.stdout, 'data');
  return {
    answers: () => output.replace('ready', '').trim(),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Many versions of packages in the bundled advisories: 20,000 findings, where the maximum is 25,000. */
function manyFindings(): object {
  const components = ['lodash@3.10', 'minimist@0.0', 'axios@0.17', 'ws@6.0', 'jquery@2.1'].flatMap((prefix) =>
    Array.from({ length: 4_000 }, (_, n) => {
      const [name = '', start = ''] = prefix.split('@');
      const version = `${start}.${n}`;
      return { type: 'library', 'bom-ref': `${name}-${n}`, name, version, purl: `pkg:npm/${name}@${version}` };
    }),
  );
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}

/** Percentage above which the ratio is distorted by the host. */
const WITHHELD_MAX = 10;

function toTable(
  alone: Results,
  beside: Results,
  { busy, withheld }: { readonly busy: string; readonly withheld: readonly number[] },
): Table {
  const isJudged = Math.max(...withheld) <= WITHHELD_MAX;
  const machine = `${busy}, CPU steal: ${withheld.map((share) => `${share} %`).join(' alone, ')} with load`;
  const rows = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const times = beside[kind].p99Ms / alone[kind].p99Ms;
    const failed = Object.entries(beside[kind].failures).map(([what, count]) => `${count} × ${what}`);
    return [
      kind,
      inMs(alone[kind].p50Ms),
      inMs(beside[kind].p50Ms),
      inMs(alone[kind].p99Ms),
      inMs(beside[kind].p99Ms),
      `${times.toFixed(1)} times`,
      failed.join(', ') || '0',
      isJudged
        ? judge(times <= TIMES_MAX && failed.length === 0, `p99 at most ${TIMES_MAX} times`)
        : `inconclusive: CPU steal above ${WITHHELD_MAX} %`,
      machine,
    ];
  });
  return {
    title: 'Quiet organization next to a noisy one',
    notes: [
      'The quiet organization lists its services (10/s), uploads 0.25 MB (2/s), and uploads the same with `wait` (1/s).',
      'The noisy one uploads SBOMs of 99 MiB (4 clients) and 0.25 MB (16 clients), holds 200 waiting requests and 200 event streams,',
      'and reads the largest reports of a version with the maximum number of findings (9 clients), with the default limits.',
    ],
    columns: [
      'Request',
      'p50 alone',
      'p50 with load',
      'p99 alone',
      'p99 with load',
      'Ratio',
      'Failed',
      'Target',
      'Machine',
    ],
    rows,
  };
}

function describe(results: Results): string {
  return (Object.keys(KINDS) as Kind[])
    .map((kind) => {
      const { p50Ms, p99Ms, answered, failures } = results[kind];
      return `${kind} p50 ${inMs(p50Ms)} p99 ${inMs(p99Ms)} of ${answered} ${JSON.stringify(failures)}`;
    })
    .join('; ');
}
