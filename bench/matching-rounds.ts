/**
 * Measures work in processor time of its thread, which is about the same on a busy machine as on an idle one. That clock is
 * coarse, so short work is repeated until it is measurable.
 */
const ROUND_MS_MIN = 200;

export interface Rounds<Result> {
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
