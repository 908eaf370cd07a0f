/** Ctrl-C and SIGTERM end the work in order; whoever presses Ctrl-C once more does not want to wait. */

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** One Ctrl-C may arrive twice, from the terminal and through the launcher of an old Node. */
const ONE_PRESS_MS = 500;
const EXIT_CODE_OF_IMPATIENCE = 130;

/** Calls `stop` once; returns how to take the listeners back. */
export function onStopSignal(stop: (signal: string) => void): () => void {
  let firstAt: number | undefined;
  const listen = (signal: string): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop(signal);
    } else if (signal === 'SIGINT' && performance.now() - firstAt > ONE_PRESS_MS) {
      process.exit(EXIT_CODE_OF_IMPATIENCE);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, listen);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listen);
  };
}

export async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController();
  const takeBack = onStopSignal(() => interruption.abort());
  try {
    return await work(interruption.signal);
  } finally {
    takeBack();
  }
}
