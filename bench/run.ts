/**
 * `npm run bench`: runs all benchmarks and writes RESULTS.md in this folder.
 *
 *     node bench/run.ts                 all; each benchmark prints how long it took
 *     node bench/run.ts --quick         a quick run of about half a minute, nothing is written
 *     node bench/run.ts --without=organization,soak   all but these
 *     node bench/run.ts organization    2,000 services, ten million findings: needs 30 GB of disk
 *     node bench/run.ts scanner start   only these, nothing is written
 *     node bench/run.ts import --records=100000   an import of that size, from real records with other ids and names
 *     node bench/run.ts import --export=/tmp/export   an import with archives that are kept there for the next run
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { measureAdvisories, measureLargeImport, measureNvd } from './advisories.ts';
import { measureAnalysis } from './analysis.ts';
import { measureBuilds } from './builds.ts';
import { measureCurves } from './curves.ts';
import { measureFindingPages } from './finding-pages.ts';
import { measureInventories } from './inventory.ts';
import { measureLargeBody } from './large-body.ts';
import { describeMachine, waitForQuiet, watchWithheld } from './machine.ts';
import { measureMatching } from './matching.ts';
import { findDatabaseVersion } from './measured-server.ts';
import { measureNeighbors } from './neighbors.ts';
import { toMarkdown, type Benchmark, type Table } from './report.ts';
import { measureOrganization } from './organization.ts';
import { measurePeers } from './peers.ts';
import { measurePortal } from './portal.ts';
import { measureProfileChange } from './profile-change.ts';
import { measureRefresh } from './refresh.ts';
import { measureRelevance } from './relevance.ts';
import { measureRemediation } from './remediation.ts';
import { measureScanner } from './scanner.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start-time.ts';
import { measureVexImport } from './vex-import.ts';
import { measureUploads } from './uploads.ts';
import { measureVersionList } from './version-list.ts';
import { measureWebhooks } from './webhooks.ts';

/** Those that take longest come last: what a run has measured before it is ended stays. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  peers: measurePeers,
  uploads: measureUploads,
  memory: measureLargeBody,
  versions: measureVersionList,
  scanner: measureScanner,
  start: measureStart,
  analysis: measureAnalysis,
  builds: measureBuilds,
  inventory: measureInventories,
  refresh: measureRefresh,
  advisories: measureAdvisories,
  curves: measureCurves,
  matching: measureMatching,
  profile: measureProfileChange,
  relevance: measureRelevance,
  remediation: measureRemediation,
  webhooks: measureWebhooks,
  portal: measurePortal,
  nvd: measureNvd,
  import: measureLargeImport,
  organization: measureOrganization,
  findings: measureFindingPages,
  vex: measureVexImport,
  neighbors: measureNeighbors,
  soak: measureSoak,
};
const QUIET_WAIT_MAX_MS = 45_000;

const { values, positionals: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    records: { type: 'string' },
    export: { type: 'string' },
    without: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const { quick } = values;
const records = values.records === undefined ? undefined : Number(values.records);
const without = values.without.split(',').filter((name) => name !== '');
const unknown = [...asked, ...without].find((name) => !(name in BENCHMARKS));
if (unknown !== undefined)
  throw new Error(`Unknown benchmark "${unknown}". Use one or more of ${Object.keys(BENCHMARKS).join(', ')}.`);

const start = performance.now();
const tables: Table[] = [];
const done: string[] = [];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if ((asked.length > 0 && !asked.includes(name)) || without.includes(name)) continue;
  console.log(`\n${name}`);
  const print = (line: string): void =>
    console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${line}`);
  const quiet = async (): Promise<string> => await waitForQuiet(quick ? 0 : QUIET_WAIT_MAX_MS);
  const begin = performance.now();
  const withheldShare = watchWithheld();
  const options = { quick, records, exportFolder: values.export, print, quiet };
  const measured = await benchmark(options).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
  // The others are still measured.
  if (measured === undefined) continue;
  const withheld = withheldShare() ?? 0;
  const note = withheld === 0 ? [] : [`The host withheld ${withheld} % of the processor time.`];
  tables.push(...measured.map((table) => ({ ...table, notes: [...table.notes, ...note] })));
  done.push(name);
  console.log([`${name} took ${((performance.now() - begin) / 1000).toFixed(0)} s`, ...note].join('. '));
  // A run takes more than an hour: what it has measured is kept if it is ended early.
  if (!quick && asked.length === 0) await writeResults();
}
if (quick || asked.length > 0) console.log(`\n${await toResults()}`);

async function writeResults(): Promise<void> {
  const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));
  await writeFile(file, await toResults());
  // The format check includes this file.
  await promisify(execFile)(fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url)), [file]);
}

async function toResults(): Promise<string> {
  return [await introduction(), ...tables.map(toMarkdown)].join('\n');
}

async function introduction(): Promise<string> {
  const machine = [
    ...describeMachine(),
    await findDatabaseVersion(),
    `Measured on ${new Date().toISOString().slice(0, 10)}`,
  ];
  const left = Object.keys(BENCHMARKS).filter((name) => !done.includes(name));
  return [
    '# Benchmark results',
    '',
    'Generated by `npm run bench`. To reproduce, run `npm ci` and `npm run bench` on an otherwise idle machine. Set',
    '`ASSAY_TEST_DATA` to a folder with real SBOMs to use them. `node bench/run.ts --quick` takes half a minute. [PROFILES.md](PROFILES.md)',
    'says where the time goes.',
    '',
    ...machine.map((line) => `- ${line}`),
    '- Every server is a separate process with the embedded database, `ASSAY_OSV_URL=off`, `ASSAY_LOG_LEVEL=warn`, and raised upload',
    '  limits. The load generator is another process on the same machine and uses loopback.',
    '- If the cores were busy with other work, the rate of a row is a lower bound and its times are upper bounds.',
    ...(left.length > 0 && asked.length === 0 ? [`- Left out of this run: ${left.join(', ')}.`] : []),
    '',
  ].join('\n');
}
