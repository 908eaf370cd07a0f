/** `assay doctor`: checks everything that an installation depends on, changes nothing, and says what to do. */
import { messageOf } from '../../../core/errors.ts';
import { loadConfig, type Config } from '../../../config.ts';
import { fail, ok, type CheckResult, warn, checkDatabase } from './check-database.ts';
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readStorage } from '../../../api/http/limits/storage-guard.ts';
import { LIMITS } from '../../../core/limits.ts';
import { toSize } from '../../terminal/progress.ts';
import { openKeyFile, toKeyFilePath } from '../../../store/secrets/key-file.ts';
import { findListenProblem } from '../../../api/http/listen.ts';
import { requestReadiness } from '../../../outbound/request-readiness.ts';

// Checks that the port is free or in use by Assay.
async function* checkPort({ role, host, port }: Config): AsyncGenerator<CheckResult> {
  const what = `Port ${port}`;
  if (role === 'worker') return yield ok('Port', 'none; workers do not serve requests');
  if (port === 0) return yield ok('Port', 'any free port');
  const problem = await findListenProblem({ host, port });
  if (problem === undefined) return yield ok(what, `free on ${host}`);

  const answer = await requestReadiness(host, port);
  if (answer === undefined)
    return yield fail(what, `${problem}.`, 'Stop that program, or set ASSAY_PORT or ASSAY_HOST.');
  const { status, problems } = answer;
  if (status === 'ok') return yield ok(what, 'Assay is running and ready');
  yield status === 'degraded'
    ? warn(what, 'Assay is running but degraded.', 'See the problems below.')
    : fail(what, 'Assay is running but not ready.', 'See the problems below and the log.');
  for (const { code, message } of problems) {
    yield (status === 'degraded' ? warn : fail)('  Problem', message, CURES[code] ?? 'Check the Assay log.');
  }
}

/** By the problem code in `/readyz`. */
const CURES: Readonly<Record<string, string>> = {
  DATABASE_UNAVAILABLE: 'Start the database server, and check its log and the network. Assay reconnects automatically.',
  DATABASE_FULL: 'Free disk space on the database server. Assay resumes automatically.',
  QUEUE_DOWN: 'Check the database server. Assay reconnects automatically.',
  STORAGE_FULL: 'Free disk space, or move the data folder (ASSAY_DATA_DIR).',
  STORAGE_LOW: 'Free disk space before uploads are rejected.',
  OVERLOADED: 'Wait, send fewer concurrent uploads, or raise ASSAY_SPOOL_BYTES_MAX.',
  SERVER_QUEUE_FULL: 'Wait, or add processes with ASSAY_ROLE=worker.',
  SERVER_BUSY: 'Wait, or add processes with ASSAY_ROLE=web.',
  QUEUE_OLD:
    'Check that a process with the role "all" or "worker" is running, and check its log. Add workers if they are busy.',
  ADVISORIES_MISSING:
    'Run "assay advisories status" to see why. Without internet access, import a bundle with "assay advisories import".',
  ADVISORIES_STALE: 'Run "assay advisories status" to see which source fails and why.',
};

// Checks the folder of the embedded database and of request bodies in transfer.
const WRITABLE = constants.R_OK | constants.W_OK | constants.X_OK;

async function checkDataFolder({ dataDir }: Config): Promise<CheckResult> {
  const what = 'Data folder';
  const place = await nearestExisting(dataDir);
  try {
    if (!(await stat(place)).isDirectory()) return fail(what, `${place} is a file, not a folder.`, DATA_FOLDER_CURE);
    await access(place, WRITABLE);
  } catch (error) {
    return fail(what, `Cannot write to ${place} (${messageOf(error)}).`, DATA_FOLDER_CURE);
  }
  return ok(what, place === dataDir ? dataDir : `${dataDir} (created at the first start)`);
}

async function checkFreeSpace({ dataDir }: Config): Promise<CheckResult> {
  const what = 'Free space';
  const { freeBytes, usedRatio, state } = await readStorage(await nearestExisting(dataDir));
  const found = `${toSize(freeBytes)} (${Math.round(usedRatio * 100)} % of the disk used)`;
  if (state === 'full') {
    return fail(what, `${found}. Uploads are rejected.`, 'Free disk space, or move the data folder (ASSAY_DATA_DIR).');
  }
  if (state === 'low') {
    return warn(what, found, `Free disk space: uploads are rejected below ${toSize(LIMITS.freeBytesMin)}.`);
  }
  return ok(what, found);
}

const DATA_FOLDER_CURE =
  'Make the folder writable for the user that runs Assay, or set ASSAY_DATA_DIR to another folder.';

/** Returns the existing folder in which the missing ones will be created. */
async function nearestExisting(path: string): Promise<string> {
  for (let place = path; ; place = dirname(place)) {
    const missing = await stat(place).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    if (!missing || place === dirname(place)) return place;
  }
}

const LABEL_WIDTH = 20;

export async function doctor(): Promise<void> {
  let failures = 0;
  for await (const finding of examine()) {
    process.stdout.write(describeResult(finding));
    if (finding.state === 'fail') failures += 1;
  }
  if (failures === 0) return;
  process.stdout.write(`\n${failures === 1 ? 'One check' : `${failures} checks`} failed.\n`);
  process.exitCode = 1;
}

async function* examine(): AsyncGenerator<CheckResult> {
  yield ok('Node.js', process.versions.node);
  let config: Config;
  try {
    config = loadConfig();
    yield ok('Configuration', 'all variables are valid');
  } catch (error) {
    yield fail('Configuration', messageOf(error));
    return;
  }
  yield await checkDataFolder(config);
  yield await checkFreeSpace(config);
  yield await checkSecretKey(config);
  yield* checkDatabase(config);
  yield* checkPort(config);
}

function describeResult({ state, what, found, cure }: CheckResult): string {
  const line = `${state.padEnd(4)}  ${what.padEnd(LABEL_WIDTH)}  ${found}\n`;
  return cure === undefined ? line : `${line}${' '.repeat(LABEL_WIDTH + 8)}${cure}\n`;
}

// Checks the file with the key for secrets at rest. `assay secret-key` checks whether it matches the database.
async function checkSecretKey(config: Config): Promise<CheckResult> {
  const what = 'Secret key';
  const path = toKeyFilePath(config);
  if (config.secretKeyFile === undefined && !(await exists(path)))
    return ok(what, 'not created yet; the next start creates it');
  try {
    const { ring, exposed } = await openKeyFile(path, { generate: false });
    if (exposed) return warn(what, `Other users can read or change ${path}.`, `Run "chmod 600 ${path}".`);
    return ok(what, `${ring.keyIds.at(-1) ?? ''} in ${path}`);
  } catch (error) {
    return fail(what, messageOf(error));
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
