/** Processes that live in a folder, and waiting for them and for whatever else must come. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Every process that works in the folder: the postmaster and its children, with or without a file about them. */
export async function listServerProcesses(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  const found: string[] = [];
  for (const pid of pids) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd.startsWith(`${folder}/`)) found.push(pid);
  }
  return found;
}

/** Waits for what must come; a test that waits in vain ends by its own time limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

/** The processes of a group, its leader or not. */
export async function listGroup(groupId: number): Promise<readonly string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  const found: string[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name in parentheses, which may hold anything: state, parent, group.
    if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] === String(groupId)) found.push(pid);
  }
  return found;
}
