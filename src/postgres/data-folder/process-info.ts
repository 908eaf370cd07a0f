/**
 * Checks whether a process recorded in a file is still the same process. A pid alone is not enough: pids are reused after a
 * restart, in a container even at once, so the start time or the command line is compared as well.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists even though it cannot be signaled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns a string that differs between two processes with the same pid, or undefined when the system does not provide one. */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  try {
    if (process.platform !== 'linux') return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim();
    const ticks = parseStartTicks(await readFile(`/proc/${pid}/stat`, 'utf8'));
    return ticks && `${await readBootId()}/${ticks}`;
  } catch {
    return undefined;
  }
}

/** Returns field 22. Field 2, the program's name in parentheses, may itself contain spaces and parentheses. */
export function parseStartTicks(stat: string): string | undefined {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(22 - 3);
}

export async function hasArgument(pid: number, argument: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
    }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout.includes(argument);
  } catch {
    return false;
  }
}

// Ticks count from boot, and small virtual machines boot so uniformly that pid and ticks of two boots can be equal.
async function readBootId(): Promise<string> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    return '';
  }
}
