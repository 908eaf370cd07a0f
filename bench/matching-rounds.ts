/**
 * How long work takes in processor time of its thread, which says much the same on a busy machine as on a quiet one. That clock
 * is a coarse one, so short work is repeated until it can be told.
 */
const ROUND_MS_MIN = 200;

export interface Rounds<Result> {
  readonly result: Result;
  readonly best: number;
  readonly median: number;
}

/** In milliseconds for the work once. Two rounds before those that count warm it up. */
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
