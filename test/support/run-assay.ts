/** Runs one CLI command to its end as a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));

export interface CommandOptions {
  readonly folder: string;
  /** Another launcher than that of this clone: that of a package. */
  readonly program?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input of the command; empty when absent. */
  readonly input?: string | Uint8Array;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `await runAssay(['token', 'list'], { folder })`; the command sees only the given environment. */
export async function runAssay(
  parameters: readonly string[],
  { folder, program = PROGRAM, environment = {}, input = '' }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program, ...parameters], {
    cwd: folder,
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], ...environment },
  });
  // Most commands exit without reading it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
