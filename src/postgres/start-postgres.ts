/**
 * The embedded database: from a data folder to connection URLs. Finds the binaries, creates the cluster at the first start, and
 * runs the server under supervision, or uses the server that another Assay process runs there.
 */
import { strict as assert } from 'node:assert';
import { rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import {
  createDatabase,
  findServerFacts,
  openSession,
  toServerUrls,
  waitForOtherClients,
  type ServerFacts,
  type ServerSession,
  type ServerUrls,
} from './server-queries.ts';
import {
  type DataFolder,
  openDataFolder,
  withFolderErrors,
  chownTree,
  readClusterMajor,
  removeTemporarySocketFolder,
  makeSocketFolder,
} from './data-folder/data-folder.ts';
import {
  describeThisProcess,
  type Owner,
  updateOwnership,
  acquireOwnership,
  isOwnerAlive,
  readOwner,
} from './data-folder/owner-file.ts';
import { forgetBinaries, recallBinaries, rememberBinaries, type CheckedServer } from './known-binaries.ts';
import type { RootMode } from './run-as.ts';
import { ROOT_MODES, chooseRunAs } from './start-as-root.ts';
import { type Log, type PostgresState, Supervisor } from './supervisor.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../core/errors.ts';
import { DATA_FOLDER_IN_USE, POSTGRES_NOT_DURABLE, POSTGRES_NOT_STARTED } from './errors.ts';
import { findPostmaster } from './data-folder/postmaster-file.ts';
import { createCluster } from './create-cluster.ts';
import { findBinaries } from './find-binaries.ts';
import { toServerArguments } from './server-settings.ts';

// Decides what to do about a server that already runs. One Assay process owns a data folder: a second `serve` is rejected,
// while a command uses the running server and leaves it running.
interface ReusableServer extends ServerUrls {
  readonly serverVersion: string;
}

interface AcquireOptions {
  readonly folder: DataFolder;
  readonly purpose: 'serve' | 'command';
  readonly owner: Owner;
  /** Receives the entry that a dead owner left, for cleanup. */
  readonly onStale: (stale: Owner) => void;
}

/**
 * Returns the server to use, or undefined if this process now owns the folder. A server that still runs in it then has no owner.
 */
async function acquireFolderOrFindServer({
  folder,
  purpose,
  owner,
  onStale,
}: AcquireOptions): Promise<ReusableServer | undefined> {
  const deadline = Date.now() + ACQUIRE_TIMEOUT_MS;
  for (;;) {
    const adopted = purpose === 'command' ? await findReusableServer(folder) : undefined;
    if (adopted !== undefined) return adopted;

    const other = await acquireOwnership(folder.ownerFile, owner, onStale);
    if (other === undefined) return undefined;
    // A command waits while the owner creates, starts or restarts its server.
    if (purpose === 'serve' || Date.now() > deadline) throw DATA_FOLDER_IN_USE({ pid: other.pid });
    await delay(100);
  }
}

const ACQUIRE_TIMEOUT_MS = 60_000;
const SHUTDOWN_GRACE_MS = 300;

async function findReusableServer(folder: DataFolder): Promise<ReusableServer | undefined> {
  if ((await findPostmaster(folder.cluster)) === undefined) return undefined;

  // A server without its owner is probably shutting down and may still answer for some milliseconds.
  const owner = await readOwner(folder.ownerFile);
  if (owner === undefined || !(await isOwnerAlive(owner))) await delay(SHUTDOWN_GRACE_MS);

  const postmaster = await findPostmaster(folder.cluster);
  if (postmaster?.ready !== true) return undefined;
  const urls = toServerUrls(postmaster.socketDir, postmaster.port);
  const facts = await findServerFacts(openSession(urls.url, { isKept: false })).catch(() => undefined);
  return facts && { ...urls, serverVersion: facts.version };
}

export interface PostgresOptions {
  /** Absolute path; created with mode 0700 when missing. */
  readonly dataDir: string;
  /** A folder with `initdb` and `postgres` (ASSAY_PG_BIN). */
  readonly binDir?: string;
  /** `serve` requires its own server; a `command` may use one that already runs. */
  readonly purpose: 'serve' | 'command';
  readonly log: Log;
  readonly onState?: (state: PostgresState) => void;
  /** Called when the server was launched and is not ready yet: time for other work. Never called for a server that runs already. */
  readonly onLaunch?: () => void;
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
  const { binDir, durable = true, rootModes = ROOT_MODES, log } = options;
  const { onState = () => undefined, onLaunch = () => undefined } = options;
  const plan = { binDir, durable, rootModes, log };
  const server = await withFolderErrors(folder.root, () => prepareServer(folder, plan));
  const { command, checked, isRecalled, socketDir, created } = server;
  const { runAs } = checked;
  const urls = toServerUrls(socketDir, 5432);
  const restartDelaysMs = options.restartDelaysMs ?? RESTART_DELAYS_MS;
  const { cluster } = folder;
  // A command ends with a question about other clients; `serve` leaves its connections to the requests.
  const session = openSession(urls.url, { isKept: options.purpose === 'command' });
  const supervisor = new Supervisor({
    command,
    runAs,
    cluster,
    socketDir,
    session,
    restartDelaysMs,
    log,
    onState,
    onLaunch,
  });
  const end = async (): Promise<void> => {
    await session.close();
    await supervisor.stop();
    await removeTemporarySocketFolder(socketDir);
  };
  try {
    await updateOwnership(folder.ownerFile, { ...owner, mode: runAs.mode, socketDir });
    await supervisor.start(created ? openSession(urls.adminUrl, { isKept: false }) : session);
    const { version: serverVersion, weakSettings } = await getServerFacts(session, urls, created);
    if (durable && weakSettings.length > 0) throw POSTGRES_NOT_DURABLE({ settings: weakSettings });
    if (!isRecalled) await rememberBinaries(folder, checked, plan);
    log('info', 'postgres started', { version: serverVersion, mode: runAs.mode, created });
    return { ...urls, serverVersion, adopted: false, stop: once(() => stopOwn(folder, options, session, end)) };
  } catch (error) {
    await end();
    if (!isRecalled || !isNotStarted(error)) throw error;
    log('debug', 'the binaries of the last start did not start again', { err: error });
    await forgetBinaries(folder);
    return await startOwn(folder, owner, options);
  }
}

function isNotStarted(error: unknown): boolean {
  return error instanceof AssayError && error.code === POSTGRES_NOT_STARTED.code;
}

/** Creates the database where it is missing: in a new cluster, or after a first start that was interrupted. */
async function getServerFacts(session: ServerSession, urls: ServerUrls, created: boolean): Promise<ServerFacts> {
  const facts = created ? undefined : await findServerFacts(session);
  if (facts !== undefined) return facts;
  await createDatabase(urls);
  const found = await findServerFacts(session);
  assert(found !== undefined, 'The database was created.');
  return found;
}

async function stopOwn(
  folder: DataFolder,
  { purpose, log }: PostgresOptions,
  session: ServerSession,
  end: () => Promise<void>,
): Promise<void> {
  // A crashed server does not answer and is stopped anyway.
  if (purpose === 'command') await waitForOtherClients(session, OTHER_CLIENTS_TIMEOUT_MS).catch(() => undefined);
  await end();
  await rm(folder.ownerFile, { force: true });
  log('info', 'postgres stopped');
}

function once(work: () => Promise<void>): () => Promise<void> {
  let started: Promise<void> | undefined;
  return () => (started ??= work());
}

// Prepares a server in an owned data folder so that it can be started: binaries, user, cluster, socket, file owners.
interface ServerPlan {
  readonly binDir: string | undefined;
  readonly durable: boolean;
  readonly rootModes: readonly RootMode[];
  readonly log: Log;
}

interface PreparedServer {
  readonly command: readonly string[];
  readonly checked: CheckedServer;
  /** Whether the checks were those of an earlier start. */
  readonly isRecalled: boolean;
  readonly socketDir: string;
  /** Whether the cluster is new and does not have Assay's role and database yet. */
  readonly created: boolean;
}

async function prepareServer(folder: DataFolder, plan: ServerPlan): Promise<PreparedServer> {
  const { durable, log } = plan;
  const clusterMajor = await readClusterMajor(folder.cluster);
  const created = clusterMajor === undefined;
  const recalled = created ? undefined : await recallBinaries(folder, clusterMajor, plan);
  const checked = recalled ?? (await checkBinaries(folder, clusterMajor, plan));
  const { binaries, runAs } = checked;
  const { binDir, version } = binaries;
  log('debug', 'postgres binaries chosen', { binDir, version, mode: runAs.mode });

  if (created) {
    const onLine = (line: string): void => log('info', 'initdb', { line });
    await createCluster({ folder, binaries, runAs, durable, onLine });
  }
  const socketDir = await makeSocketFolder(folder.socketDir);

  // The file owner depends on how the server runs: after a change of mode, or from a normal user to root, all files change their
  // owner.
  for (const path of [folder.cluster, socketDir]) await chownTree(path, runAs.uid, runAs.gid);

  const settings = { cluster: folder.cluster, socketDir, durable };
  const command = [join(binDir, 'postgres'), ...toServerArguments(settings)];
  return { command, checked, isRecalled: recalled !== undefined, socketDir, created };
}

async function checkBinaries(
  folder: DataFolder,
  clusterMajor: string | undefined,
  { binDir: setting, rootModes }: ServerPlan,
): Promise<CheckedServer> {
  const found = await findBinaries({ binDir: setting, clusterMajor, copyDir: folder.native });
  const { runAs, binDir } = await chooseRunAs(folder, found.binDir, rootModes);
  return { binaries: { ...found, binDir }, runAs };
}
