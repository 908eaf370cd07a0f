/** A copy of the npm package's binaries for tests that damage them or restrict access to them. */
import { copyFile, link, lstat, mkdir, readdir, readlink, symlink, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { toPackageName } from '../../../src/postgres/find-binaries.ts';

/** Copies the tree to `<folder>/native` and returns its `bin`. Files are linked where possible: there are 60 MB of them. */
export async function copyNative(folder: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(toPackageName(process.platform, process.arch));
  const source = join(dirname(entry), '..', 'native');
  const copy = join(folder, 'native');
  await mkdir(copy);
  for (const file of await readdir(source, { recursive: true, withFileTypes: true })) {
    const from = join(file.parentPath, file.name);
    const to = join(copy, relative(source, from));
    if (file.isDirectory()) await mkdir(to, { recursive: true });
    else if (file.isSymbolicLink()) await symlink(await readlink(from), to);
    else await link(from, to).catch(() => copyFile(from, to));
  }
  return join(copy, 'bin');
}

/** Creates the state of an installation without install scripts. */
export async function removeLibraryLinks(binDir: string): Promise<number> {
  const links = await listLibraryLinks(binDir);
  for (const path of links) await unlink(path);
  return links.length;
}

export async function listLibraryLinks(binDir: string): Promise<readonly string[]> {
  const lib = join(dirname(binDir), 'lib');
  const links: string[] = [];
  for (const name of await readdir(lib)) {
    if ((await lstat(join(lib, name))).isSymbolicLink()) links.push(join(lib, name));
  }
  return links;
}
