/**
 * `npm run bench`: runs all benchmarks and writes RESULTS.md in this folder.
 *
 *     node bench/run.ts                 all, about fifteen minutes
 *     node bench/run.ts --quick         a quick run of about half a minute, nothing is written
 *     node bench/run.ts scanner start   only these, nothing is written
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureAdvisories } from './advisories.ts';
import { measureAnalysis } from './analysis.ts';
import { measureBuilds } from './builds.ts';
import { measureFindingPages } from './finding-pages.ts';
import { measureInventories } from './inventory.ts';
import { measureLargeBody } from './large-body.ts';
import { describeMachine, waitForQuiet } from './machine.ts';
import { measureMatching } from './matching.ts';
import { findDatabaseVersion } from './measured-server.ts';
import { measureNeighbors } from './neighbors.ts';
import { toMarkdown, type Benchmark, type Table } from './report.ts';
import { measurePortal } from './portal.ts';
import { measureProfileChange } from './profile-change.ts';
import { measureRefresh } from './refresh.ts';
import { measureRelevance } from './relevance.ts';
import { measureRemediation } from './remediation.ts';
import { measureScanner } from './scanner.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start-time.ts';
import { measureUploads } from './uploads.ts';
import { measureVersionList } from './version-list.ts';
import { measureWebhooks } from './webhooks.ts';

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  uploads: measureUploads,
  memory: measureLargeBody,
  versions: measureVersionList,
  scanner: measureScanner,
  start: measureStart,
  analysis: measureAnalysis,
  builds: measureBuilds,
  findings: measureFindingPages,
  inventory: measureInventories,
  advisories: measureAdvisories,
  matching: measureMatching,
  neighbors: measureNeighbors,
  portal: measurePortal,
  profile: measureProfileChange,
  refresh: measureRefresh,
  relevance: measureRelevance,
  remediation: measureRemediation,
  webhooks: measureWebhooks,
  soak: measureSoak,
};
const QUIET_WAIT_MAX_MS = 45_000;

const quick = process.argv.includes('--quick');
const asked = process.argv.slice(2).filter((word) => word !== '--quick');
const unknown = asked.find((name) => !(name in BENCHMARKS));
if (unknown !== undefined)
  throw new Error(`There is no "${unknown}"; there are ${Object.keys(BENCHMARKS).join(', ')}.`);

const start = performance.now();
const tables: Table[] = [];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  const print = (line: string): void =>
    console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${line}`);
  const quiet = async (): Promise<string> => await waitForQuiet(quick ? 0 : QUIET_WAIT_MAX_MS);
  tables.push(...(await benchmark({ quick, print, quiet })));
}

const results = [await introduction(), ...tables.map(toMarkdown)].join('\n');
if (quick || asked.length > 0) console.log(`\n${results}`);
else {
  const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));
  await writeFile(file, results);
  // The format check includes this file.
  await promisify(execFile)(fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url)), [file]);
  console.log('\nWritten: bench/RESULTS.md');
}

async function introduction(): Promise<string> {
  const machine = [
    ...describeMachine(),
    await findDatabaseVersion(),
    `Measured on ${new Date().toISOString().slice(0, 10)}`,
  ];
  return [
    '# Measured',
    '',
    'Written by `npm run bench`. To repeat it: a machine with nothing else to do, `npm ci`, then `npm run bench`;',
    'with `ASSAY_TEST_DATA` set to the folder of real SBOMs it uses those. `node bench/run.ts --quick` is a look of half a minute.',
    '',
    ...machine.map((line) => `- ${line}`),
    '- Every server is a process of its own with the embedded database, `ASSAY_OSV_URL=off`, `ASSAY_LOG_LEVEL=warn`, and upload rates',
    '  raised out of the way. The load generator is another process on the same machine, over loopback.',
    '- Where a row says that the cores were busy with other work, its rate is a lower bound and its times are upper bounds.',
    '',
  ].join('\n');
}
