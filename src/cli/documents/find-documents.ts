/**
 * Finds the documents that a command line names: files, folders, patterns and standard input. Below a folder, a JSON file counts as an
 * SBOM by its name or its first bytes, so that other JSON files of a repository are not sent. Lockfiles count by their name, for
 * commands that read them.
 */
import { glob, open, opendir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { chooseLockfiles, findLockfileKind } from '../../core/sbom/lockfile/lockfile-kinds.ts';
import { compareText } from '../../core/text/compare-text.ts';
import { DOCUMENT_UNREADABLE, DOCUMENTS_ABSENT, DOCUMENTS_TOO_MANY } from '../errors.ts';

export const STANDARD_INPUT = '-';

const DOCUMENTS_MAX = 10_000;
const ENTRIES_MAX = 1_000_000;

/** Called for everything below a folder that is not read, although it may say what is installed. */
export type ReportSkipped = (path: string, reason: string) => void;

/**
 * Returns every document once, in the order of the command line, sorted within a folder or a pattern. With `onSkip`, lockfiles below
 * a folder count as documents.
 */
export async function findDocuments(inputs: readonly string[], onSkip?: ReportSkipped): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const input of inputs) {
    for (const document of await listDocuments(input, onSkip)) {
      found.add(document);
      if (found.size > DOCUMENTS_MAX) throw DOCUMENTS_TOO_MANY({ documentsMax: DOCUMENTS_MAX });
    }
  }
  return [...found];
}

async function listDocuments(input: string, onSkip: ReportSkipped | undefined): Promise<readonly string[]> {
  if (input === STANDARD_INPUT) return [input];
  const kind = await stat(input).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => 'absent',
  );
  if (kind === 'file' || (kind === 'absent' && !PATTERN.test(input))) return [input];
  const found = kind === 'folder' ? await searchFolder(input, onSkip) : await expandPattern(input);
  if (found.length === 0)
    throw DOCUMENTS_ABSENT({
      input,
      kind: kind === 'folder' ? 'folder' : 'pattern',
      withLockfiles: onSkip !== undefined,
    });
  return found.toSorted(compareText);
}

const PATTERN = /[*?[{]/;

async function expandPattern(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of glob(pattern, { withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // As a user would write it, and as a folder names it: the same file is sent once.
    if (!entry.isDirectory()) found.push(isAbsolute(pattern) ? path : relative('.', path));
    if (found.length > DOCUMENTS_MAX) throw DOCUMENTS_TOO_MANY({ documentsMax: DOCUMENTS_MAX });
  }
  return found;
}

/** They contain other programs, whose SBOMs are not those of the folder. */
const SKIPPED_FOLDERS = new Set(['node_modules', '.git']);
/** They contain copies of dependencies, whose lockfiles are not those of the folder. */
const VENDOR_FOLDERS = new Set(['vendor', 'venv', '.venv', 'site-packages', 'bower_components', 'Pods']);

interface OpenFolder {
  readonly path: string;
  /** Lockfiles in the folders above: one of them may be that of a workspace. */
  readonly above: ReadonlySet<string>;
  readonly isVendor: boolean;
}

/** Symbolic links are not followed. */
async function searchFolder(folder: string, onSkip: ReportSkipped | undefined): Promise<string[]> {
  const found: string[] = [];
  const folders: OpenFolder[] = [{ path: folder, above: new Set(), isVendor: false }];
  let entries = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { path, isVendor } = next;
    const opened = await opendir(path).catch((error: NodeJS.ErrnoException) => {
      throw DOCUMENT_UNREADABLE({ file: folder, reason: error.code ?? error.message }, { cause: error });
    });
    const names: string[] = [];
    const below: string[] = [];
    for await (const entry of opened) {
      entries += 1;
      if (entries > ENTRIES_MAX || found.length > DOCUMENTS_MAX)
        throw DOCUMENTS_TOO_MANY({ documentsMax: DOCUMENTS_MAX });
      if (entry.isFile()) names.push(entry.name);
      else if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) below.push(entry.name);
      else if (entry.isDirectory()) onSkip?.(join(path, entry.name), 'it contains other programs');
    }
    const lockfiles = onSkip === undefined ? new Set<string>() : searchLockfiles(next, names, onSkip);
    for (const name of names)
      if (lockfiles.has(name) || (await isSbom(join(path, name), name))) found.push(join(path, name));
    const above = lockfiles.size === 0 ? next.above : new Set([...next.above, ...lockfiles]);
    for (const name of below)
      folders.push({ path: join(path, name), above, isVendor: isVendor || VENDOR_FOLDERS.has(name) });
  }
  return found;
}

/** The lockfiles of one folder. */
function searchLockfiles(
  { path, above, isVendor }: OpenFolder,
  names: readonly string[],
  onSkip: ReportSkipped,
): ReadonlySet<string> {
  if (isVendor) {
    for (const name of names)
      if (findLockfileKind(name) !== undefined) onSkip(join(path, name), 'it belongs to a copy of a dependency');
    return new Set();
  }
  const { chosen, skipped } = chooseLockfiles(names, above);
  for (const { name, reason } of skipped) onSkip(join(path, name), reason);
  return new Set(chosen);
}

const SBOM_NAME = /(^|[._-])(s?bom|cdx|spdx)\.json(\.gz|\.zst)?$/i;
const HEAD_BYTES = 4_096;
const MARKERS = ['"bomFormat"', '"spdxVersion"', '"SPDXID"', 'https://spdx.org/rdf/3.'];

async function isSbom(path: string, name: string): Promise<boolean> {
  if (SBOM_NAME.test(name)) return true;
  if (!name.toLowerCase().endsWith('.json')) return false;
  const head = await readHead(path);
  return MARKERS.some((marker) => head.includes(marker));
}

/** A file that cannot be read is not known to be an SBOM. */
async function readHead(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}
