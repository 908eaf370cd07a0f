/**
 * PostgreSQL refuses to run as root. A user namespace in which root is called `nobody` satisfies it without another user
 * and leaves the files root's; where that is forbidden (many containers), another user is taken. A normal user runs it as
 * it is.
 */
import { execFile } from 'node:child_process';
import { chown, lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataFolder } from './data-folder.ts';
import { POSTGRES_REFUSES_ROOT } from './errors.ts';
import { copyBinaries } from './library-links.ts';
import { CLEAN_ENVIRONMENT, NOBODY, type RootMode, type RunAs, toCommandLine, toSpawnOptions } from './run-as.ts';

export const ROOT_MODES: readonly RootMode[] = ['namespace', 'user'];

/** The first way that works with this data folder and these binaries, and the folder to run the binaries from. */
export async function chooseRunAs(
  folder: DataFolder,
  binDir: string,
  rootModes: readonly RootMode[],
): Promise<{ readonly runAs: RunAs; readonly binDir: string }> {
  const uid = process.geteuid?.() ?? 0;
  const gid = process.getegid?.() ?? 0;
  if (uid !== 0) return { runAs: { mode: 'self', uid, gid }, binDir };

  for (const mode of rootModes) {
    const runAs = mode === 'namespace' ? { mode, uid, gid } : { mode, ...(await findOtherUser()) };
    if (!(await succeeds(runAs, ['true'])) || !(await openTo(runAs, folder.root))) continue;
    if (await succeeds(runAs, [join(binDir, 'postgres'), '--version'])) return { runAs, binDir };

    // The installation lies in a closed folder, as under /root; the data folder does not.
    const copy = await copyBinaries(binDir, folder.native);
    if (copy && (await succeeds(runAs, [join(copy, 'postgres'), '--version']))) return { runAs, binDir: copy };
  }
  throw POSTGRES_REFUSES_ROOT();
}

/** The user and group numbers of a name in the text of /etc/passwd. */
export function parsePasswd(text: string, name: string): { readonly uid: number; readonly gid: number } | undefined {
  for (const line of text.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

const run = promisify(execFile);

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

// The data folder is handed over only when the user cannot enter it otherwise, and taken back when that does not help: it
// may be a folder with a life of its own.
async function openTo(runAs: RunAs, root: string): Promise<boolean> {
  const enter = ['/bin/sh', '-c', 'cd -- "$1"', 'sh', root];
  if (await succeeds(runAs, enter)) return true;

  const before = await lstat(root);
  await chown(root, runAs.uid, runAs.gid);
  if (await succeeds(runAs, enter)) return true;
  await chown(root, before.uid, before.gid);
  return false;
}
