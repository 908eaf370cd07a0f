/**
 * Chooses the folder of PostgreSQL's Unix socket: in the data folder, unless that path is too long for a socket address
 * (`sun_path` has 108 bytes including the terminating zero). PostgreSQL would otherwise refuse to start.
 */
import { chmod, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SOCKET_PATH_TOO_LONG } from '../errors.ts';

/** Creates the folder with mode 0700 and returns its path. */
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
