/** One command of the command line, run to its end as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));

export interface CommandOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `await runAssay(['token', 'list'], { folder })`; of the environment it sees only what is given here. */
export async function runAssay(
  parameters: readonly string[],
  { folder, environment = {} }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [PROGRAM, ...parameters], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
