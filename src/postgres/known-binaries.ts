/**
 * Remembers in the data folder with which binaries and as which user the server last started, so that the next start need not check
 * both again: that takes as long as the start itself. Only for binaries that would be tried first anyway and have not changed, so
 * the file never decides what is run. If the server then fails to start, everything is checked.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder/data-folder.ts';
import { firstBinDir, type Binaries } from './find-binaries.ts';
import type { RootMode, RunAs } from './run-as.ts';
import { toRunAs } from './start-as-root.ts';

export interface CheckedServer {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
}

interface Choice {
  readonly binDir: string | undefined;
  readonly rootModes: readonly RootMode[];
}

/** Returns undefined if something differs from the last start, or if the file is missing or broken. */
export async function recallBinaries(
  { knownBinaries }: DataFolder,
  clusterMajor: string,
  { binDir: setting, rootModes }: Choice,
): Promise<CheckedServer | undefined> {
  const binDir = firstBinDir(setting);
  const text = await readFile(knownBinaries, 'utf8').catch(() => undefined);
  if (binDir === undefined || text === undefined) return undefined;
  const { major, version, mode, ...file } = parseObject(text);
  const found = await describeFile(binDir);
  if (found === undefined || JSON.stringify(file) !== JSON.stringify(found)) return undefined;
  if (String(major) !== clusterMajor || typeof version !== 'string') return undefined;
  const modes = process.geteuid?.() === 0 ? rootModes : (['self'] as const);
  const known = modes.find((each) => each === mode);
  if (known === undefined) return undefined;
  return { binaries: { binDir, version, major: Number(major) }, runAs: await toRunAs(known) };
}

/** Does nothing for binaries that were not the first choice. */
export async function rememberBinaries(
  { knownBinaries }: DataFolder,
  { binaries, runAs }: CheckedServer,
  { binDir: setting }: Choice,
): Promise<void> {
  const { binDir, version, major } = binaries;
  const file = binDir === firstBinDir(setting) ? await describeFile(binDir) : undefined;
  if (file === undefined) return;
  // Only the owner of the folder writes it.
  const draft = `${knownBinaries}.new`;
  try {
    await writeFile(draft, `${JSON.stringify({ ...file, major, version, mode: runAs.mode })}\n`, { mode: 0o600 });
    await rename(draft, knownBinaries);
  } catch {
    // The next start checks again.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

export async function forgetBinaries({ knownBinaries }: DataFolder): Promise<void> {
  await rm(knownBinaries, { force: true });
}

async function describeFile(binDir: string): Promise<object | undefined> {
  const found = await stat(join(binDir, 'postgres')).catch(() => undefined);
  return found && { binDir, size: found.size, inode: found.ino, modifiedMs: found.mtimeMs };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
