/**
 * `npm run reliability`: verifies all guarantees and writes docs/operate/reliability.md.
 *
 *     npm run reliability              all, about an hour
 *     npm run reliability -- 8 9       only these rows of the table, the others stay unchanged in the document
 *     npm run reliability -- --quick   short forms of the measurements, nothing is written
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine, waitForQuiet } from './machine.ts';
import { toMarkdown, type Table, type Benchmark } from './report.ts';
import { measureNeighbors } from './neighbors.ts';
import { measureSoak } from './soak.ts';

/**
 * The guarantees of Assay under failure and under load from other organizations, and how each is verified: by tests, a
 * measurement, or a program.
 */
interface ReliabilityPromise {
  readonly promise: string;
  /** How it is verified, for the table. */
  readonly how: string;
  readonly trial: Trial;
}

type Trial =
  /** Test files; output lines that start with `figure: ` become the figure. */
  | {
      readonly kind: 'tests';
      readonly files: readonly string[];
      readonly environment?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'benchmark'; readonly measure: Benchmark }
  /**
   * A program in this folder; the match of `figure` in its output becomes the figure, and without a match nothing was verified.
   */
  | { readonly kind: 'program'; readonly file: string; readonly figure: RegExp };

const PROMISES: readonly ReliabilityPromise[] = [
  {
    promise: 'Acknowledged uploads are never lost, and nothing is stored partially.',
    how: 'Kill Assay and its database at random moments during uploads; then download and compare every SBOM.',
    trial: { kind: 'tests', files: ['test/crash/upload-crash.test.ts'], environment: { ASSAY_CRASH_ROUNDS: '20' } },
  },
  {
    promise: 'Uploads are idempotent, and an analysis has one result.',
    how: 'Stop workers or disconnect their database during an analysis; crash at every step of an upload and of an analysis.',
    trial: { kind: 'tests', files: ['test/crash/worker-crash.test.ts', 'test/crash/crash-points.test.ts'] },
  },
  {
    promise: 'Database outages fail no analysis; all acknowledged uploads are analyzed afterwards.',
    how: 'Exhaust connections, hold locks, kill the server repeatedly, and fill the disk during uploads.',
    trial: {
      kind: 'tests',
      files: [
        'test/crash/connection-shortage.test.ts',
        'test/crash/killed-postmaster.test.ts',
        'test/crash/full-disk.test.ts',
      ],
    },
  },
  {
    promise: 'An unreadable SBOM affects no other.',
    how: 'Upload SBOMs that loop, exhaust memory or crash their thread together with valid ones; 190 kinds of broken JSON; compression bombs.',
    trial: {
      kind: 'tests',
      files: [
        'test/hostile',
        'test/integration/pipeline/failing-analyses.test.ts',
        'src/threads/pool/thread-pool.test.ts',
      ],
    },
  },
  {
    promise: 'No request gets an undocumented 5xx, and every response matches its schema.',
    how: 'Send generated requests to every operation of the OpenAPI document with schemathesis (`npm run fuzz`).',
    trial: { kind: 'program', file: 'bench/fuzz.ts', figure: /[\d,]+ generated[^\n]*/ },
  },
  {
    promise: 'Organizations cannot read or change data of others.',
    how: 'Call every route with every method for foreign and for missing data, and compare the responses byte for byte.',
    trial: { kind: 'tests', files: ['test/integration/api/tenancy-matrix.test.ts'] },
  },
  {
    promise: 'Faulty advisory sources close no finding.',
    how: 'Import truncated, damaged, empty, older and shortened lists and archives.',
    trial: { kind: 'tests', files: ['test/integration/pipeline/advisory-faults.test.ts'] },
  },
  {
    promise: 'A noisy organization slows down others by a factor of three at most.',
    how: 'One organization uses all its limits; another lists, uploads and waits.',
    trial: { kind: 'benchmark', measure: measureNeighbors },
  },
  {
    promise: 'Memory, open files and response times stay stable.',
    how: 'Run a mixed load for 30 minutes.',
    trial: { kind: 'benchmark', measure: measureSoak },
  },
];

interface Tried {
  readonly figure: string;
  /** Undefined if the machine was too busy to decide. */
  readonly isKept: boolean | undefined;
  readonly tables: readonly Table[];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const QUIET_WAIT_MAX_MS = 45_000;
const DOCUMENT = join(ROOT, 'docs/operate/reliability.md');
const quick = process.argv.includes('--quick');

const asked = process.argv.slice(2).filter((word) => word !== '--quick');
const unknown = asked.find((word) => PROMISES[Number(word) - 1] === undefined);
if (unknown !== undefined) throw new Error(`"${unknown}" is not the number of a guarantee, 1 to ${PROMISES.length}.`);
const isAsked = (n: number): boolean => asked.length === 0 || asked.includes(String(n + 1));
const before = asked.length === 0 ? '' : await readFile(DOCUMENT, 'utf8');
const rows = PROMISES.map(({ promise, how }) => findRow(promise) ?? [promise, how, '', 'not tested']);
/** By title, from this run or from the document. */
const tables = new Map(
  before.split(/^(?=## )/m).flatMap((text) => (text.startsWith('## ') ? [[titleOf(text), `${text.trimEnd()}\n`]] : [])),
);
for (const [n, promise] of PROMISES.entries()) {
  if (!isAsked(n)) continue;
  console.log(`\n${promise.promise}`);
  const start = performance.now();
  const tried = await tryPromise(promise);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const verdict = tried.isKept === true ? 'passed' : '**failed**';
  const result = tried.isKept === undefined ? 'inconclusive' : verdict;
  console.log(`${result}: ${tried.figure} (${seconds} s)`);
  rows[n] = [promise.promise, promise.how, tried.figure, result];
  for (const text of tried.tables.map(toMarkdown)) tables.set(titleOf(text), text);
  // Written after each one, so that an interrupted run also has results.
  await write([introduction(), toMarkdownRows(rows), ...tables.values()].join('\n'));
}
if (rows.some((row) => row.at(-1) !== 'passed')) process.exitCode = 1;

function findRow(promise: string): string[] | undefined {
  const line = before.split('\n').find((each) => each.startsWith(`| ${promise} |`));
  return line?.slice(2, -2).split(' | ');
}

function titleOf(section: string): string {
  return section.slice(0, section.indexOf('\n'));
}

async function write(document: string): Promise<void> {
  if (quick) return console.log(`\n${document}`);
  await writeFile(DOCUMENT, document);
}

async function tryPromise({ trial }: ReliabilityPromise): Promise<Tried> {
  if (trial.kind === 'tests') return await runTests(trial);
  if (trial.kind === 'program') return await runProgram(trial);
  const found = await trial.measure({
    quick,
    print: (line) => console.log(line),
    quiet: async () => await waitForQuiet(quick ? 0 : QUIET_WAIT_MAX_MS),
  });
  const targets = found.flatMap((table) => table.rows.flat().filter((cell) => /^(Passed|Failed): /.test(cell)));
  if (targets.length === 0) return { figure: 'inconclusive, see below', isKept: undefined, tables: found };
  const missed = targets.filter((target) => target.startsWith('Failed'));
  const figure =
    missed.length === 0
      ? `all ${targets.length} targets met, see below`
      : `${missed.length} of ${targets.length} targets missed, see below`;
  return { figure, isKept: missed.length === 0, tables: found };
}

async function runTests({ files, environment }: Extract<Trial, { kind: 'tests' }>): Promise<Tried> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-reliability-'));
  try {
    const report = join(folder, 'report.json');
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...files,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: ROOT,
        env: { ...process.env, ASSAY_TEST_ALL: '1', NO_COLOR: '1', ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    const { numPassedTests, numFailedTests, success } = JSON.parse(await readFile(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      success: boolean;
    };
    const figures = [...output.matchAll(/^figure: (.+)$/gm)].map(([, figure = '']) => figure);
    const tests = `${numPassedTests} tests passed${numFailedTests > 0 ? `, ${numFailedTests} failed` : ''}`;
    return { figure: [...figures, tests].join('; '), isKept: success, tables: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runProgram({ file, figure }: Extract<Trial, { kind: 'program' }>): Promise<Tried> {
  const child = spawn(process.execPath, [file], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  if (child.exitCode === null) await once(child, 'exit');
  const found = figure.exec(output)?.[0];
  return { figure: found ?? 'not tested here', isKept: child.exitCode === 0, tables: [] };
}

function introduction(): string {
  return [
    '# Reliability',
    '',
    'See what Assay guarantees under failure and load, how each guarantee is tested, and the latest result. Generated by',
    '`npm run reliability`, which takes about an hour on an otherwise idle machine. What to do in a failure:',
    '[troubleshoot](troubleshooting.md). Limits: [quotas and limits](quotas.md). Tests of single guarantees: [guarantees](../concepts/guarantees.md).',
    '',
    ...[...describeMachine(), `Tested on ${new Date().toISOString().slice(0, 10)}`].map((line) => `- ${line}`),
    '',
  ].join('\n');
}

function toMarkdownRows(cells: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [
    line(['Guarantee', 'Test', 'Figures', 'Result']),
    line(['---', '---', '---', '---']),
    ...cells.map(line),
    '',
  ].join('\n');
}
