/**
 * What to do about a server that is already there. One Assay owns a data folder; a second `serve` is refused, while a
 * command beside it uses its server and leaves it running.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { findServerVersion } from './ask-server.ts';
import { type ServerUrls, toServerUrls } from './connection-url.ts';
import type { DataFolder } from './data-folder.ts';
import { DATA_FOLDER_IN_USE } from './errors.ts';
import { claimOwnership, type Owner, ownerLives, readOwner } from './owner-file.ts';
import { findPostmaster } from './postmaster-file.ts';

export interface AdoptedServer extends ServerUrls {
  readonly serverVersion: string;
}

export interface Claim {
  readonly folder: DataFolder;
  readonly purpose: 'serve' | 'command';
  readonly owner: Owner;
  /** Told what a dead owner left, so that it can be cleaned up. */
  readonly onStale: (stale: Owner) => void;
}

/** Returns the server to use, or undefined: the folder is ours then, and whatever still runs in it is without a master. */
export async function claimOrAdopt({ folder, purpose, owner, onStale }: Claim): Promise<AdoptedServer | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const adopted = purpose === 'command' ? await adopt(folder) : undefined;
    if (adopted !== undefined) return adopted;

    const other = await claimOwnership(folder.ownerFile, owner, onStale);
    if (other === undefined) return undefined;
    // A command waits for an owner that is just creating, starting or restarting its server.
    if (purpose === 'serve' || Date.now() > deadline) throw DATA_FOLDER_IN_USE({ pid: other.pid });
    await delay(100);
  }
}

const PATIENCE_MS = 60_000;
const LAST_BREATH_MS = 300;

async function adopt(folder: DataFolder): Promise<AdoptedServer | undefined> {
  if ((await findPostmaster(folder.cluster)) === undefined) return undefined;

  // Without its owner the server is most likely on its way out, and answers for some milliseconds more.
  const owner = await readOwner(folder.ownerFile);
  if (owner === undefined || !(await ownerLives(owner))) await delay(LAST_BREATH_MS);

  const postmaster = await findPostmaster(folder.cluster);
  if (postmaster?.ready !== true) return undefined;
  const urls = toServerUrls(postmaster.socketDir, postmaster.port);
  const serverVersion = await findServerVersion(urls.url);
  return serverVersion === undefined ? undefined : { ...urls, serverVersion };
}
