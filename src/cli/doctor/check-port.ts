/** Checks that the port is free or in use by Assay. */
import { findListenProblem } from '../../api/listen.ts';
import type { Config } from '../../config.ts';
import { requestReadiness } from '../../outbound/ask-readiness.ts';
import { fail, ok, warn, type CheckResult } from './check.ts';

export async function* checkPort({ role, host, port }: Config): AsyncGenerator<CheckResult> {
  const what = `Port ${port}`;
  if (role === 'worker') return yield ok('Port', 'none: a worker answers no requests');
  if (port === 0) return yield ok('Port', 'any free one');
  const problem = await findListenProblem({ host, port });
  if (problem === undefined) return yield ok(what, `free on ${host}`);

  const answer = await requestReadiness(host, port);
  if (answer === undefined)
    return yield fail(what, `${problem}.`, 'End that program, or set ASSAY_PORT or ASSAY_HOST.');
  const { status, problems } = answer;
  if (status === 'ok') return yield ok(what, 'Assay answers there and is ready');
  yield status === 'degraded'
    ? warn(what, 'Assay answers there; it is ready, but degraded.', 'See the lines below.')
    : fail(what, 'Assay answers there and is not ready.', 'See the lines below, and its log.');
  for (const { code, message } of problems) {
    yield (status === 'degraded' ? warn : fail)('  Problem', message, CURES[code] ?? 'Read the log of Assay.');
  }
}

/** By the problem code in `/readyz`. */
const CURES: Readonly<Record<string, string>> = {
  DATABASE_UNAVAILABLE: 'Start the database server, and check its log and the network. Assay reconnects by itself.',
  DATABASE_FULL: 'Free space on the disk of the database. Assay continues by itself.',
  QUEUE_DOWN: 'Check the database server. Assay reconnects by itself.',
  STORAGE_FULL: 'Free space on the disk of the data folder, or move it (ASSAY_DATA_DIR).',
  STORAGE_LOW: 'Free space on the disk of the data folder before uploads are refused.',
  OVERLOADED: 'Wait, send fewer uploads at once, or raise ASSAY_SPOOL_BYTES_MAX.',
  SERVER_QUEUE_FULL: 'Wait, or add processes with ASSAY_ROLE=worker.',
  SERVER_BUSY: 'Wait, or add processes with ASSAY_ROLE=web.',
  QUEUE_OLD:
    'Check that a process with the role "all" or "worker" runs and read its log; add workers if they are busy.',
  ADVISORIES_MISSING:
    'Run "assay advisories status" to see why. Without a network, import a bundle ("assay advisories import").',
  ADVISORIES_STALE: 'Run "assay advisories status" to see which source fails and why.',
};
