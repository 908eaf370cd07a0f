/**
 * Completes the symbolic links between the libraries of the npm package. An npm package cannot contain symbolic links, so an
 * install script creates them. Where install scripts are disabled, `postgres` fails with "libicuuc.so.60: cannot open shared
 * object file"; this file creates the missing links. A tree that is not writable or not accessible is copied to the data folder.
 */
import { constants, cp, lstat, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';

interface LibraryLink {
  readonly target: string;
  readonly link: string;
}

/** Returns the folder to use: the given one, or a copy when links are missing and cannot be created in place. */
export async function completeLibraries(binDir: string, copyDir: string): Promise<string> {
  const links = await listMissingLinks(dirname(binDir));
  if (links === undefined || links.length === 0) return binDir;
  try {
    await makeLinks(dirname(binDir), links);
    return binDir;
  } catch (error) {
    if (!UNCHANGEABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return (await copyBinaries(binDir, copyDir)) ?? binDir;
  }
}

/** Copies the package's tree (60 MB). Returns undefined when the binaries are not from that package. */
export async function copyBinaries(binDir: string, copyDir: string): Promise<string | undefined> {
  const native = dirname(binDir);
  if ((await listMissingLinks(native)) === undefined) return undefined;

  if (!(await isSameBuild(native, copyDir))) {
    const staging = `${copyDir}.new`;
    await rm(staging, { recursive: true, force: true });
    await cp(native, staging, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
    await rm(copyDir, { recursive: true, force: true });
    await rename(staging, copyDir);
  }
  await makeLinks(copyDir, (await listMissingLinks(copyDir)) ?? []);
  return join(copyDir, 'bin');
}

/** Parses `pg-symlinks.json`. Its paths start with `native/`; paths outside that folder are ignored. */
export function parseLibraryLinks(text: string): readonly LibraryLink[] {
  const pairs: unknown = JSON.parse(text);
  if (!Array.isArray(pairs)) return [];
  return pairs.flatMap((pair: Readonly<Record<string, unknown>> | null) => {
    const target = toInside(pair?.['source']);
    const link = toInside(pair?.['target']);
    return target === undefined || link === undefined ? [] : [{ target, link }];
  });
}

const UNCHANGEABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

function toInside(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('native/')) return undefined;
  const inside = normalize(path.slice('native/'.length));
  return inside.startsWith('..') || inside.startsWith('/') ? undefined : inside;
}

async function listMissingLinks(native: string): Promise<readonly LibraryLink[] | undefined> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;

  const missing: LibraryLink[] = [];
  for (const entry of parseLibraryLinks(text)) {
    const found = await lstat(join(native, entry.link)).catch(() => undefined);
    if (found === undefined) missing.push(entry);
  }
  return missing;
}

async function makeLinks(native: string, links: readonly LibraryLink[]): Promise<void> {
  for (const { target, link } of links) {
    try {
      await symlink(relative(dirname(link), target), join(native, link));
    } catch (error) {
      // Another process that starts at the same time created the link first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function isSameBuild(native: string, copyDir: string): Promise<boolean> {
  const original = await stat(join(native, 'bin', 'postgres'));
  const copy = await stat(join(copyDir, 'bin', 'postgres')).catch(() => undefined);
  return copy?.size === original.size && Math.trunc(copy.mtimeMs) === Math.trunc(original.mtimeMs);
}
