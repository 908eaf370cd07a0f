/**
 * Creates the cluster in a staging folder and moves it into place with one `rename`, so that an interrupted creation never looks
 * like a cluster.
 */
import { chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder/data-folder.ts';
import { CLUSTER_NOT_CREATED } from './errors.ts';
import type { Binaries } from './find-binaries.ts';
import type { RunAs } from './run-as.ts';
import { startWatched } from './watchdog.ts';

interface NewCluster {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly durable: boolean;
  readonly onLine: (line: string) => void;
}

export async function createCluster({ folder, binaries, runAs, durable, onLine }: NewCluster): Promise<void> {
  await removeStagingFolders(folder.root);
  // A new name each time: an `initdb` that briefly outlives its killed parent then removes its own folder, not this one.
  const staging = await mkdtemp(join(folder.root, STAGING_PREFIX));
  if (runAs.mode === 'user') await chown(staging, runAs.uid, runAs.gid);

  const initdb = [join(binaries.binDir, 'initdb'), ...toInitdbArguments(staging, binaries.major, durable)];
  const { exited, lastLines } = startWatched(initdb, runAs, onLine);
  const { code } = await exited;
  if (code !== 0) {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
    const details = lastLines.map((message) => ({ path: 'initdb', message }));
    throw CLUSTER_NOT_CREATED({ reason: lastLines.at(-1) ?? `initdb exited with ${code}` }, { details });
  }
  await rename(staging, folder.cluster);
  if (durable) await syncFolder(folder.root);
}

/** Removes the folders that interrupted creations left behind. */
async function removeStagingFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name === 'pg.new' || name.startsWith(STAGING_PREFIX)) {
      await rm(join(root, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

export function toInitdbArguments(folder: string, major: number, durable: boolean): readonly string[] {
  // The builtin provider sorts the same on every system, but exists only since version 17 and requires an explicit encoding.
  const locale =
    major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8', '--lc-messages=C'];
  return [
    ['-D', folder, '-U', 'postgres', '--encoding=UTF8', ...locale, '--data-checksums', '--no-instructions'],
    // Not `peer`: the system user never has the same name as the role. Access is protected by the folders, which are 0700.
    ['--auth=trust'],
    durable ? [] : ['--no-sync'],
  ].flat();
}

const STAGING_PREFIX = 'pg.new-';

// Makes the rename survive a power failure. initdb has already synced the files.
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
