/**
 * Finds the user-visible strings of a source file and sorts them by kind. A string counts as visible by its position (JSX, a call of
 * a logger, an error definition, a description) or, in folders that mostly print or display, by looking like prose.
 */
import type { Node } from 'oxc-parser';
import { walk, type SyntaxTree } from './syntax-tree.ts';

export const STRING_KINDS = [
  'portal',
  'API description',
  'error',
  'command line',
  'configuration',
  'log',
  'telemetry',
  'result text',
  'script output',
] as const;
type StringKind = (typeof STRING_KINDS)[number];

export interface VisibleString {
  readonly kind: StringKind;
  readonly line: number;
  /** On one line, with `{…}` in place of values. */
  readonly text: string;
}

const TEXT_ATTRIBUTES = new Set([
  'aria-description',
  'aria-label',
  'alt',
  'caption',
  'confirmLabel',
  'description',
  'emptyText',
  'error',
  'heading',
  'hint',
  'label',
  'legend',
  'message',
  'name',
  'nothingFoundMessage',
  'note',
  'placeholder',
  'subtitle',
  'title',
  'tooltip',
]);
/** Their values are code even if they contain spaces. */
const CODE_ATTRIBUTES = new Set([
  'className',
  'd',
  'fill',
  'href',
  'id',
  'stroke',
  'style',
  'to',
  'transform',
  'viewBox',
]);
const CODE_PROPERTIES = new Set(['className', 'gridTemplateColumns', 'fontFamily', 'transition', 'boxShadow', 'sql']);
const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
const LOGGER_NAME = /log(?:ger)?$/i;
const ERROR_PROPERTIES = new Set(['problem', 'message', 'reason', 'how', 'hint', 'advice']);
const DESCRIPTION_PROPERTIES = new Set(['summary', 'description']);

const PROSE = /\p{Ll}[,.:;]? \S/u;
const CAPITALIZED_WORD = /^\p{Lu}\p{Ll}+$/u;
/** Statements and fragments of SQL start with a keyword in lower case, and have parts that no sentence has. */
const SQL = /^(?:select|insert|update|delete|with|create|alter|drop|set|show|vacuum|from|where|join|values)\b/;
const SQL_PART = /\$[0-9a-z]|::|[a-z]_[a-z]|\b(?:null|jsonb)\b| = |\(\)/;

type Parents = ReadonlyMap<Node, Node>;

export function findStrings(file: string, tree: SyntaxTree): VisibleString[] {
  const parents = new Map<Node, Node>();
  const found: VisibleString[] = [];
  for (const { node, parent } of walk(tree.program)) {
    if (parent !== undefined) parents.set(node, parent);
    const text = textOf(node);
    if (text === undefined || !/\p{L}/u.test(text) || isCode(node, parents)) continue;
    const kind = kindOf(file, node, text, parents);
    if (kind !== undefined) found.push({ kind, line: tree.lineAt(startOf(node)), text });
  }
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return toOneLine(node.value);
  if (node.type === 'JSXText') return toOneLine(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  return toOneLine(node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{…}'));
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The text of a JSX element starts with the line break after its tag. */
function startOf(node: Node): number {
  if (node.type !== 'JSXText') return node.start;
  return node.start + (node.value.length - node.value.trimStart().length);
}

/** Whether a string cannot be displayed because of its place: an import, a type, a key, a comparison, SQL. */
function isCode(node: Node, parents: Parents): boolean {
  const parent = parents.get(node);
  switch (parent?.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'ImportAttribute':
    case 'TSLiteralType':
    case 'TaggedTemplateExpression':
    case 'SwitchCase':
      return true;
    case 'ExpressionStatement':
      return 'directive' in parent && typeof parent.directive === 'string';
    case 'BinaryExpression':
      return parent.operator !== '+';
    case 'MemberExpression':
      return parent.property === node;
    case 'Property':
      return parent.key === node || CODE_PROPERTIES.has(nameOf(parent.key) ?? '');
    default:
      return false;
  }
}

function kindOf(file: string, node: Node, text: string, parents: Parents): StringKind | undefined {
  for (const [ancestor, child] of ancestorsOf(node, parents)) {
    const kind = kindByAncestor(file, ancestor, child, text);
    if (kind !== undefined) return kind === 'code' ? undefined : kind;
  }
  return kindByFolder(file, node, text);
}

function kindByAncestor(file: string, ancestor: Node, child: Node, text: string): StringKind | 'code' | undefined {
  switch (ancestor.type) {
    case 'JSXAttribute': {
      const name = ancestor.name.type === 'JSXIdentifier' ? ancestor.name.name : '';
      if (TEXT_ATTRIBUTES.has(name)) return isProse(text) || /^\p{Lu}/u.test(text) ? 'portal' : undefined;
      return CODE_ATTRIBUTES.has(name) ? 'code' : undefined;
    }
    case 'Property': {
      const name = nameOf(ancestor.key) ?? '';
      if (!isProse(text)) return undefined;
      if (file.startsWith('src/api/') && DESCRIPTION_PROPERTIES.has(name)) return 'API description';
      return file.startsWith('src/') && !file.startsWith('src/cli/') && ERROR_PROPERTIES.has(name)
        ? 'error'
        : undefined;
    }
    case 'ThrowStatement':
      return file.startsWith('src/') && !file.startsWith('src/cli/') && isProse(text) ? 'error' : undefined;
    case 'CallExpression':
      return kindByCall(file, ancestor, child, text);
    case 'NewExpression': {
      const name = nameOf(ancestor.callee) ?? '';
      return name.endsWith('Error') && isProse(text) && file.startsWith('src/') ? 'error' : undefined;
    }
    default:
      return undefined;
  }
}

function kindByCall(
  file: string,
  { callee, arguments: given }: Extract<Node, { type: 'CallExpression' }>,
  child: Node,
  text: string,
): StringKind | 'code' | undefined {
  if (callee.type === 'Identifier') {
    if (callee.name === 'defineError') return child === given[0] ? 'code' : 'error';
    if (LOGGER_NAME.test(callee.name) && isProse(text)) return 'log';
    return undefined;
  }
  if (callee.type !== 'MemberExpression') return undefined;
  const method = nameOf(callee.property) ?? '';
  const object =
    nameOf(callee.object) ??
    (callee.object.type === 'MemberExpression' ? nameOf(callee.object.property) : undefined) ??
    '';
  if (LOG_METHODS.has(method) && LOGGER_NAME.test(object)) return isProse(text) ? 'log' : 'code';
  if (method === 'describe' && file.startsWith('src/')) {
    return file.startsWith('src/config') ? 'configuration' : 'API description';
  }
  return undefined;
}

const FOLDER_KINDS: readonly (readonly [prefix: string, kind: StringKind])[] = [
  ['portal/', 'portal'],
  ['src/cli/', 'command line'],
  ['bin/', 'command line'],
  ['src/config', 'configuration'],
  ['src/telemetry/', 'telemetry'],
  ['src/postgres/', 'error'],
  ['src/outbound/', 'error'],
  ['src/feeds/', 'error'],
  ['src/threads/', 'error'],
  ['src/start/', 'error'],
  ['src/store/secrets/', 'error'],
  ['src/ai/client/', 'error'],
  ['src/core/', 'result text'],
  ['src/pipeline/', 'result text'],
  ['src/api/', 'API description'],
  ['src/access/', 'result text'],
  ['src/events/', 'result text'],
  ['bench/', 'script output'],
  ['scripts/', 'script output'],
];

function kindByFolder(file: string, node: Node, text: string): StringKind | undefined {
  const kind = FOLDER_KINDS.find(([prefix]) => file.startsWith(prefix))?.[1];
  if (node.type === 'JSXText') return kind;
  if (isProse(text)) return kind;
  return kind === 'portal' && CAPITALIZED_WORD.test(text) ? kind : undefined;
}

function isProse(text: string): boolean {
  return PROSE.test(text) && !(SQL.test(text) && SQL_PART.test(text));
}

/** From the parent to the root, each with the child that it was reached from. A nested function does not end the search. */
function* ancestorsOf(node: Node, parents: Parents): Generator<[ancestor: Node, child: Node]> {
  let child = node;
  for (let ancestor = parents.get(child); ancestor !== undefined; ancestor = parents.get(child)) {
    yield [ancestor, child];
    child = ancestor;
  }
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
