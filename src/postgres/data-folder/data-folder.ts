/**
 * The data folder: its layout, whether it is usable, and the PostgreSQL version that created its cluster.
 */
import { chown, lchown, lstat, mkdir, readdir, readFile, realpath, chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import { CLUSTER_UNREADABLE, DATA_FOLDER_UNUSABLE, SOCKET_PATH_TOO_LONG } from '../errors.ts';
import { tmpdir } from 'node:os';

export interface DataFolder {
  readonly root: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly ownerFile: string;
  /** See `known-binaries.ts`. */
  readonly knownBinaries: string;
  /** A copy of the binaries, made only when the installed ones cannot be used in place. */
  readonly native: string;
}

/** Creates the folder when it is missing. Returns its real path, because command lines are compared with it later. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  return withFolderErrors(dataDir, async () => {
    // Only the folder itself is 0700: a parent with that mode would lock out the user that PostgreSQL may run as.
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    const root = await realpath(dataDir);
    return {
      root,
      cluster: join(root, 'pg'),
      socketDir: join(root, 's'),
      ownerFile: join(root, 'owner.json'),
      knownBinaries: join(root, 'binaries.json'),
      native: join(root, 'native'),
    };
  });
}

/** Turns file system errors into one clear error that names the folder. */
export async function withFolderErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw DATA_FOLDER_UNUSABLE({ dataDir, reason: REASONS[code] ?? code }, { cause: error });
  }
}

/** Returns the major version that created the cluster, or undefined when there is no cluster yet. */
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
 * Changes the owner of a folder and its contents. The folder itself comes last, so that an interrupted change is detected and
 * repeated.
 */
export async function chownTree(path: string, uid: number, gid: number): Promise<void> {
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
  EEXIST: 'a file with this name exists',
};

async function ignoreExisting(error: NodeJS.ErrnoException): Promise<void> {
  if (error.code !== 'EEXIST') throw error;
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/**
 * Creates the folder of PostgreSQL's Unix socket with mode 0700 and returns its path: in the data folder, unless that path is too
 * long for a socket address (`sun_path` has 108 bytes including the terminating zero). PostgreSQL would otherwise refuse to start.
 */
export async function makeSocketFolder(preferred: string): Promise<string> {
  if (fitsSocket(preferred)) {
    await mkdir(preferred, { recursive: true, mode: 0o700 });
    await chmod(preferred, 0o700);
    return preferred;
  }
  // mkdtemp adds six characters and sets 0700.
  const parent = [tmpdir(), '/tmp'].find((folder) => fitsSocket(join(folder, `${PREFIX}XXXXXX`)));
  if (parent === undefined) throw SOCKET_PATH_TOO_LONG({ path: preferred });
  return mkdtemp(join(parent, PREFIX));
}

/**
 * Removes a folder that was created under the temporary folder; the one in the data folder stays. Deletes only the socket and its
 * lock.
 */
export async function removeTemporarySocketFolder(socketDir: string): Promise<void> {
  if (!basename(socketDir).startsWith(PREFIX)) return;
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(socketDir, name), { force: true });
  await rmdir(socketDir).catch(() => undefined);
}

export function fitsSocket(socketDir: string): boolean {
  return Buffer.byteLength(join(socketDir, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX;
}

const SOCKET_NAME = '.s.PGSQL.5432';
const SOCKET_PATH_BYTES_MAX = 107;
const PREFIX = 'assay-socket-';
