/**
 * Finds regular expressions that can backtrack: each may be applied to untrusted text, which could then block the program. Tests
 * are skipped, because they only use their own fixtures. Prints the number of expressions checked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRegularExpressions } from './find-regular-expressions.ts';
import { findProblem } from './judge-regular-expression.ts';
import { isCode, isTest, listFiles } from './source-files.ts';
import { parseSource } from './syntax-tree.ts';

const FOLDERS = ['src', 'scripts', 'bin', 'portal'];
const COMPUTED = 'It is built at run time and cannot be analyzed: use a literal, or search without an expression.';

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
  // The sources of this check contain expressions, so finding none means that the reader is broken.
  if (expressions === 0) console.error('No regular expression found: the parser may be broken.');
  console.log(`${files} files, ${expressions} regular expressions, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && expressions > 0 ? 0 : 1;
}
