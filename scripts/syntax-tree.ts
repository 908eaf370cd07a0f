/**
 * Parses source files for all scripts. TypeScript 7 has no JavaScript interface, so the tree comes from `oxc-parser`; a file that
 * it cannot parse is an error, because a check would otherwise pass without reading it.
 */
import { parseSync, visitorKeys, type Comment, type Expression, type Node, type Program } from 'oxc-parser';

export interface SyntaxTree {
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly lineAt: (offset: number) => number;
}

export interface VisitedNode {
  readonly node: Node;
  readonly parent: Node | undefined;
}

export function parseSource(path: string, text: string): SyntaxTree {
  const { program, comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path} cannot be parsed: ${error.message}`);
  return { program, comments, lineAt: lineCounter(text) };
}

/** Yields every node with its parent, in the order of the text. */
export function* walk(program: Program): Generator<VisitedNode> {
  const waiting: VisitedNode[] = [{ node: program, parent: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { node } = next;
    const children = (visitorKeys[node.type] ?? []).flatMap((key) => nodesIn(Reflect.get(node, key)));
    for (const child of children.toReversed()) waiting.push({ node: child, parent: node });
  }
}

/**
 * Returns the text of a string literal or of a template without placeholders; `undefined` for anything known only at run time.
 */
export function literalText(node: Expression | Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function lineCounter(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}
