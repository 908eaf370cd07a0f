/**
 * Finds all ways in which a source file can reference another: static, side-effect, dynamic and re-exporting imports, `import
 * type`, inline `type`, `import('...')` types, `require`, and the entry of a worker thread (`new URL('./x.ts',
 * import.meta.url)`). The parser's own list of imports lacks `import('...')` types, so the tree is walked.
 */
import type { ExportNamedDeclaration, ImportDeclaration, Node } from 'oxc-parser';
import { isCode } from './source-files.ts';
import { literalText, walk, type SyntaxTree } from './syntax-tree.ts';

type ImportKind =
  | 'import'
  | 'import type'
  | 'inline type'
  | 're-export'
  | 'type re-export'
  | 'import()'
  | 'import() type'
  | 'require'
  | 'worker';

export interface ImportSeen {
  readonly kind: ImportKind;
  /** `undefined` if the path is computed at run time. */
  readonly specifier: string | undefined;
  readonly line: number;
}

const ERASED: ReadonlySet<ImportKind> = new Set(['import type', 'type re-export', 'import() type']);

/** An inline `type` is not erased: Node keeps `import {} from '...'` and loads the file. */
export function loadsFile(kind: ImportKind): boolean {
  return !ERASED.has(kind);
}

export function readImports(tree: SyntaxTree): ImportSeen[] {
  const seen: ImportSeen[] = [];
  for (const { node } of walk(tree.program)) {
    const found = importIn(node);
    if (found !== undefined) seen.push({ ...found, line: tree.lineAt(node.start) });
  }
  return seen;
}

type Found = Omit<ImportSeen, 'line'>;

function importIn(node: Node): Found | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { kind: kindOfImport(node), specifier: node.source.value };
    case 'ExportNamedDeclaration':
      return node.source === null ? undefined : { kind: kindOfExport(node), specifier: node.source.value };
    case 'ExportAllDeclaration':
      return { kind: node.exportKind === 'type' ? 'type re-export' : 're-export', specifier: node.source.value };
    case 'ImportExpression':
      return { kind: 'import()', specifier: literalText(node.source) };
    case 'TSImportType':
      return { kind: 'import() type', specifier: node.source.value };
    case 'TSExternalModuleReference':
      return { kind: 'require', specifier: node.expression.value };
    case 'CallExpression':
      return isNamed(node.callee, 'require')
        ? { kind: 'require', specifier: literalText(node.arguments[0]) }
        : undefined;
    case 'NewExpression':
      return workerEntryIn(node.callee, node.arguments);
    default:
      return undefined;
  }
}

function kindOfImport(node: ImportDeclaration): ImportKind {
  if (node.importKind === 'type') return 'import type';
  const inline = node.specifiers.map(
    (specifier) => specifier.type === 'ImportSpecifier' && specifier.importKind === 'type',
  );
  return inline.length > 0 && inline.every(Boolean) ? 'inline type' : 'import';
}

function kindOfExport(node: ExportNamedDeclaration): ImportKind {
  if (node.exportKind === 'type') return 'type re-export';
  const inline = node.specifiers.map((specifier) => specifier.exportKind === 'type');
  return inline.length > 0 && inline.every(Boolean) ? 'inline type' : 're-export';
}

function workerEntryIn(callee: Node, [path, base]: readonly Node[]): Found | undefined {
  const specifier = literalText(path);
  if (!isNamed(callee, 'URL') || specifier === undefined || !specifier.startsWith('.') || !isCode(specifier))
    return undefined;
  const isBesideThisFile = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
  return isBesideThisFile ? { kind: 'worker', specifier } : undefined;
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}
