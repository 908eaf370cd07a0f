/**
 * Measures the load of a block of work on this process: the delay of its event loop and the growth of its memory. Client and
 * server of a test share the process, so the figures are upper bounds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 50;
const MIB = 1024 * 1024;

export interface Load {
  readonly ms: number;
  readonly loopDelayP99Ms: number;
  readonly memoryGrowthMib: number;
}

/** Call the returned function at the end of the block. */
export function startLoadMeter(): () => Load {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, SAMPLE_MS);
  const start = performance.now();
  delay.enable();
  return () => {
    delay.disable();
    clearInterval(timer);
    look();
    return {
      ms: performance.now() - start,
      // The histogram measures the interval of a timer, which is never shorter than its resolution.
      loopDelayP99Ms: delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
      memoryGrowthMib: (peak - before) / MIB,
    };
  };
}
