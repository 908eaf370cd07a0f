/**
 * Starts PostgreSQL in a separate process that a test can kill. As a program it takes the options as JSON, prints one line (the
 * URLs or the error), and waits; SIGTERM stops the server, or keeps its default behavior when `deaf`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { AssayError } from '../../../src/core/errors.ts';
import { type PostgresOptions, startPostgres } from '../../../src/postgres/start-postgres.ts';

type ProcessOptions = Omit<PostgresOptions, 'log' | 'onState'> & { readonly deaf?: boolean };

export interface AssayAnswer {
  readonly url?: string;
  readonly adminUrl?: string;
  readonly adopted?: boolean;
  readonly code?: string;
  readonly message?: string;
}

export interface AssayProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly answer: Promise<AssayAnswer>;
  /** Sends the signal and waits for the process to exit. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null }>;
}

const PROGRAM = fileURLToPath(import.meta.url);
const running = new Set<ChildProcess>();

export function startAssay(options: ProcessOptions, user: { uid?: number; gid?: number } = {}): AssayProcess {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ durable: false, ...options })], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => ({ code: code ?? null }));
  void exited.then(() => running.delete(child));

  const lines = createInterface({ input: child.stdout });
  const answer = new Promise<AssayAnswer>((resolve) => {
    lines.once('line', (line) => resolve(JSON.parse(line) as AssayAnswer));
    void exited.then(() => resolve({ message: 'The process ended without an answer.' }));
  });
  const end = async (signal: NodeJS.Signals): Promise<{ code: number | null }> => {
    child.kill(signal);
    return exited;
  };
  return { child, pid: child.pid ?? 0, answer, end };
}

/** For `afterEach`: ends the processes that a failed test left. */
export async function endAllAssays(): Promise<void> {
  for (const child of running) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

async function main(): Promise<void> {
  const { deaf = false, ...options } = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;
  try {
    const postgres = await startPostgres({ ...options, log: () => undefined });
    if (!deaf) process.once('SIGTERM', () => void postgres.stop());
    print(postgres);
    // With an adopted server, nothing else keeps the process alive.
    if (postgres.adopted) await postgres.stop();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    print({ code: error.code, message: error.message });
  }
}

function print(answer: AssayAnswer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

if (process.argv[1] === PROGRAM) await main();
