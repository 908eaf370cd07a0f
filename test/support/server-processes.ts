/** Lists the processes in a folder or a group, and waits for conditions. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Lists every process that works in the folder: the postmaster and its children, with or without a PID file. */
export async function listServerProcesses(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  const found: string[] = [];
  for (const pid of pids) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd.startsWith(`${folder}/`)) found.push(pid);
  }
  return found;
}

/** Waits until the condition is true; the time limit of the test ends a wait that takes too long. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

/** Lists the processes of a group, including its leader. */
export async function listGroup(groupId: number): Promise<readonly string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  const found: string[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The state, parent and group follow the process name in parentheses, which may contain any character.
    if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] === String(groupId)) found.push(pid);
  }
  return found;
}
