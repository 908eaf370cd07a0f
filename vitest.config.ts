import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defaultExclude, defineConfig } from 'vitest/config';
import { excludedFiles, isTestAll, runsEverything } from './test/long-files.ts';

// The gates of quality that need no database.
const WITHOUT_DATABASE = [
  'test/quality/cpe-labels.test.ts',
  'test/quality/labeled-cases.test.ts',
  'test/quality/relevance/**/*.test.ts',
  'test/quality/evaluator/**/*.test.ts',
  'test/quality/feed-names/**/*.test.ts',
];

const THREADS = 'src/threads/**/*.test.ts';

// A statement of a distributed database waits for every node, and all nodes of a test share one machine.
const MINUTE = process.env['ASSAY_TEST_CITUS'] === undefined ? 60_000 : 240_000;

if (!runsEverything) console.warn(`${excludedFiles.length} long test files are not run. "npm run test:all" runs all.`);

const seed = process.env['ASSAY_TEST_SEED'] ?? String(isTestAll ? randomInt(2 ** 31) : 1);
console.warn(`Property tests use the seed ${seed}. ASSAY_TEST_SEED=${seed} repeats it.`);

export default defineConfig({
  test: {
    // Vitest leaves one core free, so on two cores files would run one by one, although most wait for processes and the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Protection keys of x64 processors make V8 end the process now and then when threads end ("Check failed: jit_page.has_value()").
    execArgv: process.arch === 'x64' ? ['--no-memory-protection-keys'] : [],
    // fast-check's own default of 100 runs is kept; a slow machine may take longer than vitest's five seconds.
    testTimeout: MINUTE,
    hookTimeout: MINUTE,
    // What must come is waited for; vitest's one second would be a claim about the machine.
    expect: { poll: { timeout: MINUTE / 2 } },
    setupFiles: ['test/support/fixed-seed.ts'],
    env: { ASSAY_TEST_SEED: seed },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          exclude: [...defaultExclude, THREADS, ...excludedFiles],
          // They share nothing but modules without state; loading these anew for each of hundreds of files takes a third of the time.
          isolate: false,
          include: [
            ...['src/**/*.test.ts', 'portal/**/*.test.ts', 'scripts/**/*.test.ts', 'test/repository/**/*.test.ts'],
            ...WITHOUT_DATABASE,
          ],
        },
      },
      {
        extends: true,
        test: {
          // Threads are made to run out of memory and to crash; nothing else should live beside them.
          name: 'threads',
          include: [THREADS],
          exclude: [...defaultExclude, ...excludedFiles],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // As above: what a file starts, it stops, and no module remembers another's database.
          isolate: false,
          include: ['test/integration/**/*.test.ts', 'test/hostile/**/*.test.ts', 'test/quality/**/*.test.ts'],
          exclude: [...defaultExclude, ...WITHOUT_DATABASE, ...excludedFiles],
          globalSetup: ['test/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          exclude: [...defaultExclude, ...excludedFiles],
          include: ['test/browser/**/*.test.ts'],
          // A page settles when the machine lets it; as long as a page waits for an element.
          expect: { poll: { timeout: 45_000 } },
          testTimeout: 120_000,
          globalSetup: ['test/support/global-browser.ts', 'test/support/started-installation.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          exclude: [...defaultExclude, ...excludedFiles],
          include: ['test/e2e/**/*.test.ts', 'test/crash/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          env: { ASSAY_TEST_SEED: seed, ASSAY_TEST_ALL: runsEverything ? '1' : '' },
          globalSetup: ['test/support/started-installation.ts'],
        },
      },
    ],
  },
});
