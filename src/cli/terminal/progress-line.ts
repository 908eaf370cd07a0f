/**
 * Shows the progress of a command on standard error: on a terminal one line that is overwritten and finally removed, elsewhere a
 * line now and then, which also suits a build log. Short work shows nothing.
 */

/** The parts of a stream that are used here. */
interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  report(text: string): void;
  /** Reports again and again until the end, also while nothing happens. Replaces an earlier description. */
  follow(describe: () => string): void;
  /** Prints a line that stays. */
  note(line: string): void;
  end(): void;
}

const QUIET_MS = 1_000;
const BETWEEN_REWRITES_MS = 100;
const BETWEEN_LINES_MS = 5_000;
const CLEAR_LINE = '\r\u001b[K';

export function createProgressLine(
  output: ProgressOutput,
  nowMs: () => number = () => performance.now(),
): ProgressLine {
  const isTerminal = output.isTTY === true;
  const startedAt = nowMs();
  let printedAt = isTerminal ? -Infinity : startedAt;
  let isShown = false;
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    if (isTerminal && isShown) output.write(CLEAR_LINE);
    isShown = false;
  };
  const report = (text: string): void => {
    const now = nowMs();
    const pause = isTerminal ? BETWEEN_REWRITES_MS : BETWEEN_LINES_MS;
    if (now - startedAt < QUIET_MS || now - printedAt < pause) return;
    printedAt = now;
    isShown = true;
    output.write(isTerminal ? `${CLEAR_LINE}${text}` : `${text}\n`);
  };
  return {
    report,
    follow: (describe) => {
      clearInterval(timer);
      timer = setInterval(() => report(describe()), BETWEEN_REWRITES_MS);
    },
    note: (line) => {
      clear();
      output.write(`${line}\n`);
    },
    end: () => {
      clearInterval(timer);
      clear();
    },
  };
}
