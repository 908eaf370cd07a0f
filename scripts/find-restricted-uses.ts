/**
 * Finds uses that are allowed in one place only: reading the environment, writing SQL, outbound requests. The import table does
 * not cover them, because they need no import or share one with other uses (`node:http` also serves).
 */
import type { ImportDeclaration, Node } from 'oxc-parser';
import type { USE_ROOMS } from './import-rules.ts';
import { literalText, walk, type SyntaxTree, type VisitedNode } from './syntax-tree.ts';

type RestrictedUse = keyof typeof USE_ROOMS;

interface UseSeen {
  readonly use: RestrictedUse;
  readonly what: string;
  readonly line: number;
}

const GLOBAL_CLIENTS = new Set(['fetch', 'WebSocket', 'EventSource']);
const WEB_CLIENT = { use: 'outgoing', names: new Set(['request', 'get', 'connect']) } as const;
const SOCKET_CLIENT = {
  use: 'socket',
  names: new Set(['connect', 'createConnection', 'createSocket', 'Socket']),
} as const;
const RESTRICTED_NAMES: Readonly<Record<string, { readonly use: RestrictedUse; readonly names: ReadonlySet<string> }>> =
  {
    process: { use: 'process-env', names: new Set(['env']) },
    http: WEB_CLIENT,
    https: WEB_CLIENT,
    http2: WEB_CLIENT,
    net: SOCKET_CLIENT,
    tls: SOCKET_CLIENT,
    dgram: SOCKET_CLIENT,
  };

export function findRestrictedUses(tree: SyntaxTree): UseSeen[] {
  const seen: UseSeen[] = [];
  const modules = new Map([['process', 'process']]);
  for (const visited of walk(tree.program)) {
    for (const found of usesIn(visited, modules)) seen.push({ ...found, line: tree.lineAt(visited.node.start) });
  }
  return seen;
}

type Found = Omit<UseSeen, 'line'>;

/** `modules` maps the names that refer to a whole module in this file to that module; imports come first in a file. */
function usesIn({ node, parent }: VisitedNode, modules: Map<string, string>): Found[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return namesTakenFrom(node, modules);
    case 'MemberExpression':
      return memberUse(modules.get(nameOf(node.object) ?? ''), nameOf(node.property) ?? literalText(node.property));
    case 'VariableDeclarator':
      if (node.id.type !== 'ObjectPattern') return [];
      return node.id.properties.flatMap((property) =>
        property.type === 'Property' ? memberUse(modules.get(nameOf(node.init) ?? ''), nameOf(property.key)) : [],
      );
    case 'TaggedTemplateExpression':
      return nameOf(node.tag) === 'sql' ? [{ use: 'sql', what: 'sql`...`' }] : [];
    case 'CallExpression':
      return isQueryCall(node.callee) ? [{ use: 'sql', what: '.query(...)' }] : [];
    case 'Identifier':
      return GLOBAL_CLIENTS.has(node.name) && isReference(node, parent) ? [{ use: 'outgoing', what: node.name }] : [];
    default:
      return [];
  }
}

function namesTakenFrom(node: ImportDeclaration, modules: Map<string, string>): Found[] {
  const module = node.source.value.replace('node:', '');
  if (node.importKind === 'type' || RESTRICTED_NAMES[module] === undefined) return [];
  const found: Found[] = [];
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ImportSpecifier') {
      if (specifier.importKind !== 'type') found.push(...memberUse(module, nameOf(specifier.imported)));
    } else {
      modules.set(specifier.local.name, module);
    }
  }
  return found;
}

function memberUse(module: string | undefined, name: string | undefined): Found[] {
  const restricted = RESTRICTED_NAMES[module ?? ''];
  if (restricted === undefined || name === undefined || !restricted.names.has(name)) return [];
  return [{ use: restricted.use, what: `${module}.${name}` }];
}

function isQueryCall(callee: Node): boolean {
  return callee.type === 'MemberExpression' && !callee.computed && nameOf(callee.property) === 'query';
}

// A member, a key or a type with that name is something else; any other occurrence is the global, or shadows it.
function isReference(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined || parent.type.startsWith('TS')) return false;
  if (parent.type === 'MemberExpression') return parent.object === node || nameOf(parent.object) === 'globalThis';
  return !('key' in parent && parent.key === node);
}

function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? node.name : undefined;
}
