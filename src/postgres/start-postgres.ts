/**
 * The embedded database: from a data folder to connection URLs. Finds the binaries, creates the cluster at the first start, and
 * runs the server under supervision, or uses the server that another Assay process runs there.
 */
import { strict as assert } from 'node:assert';
import { rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import {
  createDatabase,
  databaseExists,
  getServerVersion,
  requireDurability,
  waitForOtherClients,
} from './ask-server.ts';
import { acquireFolderOrFindServer } from './claim-or-adopt.ts';
import { toServerUrls } from './connection-url.ts';
import { type DataFolder, openDataFolder, withFolderErrors } from './data-folder.ts';
import { describeThisProcess, type Owner, updateOwnership } from './owner-file.ts';
import { prepareServer } from './prepare-server.ts';
import type { RootMode } from './run-as.ts';
import { removeTemporarySocketFolder } from './socket-folder.ts';
import { ROOT_MODES } from './start-as-root.ts';
import { type Log, type PostgresState, Supervisor } from './supervisor.ts';

export interface PostgresOptions {
  /** Absolute path; created with mode 0700 when missing. */
  readonly dataDir: string;
  /** A folder with `initdb` and `postgres` (ASSAY_PG_BIN). */
  readonly binDir?: string;
  /** `serve` requires its own server; a `command` may use one that already runs. */
  readonly purpose: 'serve' | 'command';
  readonly log: Log;
  readonly onState?: (state: PostgresState) => void;
  /** False only in tests: disables syncing to disk. */
  readonly durable?: boolean;
  /** For tests: the modes to try when running as root. */
  readonly rootModes?: readonly RootMode[];
  /** For tests: the delay before each restart. */
  readonly restartDelaysMs?: readonly number[];
}

export interface RunningPostgres {
  /** URL for the ordinary role `assay` and the database `assay`. */
  readonly url: string;
  /** URL for the superuser, for tests that create their own databases. Assay itself never uses it. */
  readonly adminUrl: string;
  readonly serverVersion: string;
  /** Whether another Assay process owns the server. */
  readonly adopted: boolean;
  /** Stops the server and waits until it has exited. Does nothing when the server is adopted. */
  stop(): Promise<void>;
}

export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  assert(isAbsolute(options.dataDir), 'The data folder is an absolute path.');
  const folder = await openDataFolder(options.dataDir);
  const owner = await describeThisProcess();
  const leftovers: Owner[] = [];
  const onStale = (stale: Owner): number => leftovers.push(stale);
  const claim = { folder, purpose: options.purpose, owner, onStale };
  const adopted = await withFolderErrors(folder.root, () => acquireFolderOrFindServer(claim));
  if (adopted !== undefined) return { ...adopted, adopted: true, stop: async () => undefined };

  try {
    for (const { socketDir } of leftovers) if (socketDir) await removeTemporarySocketFolder(socketDir);
    return await startOwn(folder, owner, options);
  } catch (error) {
    await rm(folder.ownerFile, { force: true });
    throw error;
  }
}

const RESTART_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const OTHER_CLIENTS_TIMEOUT_MS = 30_000;

async function startOwn(folder: DataFolder, owner: Owner, options: PostgresOptions): Promise<RunningPostgres> {
  const { binDir, durable = true, rootModes = ROOT_MODES, log, onState = () => undefined } = options;
  const server = await withFolderErrors(folder.root, () => prepareServer(folder, { binDir, durable, rootModes, log }));
  const { command, runAs, socketDir, created } = server;
  const urls = toServerUrls(socketDir, 5432);
  const restartDelaysMs = options.restartDelaysMs ?? RESTART_DELAYS_MS;
  const { cluster } = folder;
  const supervisor = new Supervisor({
    command,
    runAs,
    cluster,
    socketDir,
    url: urls.url,
    restartDelaysMs,
    log,
    onState,
  });
  const end = async (): Promise<void> => {
    await supervisor.stop();
    await removeTemporarySocketFolder(socketDir);
  };
  try {
    await updateOwnership(folder.ownerFile, { ...owner, mode: runAs.mode, socketDir });
    await supervisor.start(created ? urls.adminUrl : urls.url);
    if (created || !(await databaseExists(urls.url))) await createDatabase(urls);
    if (durable) await requireDurability(urls.url);
    const serverVersion = await getServerVersion(urls.url);
    log('info', 'postgres started', { version: serverVersion, mode: runAs.mode, created });
    return { ...urls, serverVersion, adopted: false, stop: once(() => stopOwn(folder, options, urls.url, end)) };
  } catch (error) {
    await end();
    throw error;
  }
}

async function stopOwn(
  folder: DataFolder,
  { purpose, log }: PostgresOptions,
  url: string,
  end: () => Promise<void>,
): Promise<void> {
  // A crashed server does not answer and is stopped anyway.
  if (purpose === 'command') await waitForOtherClients(url, OTHER_CLIENTS_TIMEOUT_MS).catch(() => undefined);
  await end();
  await rm(folder.ownerFile, { force: true });
  log('info', 'postgres stopped');
}

function once(work: () => Promise<void>): () => Promise<void> {
  let started: Promise<void> | undefined;
  return () => (started ??= work());
}
