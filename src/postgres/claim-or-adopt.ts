/**
 * Decides what to do about a server that already runs. One Assay process owns a data folder: a second `serve` is rejected, while
 * a command uses the running server and leaves it running.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { findServerVersion } from './ask-server.ts';
import { type ServerUrls, toServerUrls } from './connection-url.ts';
import type { DataFolder } from './data-folder.ts';
import { DATA_FOLDER_IN_USE } from './errors.ts';
import { acquireOwnership, type Owner, isOwnerAlive, readOwner } from './owner-file.ts';
import { findPostmaster } from './postmaster-file.ts';

export interface ReusableServer extends ServerUrls {
  readonly serverVersion: string;
}

export interface AcquireOptions {
  readonly folder: DataFolder;
  readonly purpose: 'serve' | 'command';
  readonly owner: Owner;
  /** Receives the entry that a dead owner left, for cleanup. */
  readonly onStale: (stale: Owner) => void;
}

/**
 * Returns the server to use, or undefined if this process now owns the folder. A server that still runs in it then has no owner.
 */
export async function acquireFolderOrFindServer({ folder, purpose, owner, onStale }: AcquireOptions): Promise<ReusableServer | undefined> {
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
  const serverVersion = await findServerVersion(urls.url);
  return serverVersion === undefined ? undefined : { ...urls, serverVersion };
}
