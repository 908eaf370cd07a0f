/** `assay doctor`: checks everything that an installation depends on, changes nothing, and says what to do. */
import { messageOf } from '../../../core/errors.ts';
import { loadConfig, type Config } from '../../../config.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';
import { fail, ok, type CheckResult, warn } from './check-result.ts';
import { checkDatabase } from './check-database.ts';
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

// Checks the folder of the embedded database and of request bodies in transfer.
const WRITABLE = constants.R_OK | constants.W_OK | constants.X_OK;

async function checkDataFolder({ dataDir }: Config): Promise<CheckResult> {
  const what = 'Data folder';
  const place = await nearestExisting(dataDir);
  try {
    if (!(await stat(place)).isDirectory()) return fail(what, `${place} is a file.`, DATA_FOLDER_CURE);
    await access(place, WRITABLE);
  } catch (error) {
    return fail(what, `${place} cannot be written to (${messageOf(error)}).`, DATA_FOLDER_CURE);
  }
  return ok(what, place === dataDir ? dataDir : `${dataDir} (made at the first start)`);
}

async function checkFreeSpace({ dataDir }: Config): Promise<CheckResult> {
  const what = 'Free space';
  const { freeBytes, usedRatio, state } = await readStorage(await nearestExisting(dataDir));
  const found = `${toSize(freeBytes)} (${Math.round(usedRatio * 100)} % of the disk is in use)`;
  if (state === 'full') {
    return fail(what, `${found}: uploads are refused.`, 'Free some space, or move the data folder (ASSAY_DATA_DIR).');
  }
  if (state === 'low') {
    return warn(what, found, `Uploads are refused below ${toSize(LIMITS.freeBytesMin)}. Free some space.`);
  }
  return ok(what, found);
}

const DATA_FOLDER_CURE = 'Give Assay a folder that the running user owns, or set ASSAY_DATA_DIR to another one.';

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

export async function doctor(parameters: readonly string[]): Promise<void> {
  parseArguments('doctor', parameters, {});
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
    yield ok('Configuration', 'every variable has a usable value');
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
  if (config.secretKeyFile === undefined && !(await exists(path))) return ok(what, 'none yet: the next start makes it');
  try {
    const { ring, exposed } = await openKeyFile(path, { generate: false });
    if (exposed) return warn(what, `${path} can be read or changed by everybody.`, `chmod 600 ${path}`);
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
