/** Finds all regular expressions of a file: literals, and `RegExp(...)` with a constant text. */
import type { Node } from 'oxc-parser';
import { literalText, walk, type SyntaxTree } from './syntax-tree.ts';

export interface RegularExpressionSeen {
  /** `undefined` if the expression is built at run time. */
  readonly source: string | undefined;
  readonly flags: string;
  readonly line: number;
}

export function findRegularExpressions(tree: SyntaxTree): RegularExpressionSeen[] {
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
