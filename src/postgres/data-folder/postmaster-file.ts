/**
 * `postmaster.pid`, the file in which PostgreSQL describes the running server. Its lines: pid, cluster folder, start time, port,
 * socket folder, address, shared memory, status. The lines are written one by one while the server starts.
 * https://www.postgresql.org/docs/18/storage-file-layout.html
 */
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { POSTGRES_NOT_STOPPED } from '../errors.ts';
import { hasArgument, processExists } from './process-info.ts';

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly ready: boolean;
}

export function parsePostmasterFile(text: string): Postmaster | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = PID.exec(lines[0] ?? '')?.[1];
  if (pid === undefined) return undefined;
  return {
    pid: Number(pid),
    port: Number(lines[3] ?? ''),
    socketDir: lines[4] ?? '',
    ready: (lines[7] ?? '').startsWith('ready'),
  };
}

/** Returns the server that runs on this cluster, or undefined when the file is missing or its process has exited. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = readPostmasterFile(cluster);
  if (postmaster === undefined || !processExists(postmaster.pid)) return undefined;
  return (await hasArgument(postmaster.pid, cluster)) ? postmaster : undefined;
}

/** Stops a server that has lost its owner: first with a clean shutdown, then with one that requires recovery. */
export async function stopPostmaster(cluster: string, { pid }: Postmaster): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    signalProcess(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if ((await findPostmaster(cluster))?.pid !== pid) return;
      await delay(20);
    }
  }
  throw POSTGRES_NOT_STOPPED({ pid });
}

/**
 * Neutralizes stale lock files. PostgreSQL takes a stale lock file for a live one when its pid has been reused by any other
 * process, which is common in containers, where pids are small. Call this only when `findPostmaster` returned undefined and this
 * process owns the folder. The cluster's file keeps its shared-memory line, by which PostgreSQL recognizes leftover backends;
 * only its pid is replaced by one that no system assigns. The socket's files are removed.
 */
export async function disarmStaleLocks(cluster: string, socketDir: string): Promise<void> {
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(socketDir, name), { force: true });

  const stale = readPostmasterFile(cluster);
  if (stale === undefined || !processExists(stale.pid)) return;
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [UNUSED_PID, ...rest].join('\n'));
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

// A single-user server writes its pid with a minus sign.
const PID = /^-?([1-9][0-9]{0,9})$/;
const UNUSED_PID = '2147483646';

/** In one turn of the event loop instead of four: a command loads code meanwhile, and each turn waits for a part of it. */
function readPostmasterFile(cluster: string): Postmaster | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
