/**
 * Processor time of processes, measured from outside (Linux only, 0 elsewhere). Unlike a rate, it is about the same on a busy
 * machine as on an idle one, so it shows the capacity of a core.
 */
import { readFile } from 'node:fs/promises';

/** Resolution of the clock in /proc; 100 ticks per second on all current Linux systems. */
const TICK_MS = 10;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

export async function readProcessorMs(pids: readonly (number | string)[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // Counted from after the name in parentheses, which may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[USER_TICKS] ?? 0) + Number(fields[SYSTEM_TICKS] ?? 0);
  }
  return ticks * TICK_MS;
}
