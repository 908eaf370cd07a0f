/**
 * The data folder: where each thing lies in it, whether it can be used, and which PostgreSQL made the cluster inside.
 */
import { chown, lchown, lstat, mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CLUSTER_UNREADABLE, DATA_FOLDER_UNUSABLE } from './errors.ts';

export interface DataFolder {
  readonly root: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly ownerFile: string;
  /** A copy of the binaries, made only when those of the installation cannot be used where they are. */
  readonly native: string;
}

/** Creates the folder when it is missing. Its real path is used from here on, because command lines are compared. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  return orUnusable(dataDir, async () => {
    // Only the folder itself is closed to others: a parent made 0700 would shut out the user that PostgreSQL may run as.
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    const root = await realpath(dataDir);
    return {
      root,
      cluster: join(root, 'pg'),
      socketDir: join(root, 's'),
      ownerFile: join(root, 'owner.json'),
      native: join(root, 'native'),
    };
  });
}

/** Turns what the file system answers into one clear error that names the folder. */
export async function orUnusable<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw DATA_FOLDER_UNUSABLE({ dataDir, reason: REASONS[code] ?? code }, { cause: error });
  }
}

/** The major version that made the cluster, or undefined when there is none yet. */
export async function readClusterMajor(cluster: string): Promise<string | undefined> {
  const names = await readdir(cluster).catch(emptyWhenMissing);
  // An empty folder may be a mount point; `rename` replaces it.
  if (names.length === 0) return undefined;

  const text = names.includes('PG_VERSION') ? await readFile(join(cluster, 'PG_VERSION'), 'utf8') : '';
  const major = text.trim();
  if (!MAJOR.test(major)) throw CLUSTER_UNREADABLE({ cluster });
  return major;
}

/**
 * Gives a folder and everything in it to a user. The folder itself comes last, so that an interrupted change is seen and
 * done again.
 */
export async function giveTree(path: string, uid: number, gid: number): Promise<void> {
  const found = await lstat(path);
  if (found.uid === uid) return;
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, gid);
  await chown(path, uid, gid);
}

const MAJOR = /^[0-9]{1,3}$/;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left',
  EDQUOT: 'quota exceeded',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'a file is in its place',
};

async function ignoreExisting(error: NodeJS.ErrnoException): Promise<void> {
  if (error.code !== 'EEXIST') throw error;
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
