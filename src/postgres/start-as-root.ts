/**
 * Runs PostgreSQL when Assay is root, which PostgreSQL refuses. A user namespace that maps root to an unprivileged user works without another
 * user and leaves the files owned by root; where namespaces are forbidden (many containers), another user is used. For a normal
 * user nothing changes.
 */
import { execFile } from 'node:child_process';
import { chown, lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataFolder } from './data-folder/data-folder.ts';
import { POSTGRES_REFUSES_ROOT } from './errors.ts';
import { copyBinaries } from './library-links.ts';
import { CLEAN_ENVIRONMENT, NOBODY, type RootMode, type RunAs, toCommandLine, toSpawnOptions } from './run-as.ts';

export const ROOT_MODES: readonly RootMode[] = ['namespace', 'user'];

/** Returns the first mode that works with this data folder and these binaries, and the folder to run the binaries from. */
export async function chooseRunAs(
  folder: DataFolder,
  binDir: string,
  rootModes: readonly RootMode[],
): Promise<{ readonly runAs: RunAs; readonly binDir: string }> {
  if (process.geteuid?.() !== 0) return { runAs: await toRunAs('self'), binDir };

  for (const mode of rootModes) {
    const runAs = await toRunAs(mode);
    // One process for all checks below, which are repeated one by one only to find out what can be changed.
    if (await succeeds(runAs, [...ENTER_AND_RUN, folder.root, join(binDir, 'postgres'), '--version']))
      return { runAs, binDir };
    if (!(await succeeds(runAs, ['true'])) || !(await makeAccessible(runAs, folder.root))) continue;
    if (await succeeds(runAs, [join(binDir, 'postgres'), '--version'])) return { runAs, binDir };

    // The installation may be in a folder that other users cannot enter, such as under /root; the data folder is accessible.
    const copy = await copyBinaries(binDir, folder.native);
    if (copy && (await succeeds(runAs, [join(copy, 'postgres'), '--version']))) return { runAs, binDir: copy };
  }
  throw POSTGRES_REFUSES_ROOT();
}

export async function toRunAs(mode: RunAs['mode']): Promise<RunAs> {
  if (mode === 'user') return { mode, ...(await findOtherUser()) };
  return { mode, uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
}

/** Returns the uid and gid of a name in the text of /etc/passwd. */
export function parsePasswd(text: string, name: string): { readonly uid: number; readonly gid: number } | undefined {
  for (const line of text.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

const run = promisify(execFile);

const ENTER_AND_RUN = ['/bin/sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh'];

async function findOtherUser(): Promise<{ readonly uid: number; readonly gid: number }> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return parsePasswd(passwd, 'postgres') ?? { uid: NOBODY, gid: NOBODY };
}

async function succeeds(runAs: RunAs, command: readonly string[]): Promise<boolean> {
  const [program = '', ...parameters] = toCommandLine(runAs, command);
  try {
    await run(program, parameters, { ...toSpawnOptions(runAs), env: CLEAN_ENVIRONMENT, timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

// Changes the owner of the data folder only when the user cannot enter it otherwise, and restores it when that does not help: the
// folder may also be used for something else.
async function makeAccessible(runAs: RunAs, root: string): Promise<boolean> {
  const enter = [...ENTER_AND_RUN, root, 'true'];
  if (await succeeds(runAs, enter)) return true;

  const before = await lstat(root);
  await chown(root, runAs.uid, runAs.gid);
  if (await succeeds(runAs, enter)) return true;
  await chown(root, before.uid, before.gid);
  return false;
}
