/**
 * Processor time of processes, from outside (Linux only, 0 elsewhere). Unlike a rate it says much the same on a busy machine
 * as on a quiet one, so it shows what a core could do.
 */
import { readFile } from 'node:fs/promises';

/** Of the clock that /proc counts in; 100 in a second wherever Linux runs today. */
const TICK_MS = 10;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

export async function readProcessorMs(pids: readonly (number | string)[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // Counted from behind the name in parentheses, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[USER_TICKS] ?? 0) + Number(fields[SYSTEM_TICKS] ?? 0);
  }
  return ticks * TICK_MS;
}
