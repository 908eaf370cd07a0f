/** Ctrl-C and SIGTERM shut down gracefully; a second Ctrl-C exits at once. */
import { INTERRUPTED_EXIT_CODE } from '../exit-codes.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** One Ctrl-C may arrive twice, from the terminal and through the launcher for an old Node. */
const ONE_PRESS_MS = 500;

/** Calls `stop` once; returns a function that removes the listeners. */
export function onStopSignal(stop: (signal: string) => void): () => void {
  let firstAt: number | undefined;
  const listen = (signal: string): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop(signal);
    } else if (signal === 'SIGINT' && performance.now() - firstAt > ONE_PRESS_MS) {
      process.exit(INTERRUPTED_EXIT_CODE);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, listen);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listen);
  };
}

export async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController();
  const removeListeners = onStopSignal(() => interruption.abort());
  try {
    return await work(interruption.signal);
  } finally {
    removeListeners();
  }
}
