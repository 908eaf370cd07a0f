/**
 * Runs the integration tests of the store and the pipeline on a Citus cluster of its own, a coordinator with two workers, or the
 * test files that are given:
 *   ASSAY_TEST_CITUS_BIN=/usr/lib/postgresql/15/bin node scripts/test-citus.ts [file ...]
 * Needs PostgreSQL with Citus (scripts/build-citus.sh).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CITUS_BIN, startCitusCluster } from '../test/support/citus-cluster.ts';

const FILES = ['test/integration/store', 'test/integration/pipeline'];

if (CITUS_BIN === undefined) throw new Error('Set ASSAY_TEST_CITUS_BIN to the folder of the PostgreSQL programs.');
const cluster = await startCitusCluster(CITUS_BIN, 2);
try {
  const urls = [cluster.coordinator, ...cluster.workers].map(
    ({ port }) => `postgres://postgres@127.0.0.1:${port}/postgres`,
  );
  const files = process.argv.slice(2);
  const tests = spawn('npx', ['vitest', 'run', ...(files.length > 0 ? files : FILES)], {
    stdio: 'inherit',
    env: { ...process.env, ASSAY_TEST_CITUS: urls.join(' ') },
  });
  const [code] = (await once(tests, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await cluster.stop();
}
