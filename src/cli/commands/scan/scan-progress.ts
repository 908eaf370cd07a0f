/**
 * Prints the progress of a scan on standard error: on a terminal one line that is overwritten and finally removed, elsewhere a
 * line now and then, which also suits a build log. A short scan prints nothing.
 */
import type { ScanProgress } from '../../../pipeline/analysis/scan-once.ts';

/** The parts of a stream that are used here. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const QUIET_MS = 1_000;
const BETWEEN_REWRITES_MS = 100;
const BETWEEN_LINES_MS = 5_000;
const CLEAR_LINE = '\r\u001b[K';

export function createScanProgress(
  output: ProgressOutput,
  nowMs: () => number = () => performance.now(),
): { readonly report: (progress: ScanProgress) => void; readonly end: () => void } {
  const isTerminal = output.isTTY === true;
  const startedAt = nowMs();
  let printedAt = isTerminal ? -Infinity : startedAt;
  let isShown = false;
  return {
    report: (progress) => {
      const now = nowMs();
      const pause = isTerminal ? BETWEEN_REWRITES_MS : BETWEEN_LINES_MS;
      if (now - startedAt < QUIET_MS || now - printedAt < pause) return;
      printedAt = now;
      isShown = true;
      output.write(isTerminal ? `${CLEAR_LINE}${describe(progress)}` : `${describe(progress)}\n`);
    },
    end: () => {
      if (isTerminal && isShown) output.write(CLEAR_LINE);
    },
  };
}

function describe({ stage, done, total }: ScanProgress): string {
  if (stage === 'reading') return 'Reading the SBOM';
  if (stage === 'describing') return 'Loading vulnerability details';
  return `Matching: ${done} of ${total} components`;
}
