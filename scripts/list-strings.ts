/**
 * `npm run strings`: prints every user-visible string with its file and line, sorted by kind, for a review of the language. A kind as
 * parameter, for example `npm run strings -- error`, prints only that one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStrings, STRING_KINDS, type VisibleString } from './find-strings.ts';
import { isCode, listFiles } from './source-files.ts';
import { parseSource } from './syntax-tree.ts';

const FOLDERS = ['src', 'portal', 'bin', 'bench', 'scripts'];
/** Fixtures and the configuration of tools contain no visible text. */
const SKIPPED = ['scripts/version-testdata/', 'portal/vite.config.ts'];
const TEST_NAME = /\.(?:test|bench)\.[cm]?[jt]sx?$/;

interface FileString extends VisibleString {
  readonly file: string;
}

/** In the order of kinds, files and lines. */
function listStrings(root: string): FileString[] {
  const found: FileString[] = [];
  for (const file of listFiles(root, FOLDERS)) {
    if (!isVisibleSource(file)) continue;
    const tree = parseSource(file, readFileSync(join(root, file), 'utf8'));
    for (const string of findStrings(file, tree)) found.push({ file, ...string });
  }
  return found.toSorted((a, b) => STRING_KINDS.indexOf(a.kind) - STRING_KINDS.indexOf(b.kind));
}

/** Whether a file can contain strings that users see. */
export function isVisibleSource(file: string): boolean {
  return (
    isCode(file) &&
    !TEST_NAME.test(file) &&
    FOLDERS.some((folder) => file.startsWith(`${folder}/`)) &&
    !SKIPPED.some((prefix) => file.startsWith(prefix))
  );
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const strings = listStrings(join(import.meta.dirname, '..'));
  for (const { kind, file, line, text } of strings) {
    if (wanted.length === 0 || wanted.includes(kind)) console.log(`${kind}  ${file}:${line}  ${text}`);
  }
}
