/**
 * Lists the files for the checks. Paths are relative to the repository and use `/` on every platform, so that they can be
 * compared with import specifiers.
 */
import { readdirSync, type Dirent } from 'node:fs';
import { join, posix } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage']);
const CODE_ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const TEST_NAME = /\.(?:test|bench)\.[cm]?[jt]sx?$/;

/** Sorted; a missing folder has no files. */
export function listFiles(root: string, folders: readonly string[]): string[] {
  const found: string[] = [];
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = posix.join(folder, entry.name);
      if (entry.isFile()) found.push(path);
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) && !entry.name.startsWith('.')) waiting.push(path);
    }
  }
  return found.sort();
}

export function isCode(path: string): boolean {
  return CODE_ENDINGS.some((ending) => path.endsWith(ending));
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || path.startsWith('bench/') || TEST_NAME.test(path);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
