/**
 * Finds regular expressions that can backtrack: every one of them may meet text that a stranger sent, and one such text
 * can stop the program. Tests are left out, they meet only their own fixtures. Prints how many expressions it looked at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRegularExpressions } from './find-regular-expressions.ts';
import { findProblem } from './judge-regular-expression.ts';
import { isCode, isTest, listFiles } from './source-files.ts';
import { parseSource } from './syntax-tree.ts';

const FOLDERS = ['src', 'scripts', 'bin', 'portal'];
const COMPUTED =
  'It is put together at run time and cannot be analyzed: write a literal, or search without an expression.';

export interface RegexReport {
  readonly files: number;
  readonly expressions: number;
  readonly problems: readonly string[];
}

export function checkRegularExpressions(root: string): RegexReport {
  const problems: string[] = [];
  let files = 0;
  let expressions = 0;
  for (const file of listFiles(root, FOLDERS)) {
    if (!isCode(file) || isTest(file)) continue;
    files += 1;
    for (const { source, flags, line } of findRegularExpressions(
      parseSource(file, readFileSync(join(root, file), 'utf8')),
    )) {
      expressions += 1;
      const problem = source === undefined ? COMPUTED : findProblem(source, flags);
      if (problem !== undefined)
        problems.push(
          `${file}:${line}  ${source === undefined ? 'RegExp(...)' : `/${source}/${flags}`}\n    ${problem}`,
        );
    }
  }
  return { files, expressions, problems };
}

if (import.meta.main) {
  const { files, expressions, problems } = checkRegularExpressions(join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  // The check's own sources hold expressions, so none at all means that the reader is broken.
  if (expressions === 0) console.error('No regular expression was found at all: is the reader broken?');
  console.log(`${files} files, ${expressions} regular expressions, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && expressions > 0 ? 0 : 1;
}
