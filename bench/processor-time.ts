/**
 * Processor time, which unlike a rate is about the same on a busy machine as on an idle one, so it shows the capacity of a core.
 * Of processes it is measured from outside (Linux only, 0 elsewhere).
 */
import { readFile } from 'node:fs/promises';

/** Resolution of the clock in /proc; 100 ticks per second on all current Linux systems. */
const TICK_MS = 10;
/** User and system time of the process, and of its children that have ended: a connection may end before a measurement does. */
const TICK_FIELDS = [11, 12, 13, 14];

export async function readProcessorMs(pids: readonly (number | string)[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // Counted from after the name in parentheses, which may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    for (const field of TICK_FIELDS) ticks += Number(fields[field] ?? 0);
  }
  return ticks * TICK_MS;
}

/** The clock of a thread is coarse, so short work is repeated until it is measurable. */
const ROUND_MS_MIN = 200;

interface Rounds<Result> {
  readonly result: Result;
  readonly best: number;
  readonly median: number;
}

/** Returns milliseconds for one run of the work. Two warm-up rounds come first. */
export function measureRounds<Result>(rounds: number, work: () => Result): Rounds<Result> {
  work();
  const start = performance.now();
  const result = work();
  const repeats = Math.ceil(ROUND_MS_MIN / Math.max(0.01, performance.now() - start));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const used = process.threadCpuUsage();
    for (let repeat = 0; repeat < repeats; repeat += 1) work();
    const { user, system } = process.threadCpuUsage(used);
    times.push((user + system) / 1_000 / repeats);
  }
  times.sort((a, b) => a - b);
  return { result, best: times[0] ?? 0, median: times[Math.floor(times.length / 2)] ?? 0 };
}
