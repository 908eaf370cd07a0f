/**
 * Runs a PostgreSQL program so that it never outlives this process. A shell in between holds one end of a pipe and this process
 * the other: when this process exits, even by SIGKILL, the pipe closes and the program is asked to exit (for the server: a fast
 * and clean shutdown). The program has its own session, so Ctrl-C in a terminal reaches only this process.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { CLEAN_ENVIRONMENT, type RunAs, toCommandLine, toSpawnOptions } from './run-as.ts';

export interface WatchedProgram {
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** The last lines it wrote to stderr, oldest first. */
  readonly lastLines: readonly string[];
  /** When the program was started or last wrote a line, as a `Date.now()` timestamp. */
  lastSignOfLife(): number;
  /** Resolves when the program writes its next line. */
  nextLine(): Promise<void>;
  /** Closes the pipe, which asks the program to exit. */
  release(): void;
}

export function startWatched(command: readonly string[], runAs: RunAs, onLine: (line: string) => void): WatchedProgram {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', ...toCommandLine(runAs, command)], {
    ...toSpawnOptions(runAs),
    env: CLEAN_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const lastLines: string[] = [];
  let signOfLife = Date.now();
  let next = Promise.withResolvers<void>();

  // Keep reading to the end: a full pipe would block the server.
  const lines = createInterface({ input: child.stderr, crlfDelay: Infinity });
  const allRead = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('line', (text) => {
    const line = text.slice(0, LINE_CHARACTERS_MAX);
    signOfLife = Date.now();
    lastLines.push(line);
    if (lastLines.length > LAST_LINES_MAX) lastLines.shift();
    next.resolve();
    next = Promise.withResolvers<void>();
    onLine(line);
  });
  // Nothing is ever written, but closing a pipe whose reader is gone may emit an error.
  child.stdin.on('error', () => undefined);

  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', (error) => {
      lastLines.push(error.message);
      resolve({ code: null, signal: null });
    });
    child.once('exit', (code, signal) => {
      // The shell's background job still waits for the pipe.
      child.stdin.end();
      // The last lines may still be in the pipe, but a leftover backend may hold it open, so the wait is short.
      void Promise.race([allRead, delay(OUTPUT_GRACE_MS, undefined, { ref: false })]).then(() =>
        resolve({ code, signal }),
      );
    });
  });
  return {
    exited,
    lastLines,
    lastSignOfLife: () => signOfLife,
    nextLine: async () => await next.promise,
    release: () => child.stdin.end(),
  };
}

const LAST_LINES_MAX = 20;
const LINE_CHARACTERS_MAX = 2_000;
const OUTPUT_GRACE_MS = 200;

// The pipe is passed as descriptor 3, because the standard input of a background job is /dev/null. `wait` makes the shell exit
// with the program, so that its exit is noticed at once. The signal is repeated: like every background job, a program that has
// not yet installed its handlers ignores SIGINT, and would stay behind if this process died in its first moments.
const WATCHDOG = `
exec 3<&0 </dev/null; "$@" 3<&- & p=$!
(cat <&3 >/dev/null 2>&1; for i in 1 2 3 4 5; do kill -INT $p || break; sleep 1; done) >/dev/null 2>&1 & exec 3<&-; wait $p
`;
