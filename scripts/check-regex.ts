/**
 * Finds regular expressions that can backtrack: each may be applied to untrusted text, which could then block the program. Tests
 * are skipped, because they only use their own fixtures. Prints the number of expressions checked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProblem } from './judge-regular-expression.ts';
import { isCode, isTest, listFiles } from './source-files.ts';
import { parseSource, literalText, walk, type SyntaxTree } from './syntax-tree.ts';
import type { Node } from 'oxc-parser';

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

/** Finds all regular expressions of a file: literals, and `RegExp(...)` with a constant text. */
interface RegularExpressionSeen {
  /** `undefined` if the expression is built at run time. */
  readonly source: string | undefined;
  readonly flags: string;
  readonly line: number;
}

function findRegularExpressions(tree: SyntaxTree): RegularExpressionSeen[] {
  const seen: RegularExpressionSeen[] = [];
  for (const { node } of walk(tree.program)) {
    const found = expressionIn(node);
    if (found !== undefined) seen.push({ ...found, line: tree.lineAt(node.start) });
  }
  return seen;
}

function expressionIn(node: Node): Omit<RegularExpressionSeen, 'line'> | undefined {
  if (node.type === 'Literal' && 'regex' in node) return { source: node.regex.pattern, flags: node.regex.flags };
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return undefined;

  const [source, flags] = node.arguments;
  // A copy of a literal is skipped, because the literal itself is checked.
  if (source?.type === 'Literal' && 'regex' in source) return undefined;
  return { source: literalText(source), flags: literalText(flags) ?? '' };
}

if (import.meta.main) {
  const { files, expressions, problems } = checkRegularExpressions(join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  // The sources of this check contain expressions, so finding none means that the reader is broken.
  if (expressions === 0) console.error('No regular expression found: the parser may be broken.');
  console.log(`${files} files, ${expressions} regular expressions, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && expressions > 0 ? 0 : 1;
}
