/** Runs a program that somebody may not have. That it is missing is an answer; that it fails is not. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';

export class ToolMissing extends Error {
  override readonly name = 'ToolMissing';
}

/** What a program of ours for an interpreter exits with when the library it asks for is not installed. */
export const LIBRARY_MISSING = 3;

/** What it prints, given this input. */
export function runTool(command: string, parameters: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnTool(command, parameters, input);
  if (status === LIBRARY_MISSING) throw new ToolMissing(`${command} is here, but not the library to ask.`);
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(0, 2_000)}`);
  return stdout;
}

export function toolSucceeds(command: string, parameters: readonly string[]): boolean {
  return spawnTool(command, parameters, '').status === 0;
}

function spawnTool(command: string, parameters: readonly string[], input: string): SpawnSyncReturns<string> {
  const result = spawnSync(command, parameters, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (result.error === undefined) return result;
  const isMissing = 'code' in result.error && result.error.code === 'ENOENT';
  throw isMissing ? new ToolMissing(`There is no ${command}.`) : result.error;
}
