/**
 * Runs a CLI command on a pseudo-terminal with `script` of util-linux, as a user sees it: colors, progress lines and Ctrl-C. Both
 * streams arrive together, as on a screen.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));
const CTRL_C = '\u0003';

export const hasTerminal = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') === true;
if (!hasTerminal) console.warn('Tests on a pseudo-terminal are not run: this machine has no "script" of util-linux.');

interface TerminalOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C when the screen contains this text. */
  readonly interruptAt?: string;
}

export interface TerminalResult {
  readonly code: number | null;
  readonly screen: string;
}

export async function runInTerminal(
  parameters: readonly string[],
  { folder, environment = {}, interruptAt }: TerminalOptions,
): Promise<TerminalResult> {
  const line = [process.execPath, PROGRAM, ...parameters].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', `stty cols 100; exec ${line}`, '/dev/null'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], TERM: 'xterm-256color', SHELL: '/bin/sh', ...environment },
  });
  let screen = '';
  let isInterrupted = false;
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    if (isInterrupted || interruptAt === undefined || !screen.includes(interruptAt)) return;
    isInterrupted = true;
    child.stdin.write(CTRL_C);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, screen: screen.replaceAll('\r\n', '\n') };
}
