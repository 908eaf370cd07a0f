/** Runs a program that may not be installed. A missing program is a valid result, a failing one is not. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VersionTexts } from './choose-version-pairs.ts';

export class ToolMissing extends Error {
  override readonly name = 'ToolMissing';
}

/** Exit code of our interpreter programs when the required library is not installed. */
export const LIBRARY_MISSING = 3;

/** Returns the output for this input. */
export function runTool(command: string, parameters: readonly string[], input = '', folder?: string): string {
  const { status, stdout, stderr } = spawnTool(command, parameters, input, folder);
  if (status === LIBRARY_MISSING) throw new ToolMissing(`What ${command} would have to ask is not here.`);
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(0, 2_000)}`);
  return stdout;
}

/** For a program that has to be built: a temporary folder with its sources. */
export function withSources<Result>(
  sources: Readonly<Record<string, string>>,
  work: (folder: string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'version-order-'));
  try {
    for (const [name, content] of Object.entries(sources)) writeFileSync(join(folder, name), content);
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fetches a library from a registry, which may be unreachable. */
export function fetchLibrary(command: string, parameters: readonly string[], folder: string): void {
  if (spawnTool(command, parameters, '', folder).status !== 0)
    throw new ToolMissing(`${command} cannot get the library to ask.`);
}

function spawnTool(
  command: string,
  parameters: readonly string[],
  input: string,
  folder?: string,
): SpawnSyncReturns<string> {
  const result = spawnSync(command, parameters, { input, encoding: 'utf8', maxBuffer: 2 ** 28, cwd: folder });
  const code = result.error !== undefined && 'code' in result.error ? result.error.code : undefined;
  // The program may exit before it has read all input, because the library is missing.
  if (result.error === undefined || code === 'EPIPE') return result;
  throw code === 'ENOENT' ? new ToolMissing(`There is no ${command}.`) : result.error;
}

// The result of a native tool for a pair of versions, and its plain text form.

/** Negative, zero or positive; undefined if the tool has no result. */
export type NativeSign = number | undefined;

export type AskTool = (pairs: readonly VersionTexts[]) => readonly NativeSign[];

/** One pair per line; versions contain no spaces. */
function toLines(pairs: readonly VersionTexts[]): string {
  return pairs.map((pair) => `${pair.join(' ')}\n`).join('');
}

const CANNOT_SAY = '?';

/** One sign per line, in the order of the pairs. */
function fromLines(output: string, pairs: readonly VersionTexts[]): NativeSign[] {
  const signs = output.trim().split('\n');
  if (signs.length !== pairs.length) throw new Error(`There are ${signs.length} answers to ${pairs.length} questions.`);
  return signs.map((sign) => (sign === CANNOT_SAY ? undefined : Math.sign(Number(sign))));
}

/** A tool that reads one pair per line, and prints one sign per line. */
export function askWith(command: string, ...parameters: string[]): AskTool {
  return (pairs) => askByLines(pairs, command, parameters);
}

export function askByLines(
  pairs: readonly VersionTexts[],
  command: string,
  parameters: readonly string[],
  folder?: string,
): NativeSign[] {
  return fromLines(runTool(command, parameters, toLines(pairs), folder), pairs);
}
