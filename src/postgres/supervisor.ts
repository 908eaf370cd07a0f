/**
 * Keeps one PostgreSQL server running: starts it, detects when it is ready, restarts it when it exits, stops it cleanly.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../core/errors.ts';
import { isReachable, type ServerSession } from './server-queries.ts';
import { POSTGRES_NOT_STARTED } from './errors.ts';
import { disarmStaleLocks, findPostmaster, signalProcess, stopPostmaster } from './data-folder/postmaster-file.ts';
import type { RunAs } from './run-as.ts';
import { startWatched, type WatchedProgram } from './watchdog.ts';

export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/**
 * State after an unexpected exit: `down`, or `full` while a restart fails because the disk is full, then `up` again; or `failed`
 * when all restarts failed and no more are tried.
 */
export type PostgresState = 'up' | 'down' | 'full' | 'failed';

interface SupervisorOptions {
  readonly command: readonly string[];
  readonly runAs: RunAs;
  readonly cluster: string;
  readonly socketDir: string;
  /** The server is ready when it answers here. */
  readonly session: ServerSession;
  readonly restartDelaysMs: readonly number[];
  readonly log: Log;
  readonly onState: (state: PostgresState) => void;
  /** Called after each launch, before the server is ready. */
  readonly onLaunch: () => void;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  #server: WatchedProgram | undefined;
  #restarting: Promise<void> | undefined;
  /** Number of restarts since the server was last stable. */
  #restarts = 0;
  #upSince = 0;
  #state: PostgresState = 'up';

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Resolves when the server answers. In a new cluster only the superuser is answered, whose session is passed in. */
  async start(session: ServerSession = this.#options.session): Promise<void> {
    const { cluster, socketDir, command, runAs, log, onLaunch } = this.#options;
    const giveUpAt = Date.now() + LEFTOVER_TIMEOUT_MS;
    for (;;) {
      const leftover = await findPostmaster(cluster);
      if (leftover !== undefined) {
        log('warn', 'stopping an orphaned postgres', { pid: leftover.pid });
        await stopPostmaster(cluster, leftover);
      }
      await disarmStaleLocks(cluster, socketDir);

      this.#stopping.signal.throwIfAborted();
      const server = startWatched(command, runAs, (line) => this.#logLine(line));
      this.#server = server;
      onLaunch();
      if (await waitUntilReady(server, cluster, session)) {
        this.#upSince = Date.now();
        void server.exited.then((exit) => this.#onExit(exit));
        return;
      }
      await stopServer(server, cluster, log);

      // Backends of a killed postmaster finish their work before they notice, and a new server fails to start until they are
      // gone.
      const waitsForBackends = server.lastLines.some((line) => line.includes('is still in use'));
      if (!waitsForBackends || Date.now() > giveUpAt) throw toStartError(server);
      await delay(LEFTOVER_POLL_MS, undefined, { signal: this.#stopping.signal });
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#server !== undefined) await stopServer(this.#server, this.#options.cluster, this.#options.log);
    await this.#restarting;
  }

  /** While it shuts down, a server reports every open connection as FATAL, so these lines are not warnings. */
  #logLine(line: string): void {
    const isTrouble = FATAL.test(line) && !this.#stopping.signal.aborted;
    this.#options.log(isTrouble ? 'warn' : 'info', 'postgres', { line });
  }

  #onExit(exit: { readonly code: number | null; readonly signal: string | null }): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log('error', 'postgres exited unexpectedly', { ...exit });
    this.#reportState('down');
    if (Date.now() - this.#upSince > STABLE_AFTER_MS) this.#restarts = 0;
    this.#restarting = this.#restart();
  }

  /** Gives up when `restartDelaysMs.length` restarts in a row have failed. While the disk is full, it retries forever. */
  async #restart(): Promise<void> {
    const { restartDelaysMs, log } = this.#options;
    for (let failures = 0; failures < restartDelaysMs.length;) {
      const delayMs = restartDelaysMs[Math.min(this.#restarts, restartDelaysMs.length - 1)];
      this.#restarts += 1;
      try {
        await delay(delayMs, undefined, { signal: this.#stopping.signal });
        await this.start();
        log('info', 'postgres restarted', { restarts: this.#restarts });
        this.#reportState('up');
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        const isFull = isDiskFull(error);
        if (!isFull) failures += 1;
        this.#reportState(isFull ? 'full' : 'down');
        log('error', 'restarting postgres failed', { err: error });
      }
    }
    log('error', 'giving up on postgres', { restarts: this.#restarts });
    this.#reportState('failed');
  }

  #reportState(state: PostgresState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}

const SILENCE_MAX_MS = 60_000;
const READY_POLL_MS = 20;
const LEFTOVER_TIMEOUT_MS = 60_000;
const LEFTOVER_POLL_MS = 500;
const STABLE_AFTER_MS = 10_000;
const CLEAN_STOP_MS = 30_000;
const HARD_STOP_MS = 10_000;

// Gives up after a silence, not after a fixed time: crash recovery may take minutes, reports progress every ten seconds, and
// would start over if interrupted.
async function waitUntilReady(server: WatchedProgram, cluster: string, session: ServerSession): Promise<boolean> {
  let running = true;
  void server.exited.then(() => (running = false));
  while (running && Date.now() - server.lastSignOfLife() < SILENCE_MAX_MS) {
    if ((await findPostmaster(cluster))?.ready === true && (await isReachable(session))) return running;
    // The server reports that it is ready.
    await Promise.race([server.exited, server.nextLine(), delay(READY_POLL_MS)]);
  }
  return false;
}

async function stopServer(server: WatchedProgram, cluster: string, log: Log): Promise<void> {
  server.release();
  if (await waitForExit(server, CLEAN_STOP_MS)) return;

  log('warn', 'postgres did not stop in time and will recover at its next start');
  const postmaster = await findPostmaster(cluster);
  if (postmaster !== undefined) signalProcess(postmaster.pid, 'SIGQUIT');
  if (!(await waitForExit(server, HARD_STOP_MS))) log('error', 'postgres cannot be stopped', { pid: postmaster?.pid });
}

async function waitForExit(server: WatchedProgram, patienceMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(patienceMs, false, { signal: timer.signal }).catch(() => false);
  const ended = await Promise.race([server.exited.then(() => true), late]);
  timer.abort();
  return ended;
}

function toStartError({ lastLines }: WatchedProgram): Error {
  const reason = lastLines.findLast((line) => FATAL.test(line)) ?? lastLines.at(-1) ?? 'no output';
  return POSTGRES_NOT_STARTED({ reason }, { details: lastLines.map((message) => ({ path: 'postgres', message })) });
}

const FATAL = /FATAL|PANIC/;

/** The server reports it in its last lines, or this process gets the error when it writes to the same disk. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  return error instanceof AssayError && error.details.some(({ message }) => NO_SPACE.test(message));
}

const NO_SPACE = /No space left on device|Disk quota exceeded/;
