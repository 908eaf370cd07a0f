/**
 * `owner.json` names the Assay process that owns a data folder. It is the lock for everything that PostgreSQL's own lock does not
 * cover (creating the cluster, changing its owner), and it distinguishes an owned postmaster from an orphaned one.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processExists, readProcessStart } from './process-info.ts';

export interface Owner {
  readonly pid: number;
  readonly processStart: string | undefined;
  /** How PostgreSQL is run (`start-as-root.ts`). Absent until that is decided. */
  readonly mode?: string;
  /** The folder of the socket when the path of the data folder is too long for one. */
  readonly socketDir?: string;
}

export async function describeThisProcess(): Promise<Owner> {
  return { pid: process.pid, processStart: await readProcessStart(process.pid) };
}

/**
 * Claims the folder. Returns undefined on success, or the living owner that holds it. The entry of a dead owner is passed to
 * `onStale` before it is replaced.
 */
export async function acquireOwnership(
  path: string,
  owner: Owner,
  onStale: (stale: Owner) => void,
): Promise<Owner | undefined> {
  const draft = toDraftPath(path);
  await writeFile(draft, toText(owner), { mode: 0o600 });
  try {
    for (;;) {
      // A hard link appears atomically and complete; when two processes start at once, only one succeeds.
      if (await tryLink(draft, path)) {
        await removeAbandonedDrafts(path);
        return undefined;
      }

      const found = await readOwner(path);
      if (found !== undefined && (await isOwnerAlive(found))) return found;
      if (found !== undefined) onStale(found);
      await removeStale(path);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces this process's own entry atomically. */
export async function updateOwnership(path: string, owner: Owner): Promise<void> {
  const draft = toDraftPath(path);
  await writeFile(draft, toText(owner), { mode: 0o600 });
  await rename(draft, path);
}

export async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return parseOwner(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file that cannot be parsed is treated like that of a dead owner. */
export function parseOwner(text: string): Owner | undefined {
  const fields = parseObject(text);
  const { pid, processStart, mode, socketDir } = fields;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    processStart: typeof processStart === 'string' ? processStart : undefined,
    ...(typeof mode === 'string' ? { mode } : {}),
    ...(typeof socketDir === 'string' ? { socketDir } : {}),
  };
}

export async function isOwnerAlive(owner: Owner): Promise<boolean> {
  if (!processExists(owner.pid)) return false;
  const start = await readProcessStart(owner.pid);
  return start === undefined || owner.processStart === undefined || start === owner.processStart;
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

// Removes the file only while holding the lock and after checking the owner again, so that a file that a living process linked in
// the meantime is never removed.
async function removeStale(path: string): Promise<void> {
  const lock = `${path}.lock`;
  if (!(await tryMakeFolder(lock))) {
    await removeOldLock(lock);
    await delay(LOCK_PAUSE_MS);
    return;
  }
  try {
    const found = await readOwner(path);
    if (found === undefined || !(await isOwnerAlive(found))) await rm(path, { force: true });
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

const LOCK_PAUSE_MS = 20;
/** The lock is held only briefly; an older one belongs to a process that was killed while holding it. */
const LOCK_AGE_MAX_MS = 5_000;

async function tryMakeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeOldLock(lock: string): Promise<void> {
  const facts = await stat(lock).catch(() => undefined);
  if (facts !== undefined && Date.now() - facts.mtimeMs > LOCK_AGE_MAX_MS)
    await rm(lock, { recursive: true, force: true });
}

function toDraftPath(path: string): string {
  return `${path}.${process.pid}.${randomUUID()}`;
}

// A process that is killed between writing and linking leaves its draft behind.
async function removeAbandonedDrafts(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (pid > 0 && !processExists(pid)) await rm(join(dirname(path), name), { force: true });
  }
}

function toText(owner: Owner): string {
  return `${JSON.stringify(owner)}\n`;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
