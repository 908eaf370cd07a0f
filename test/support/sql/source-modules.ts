/** Source files as syntax trees, with the declarations that names in them refer to. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Node } from 'oxc-parser';
import { parseSource, walk, type SyntaxTree } from '../../../scripts/syntax-tree.ts';

export interface SourceModule {
  readonly path: string;
  readonly tree: SyntaxTree;
  readonly parentOf: ReadonlyMap<Node, Node>;
  /** Interfaces and type aliases of the module. */
  readonly types: ReadonlyMap<string, Node>;
  /** Initial values of top-level constants, and top-level functions. */
  readonly values: ReadonlyMap<string, Node>;
  /** Relative imports: the file and the name there, by local name. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

export interface Declared {
  readonly module: SourceModule;
  readonly node: Node;
}

export class SourceModules {
  readonly #root: string;
  readonly #known = new Map<string, SourceModule>();

  constructor(root: string) {
    this.#root = root;
  }

  load(path: string): SourceModule {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const module = toModule(path, readFileSync(join(this.#root, path), 'utf8'));
    this.#known.set(path, module);
    return module;
  }

  findType(module: SourceModule, name: string): Declared | undefined {
    return this.#find(module, name, 'types');
  }

  findValue(module: SourceModule, name: string): Declared | undefined {
    return this.#find(module, name, 'values');
  }

  #find(module: SourceModule, name: string, kind: 'types' | 'values'): Declared | undefined {
    const own = module[kind].get(name);
    if (own !== undefined) return { module, node: own };
    const imported = module.imports.get(name);
    if (imported === undefined || !existsSync(join(this.#root, imported.path))) return undefined;
    return this.#find(this.load(imported.path), imported.name, kind);
  }
}

function toModule(path: string, text: string): SourceModule {
  const tree = parseSource(path, text);
  const parentOf = new Map<Node, Node>();
  for (const { node, parent } of walk(tree.program)) if (parent !== undefined) parentOf.set(node, parent);
  const types = new Map<string, Node>();
  const values = new Map<string, Node>();
  const imports = new Map<string, { path: string; name: string }>();
  for (const statement of tree.program.body) {
    if (statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.')) {
      const from = join(dirname(path), statement.source.value);
      for (const each of statement.specifiers)
        if (each.type === 'ImportSpecifier' && each.imported.type === 'Identifier')
          imports.set(each.local.name, { path: from, name: each.imported.name });
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'TSInterfaceDeclaration' || declared?.type === 'TSTypeAliasDeclaration')
      types.set(declared.id.name, declared);
    if (declared?.type === 'FunctionDeclaration' && declared.id !== null) values.set(declared.id.name, declared);
    if (declared?.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init !== null) values.set(id.name, init);
  }
  return { path, tree, parentOf, types, values, imports };
}
