/** Resolves the declared type of a row to its columns. It knows as much of TypeScript as the row types of the store use. */
import type { Node, TSType } from 'oxc-parser';
import { literalText } from '../../../scripts/syntax-tree.ts';
import type { Declared, SourceModule, SourceModules } from './source-modules.ts';

/** Columns by name, each with its type where it was declared. */
export type DeclaredColumns = ReadonlyMap<string, DeclaredColumn>;
export interface DeclaredColumn extends Declared {
  readonly isOptional: boolean;
  /** Declared as ISO 8601 and returned as Date. */
  readonly isDate?: true;
}

/** Returns undefined for a type that is not resolved, such as one of a package. */
export function resolveColumns(modules: SourceModules, { module, node }: Declared): DeclaredColumns | undefined {
  const resolve = (type: Node): DeclaredColumns | undefined => resolveColumns(modules, { module, node: type });
  switch (node.type) {
    case 'TSTypeLiteral':
      return columnsOf(module, node.members);
    case 'TSInterfaceDeclaration': {
      const bases = node.extends.map(({ expression, typeArguments }) =>
        expression.type === 'Identifier'
          ? resolveNamed(modules, module, expression.name, typeArguments?.params)
          : undefined,
      );
      return merge([...bases, columnsOf(module, node.body.body)]);
    }
    case 'TSTypeAliasDeclaration':
      return resolve(node.typeAnnotation);
    case 'TSParenthesizedType':
      return resolve(node.typeAnnotation);
    case 'TSIntersectionType':
      return merge(node.types.map(resolve));
    case 'TSIndexedAccessType': {
      const member = literalKeys(modules, { module, node: node.indexType })?.[0];
      const found = member === undefined ? undefined : resolve(node.objectType)?.get(member);
      return found && resolveColumns(modules, found);
    }
    case 'TSTypeReference':
      return node.typeName.type === 'Identifier'
        ? resolveNamed(modules, module, node.typeName.name, node.typeArguments?.params)
        : undefined;
    default:
      return undefined;
  }
}

const SAME_COLUMNS = new Set(['Readonly', 'Partial', 'Required', 'Selectable']);

function resolveNamed(
  modules: SourceModules,
  module: SourceModule,
  name: string,
  [first, second]: readonly TSType[] = [],
): DeclaredColumns | undefined {
  const inner = first && { module, node: first };
  if (SAME_COLUMNS.has(name)) return inner && resolveColumns(modules, inner);
  if (name === 'Omit' || name === 'Pick') {
    const keys = second && literalKeys(modules, { module, node: second });
    const columns = inner && resolveColumns(modules, inner);
    if (keys === undefined || columns === undefined) return undefined;
    return new Map([...columns].filter(([key]) => keys.includes(key) === (name === 'Pick')));
  }
  if (name === 'DatedRow') {
    const keys = second && literalKeys(modules, { module, node: second });
    const columns = inner && resolveColumns(modules, inner);
    if (keys === undefined || columns === undefined) return undefined;
    return new Map(
      [...columns].map(([key, column]) => [key, keys.includes(key) ? { ...column, isDate: true } : column]),
    );
  }
  if (name === 'Record') {
    const keys = inner && literalKeys(modules, inner);
    return keys && second && new Map(keys.map((key) => [key, { module, node: second, isOptional: false }]));
  }
  const found = modules.findType(module, name);
  return found && resolveColumns(modules, found);
}

function columnsOf(module: SourceModule, members: readonly Node[]): DeclaredColumns {
  const columns = new Map<string, DeclaredColumn>();
  for (const member of members) {
    if (member.type !== 'TSPropertySignature' || member.typeAnnotation === null) continue;
    const { key, optional: isOptional } = member;
    const name = key.type === 'Identifier' ? key.name : literalText(key);
    if (name !== undefined) columns.set(name, { module, node: member.typeAnnotation.typeAnnotation, isOptional });
  }
  return columns;
}

function merge(parts: readonly (DeclaredColumns | undefined)[]): DeclaredColumns | undefined {
  const merged = new Map<string, DeclaredColumn>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const [name, type] of part) merged.set(name, type);
  }
  return merged;
}

function literalKeys(modules: SourceModules, { module, node }: Declared): string[] | undefined {
  if (node.type === 'TSLiteralType' && node.literal.type === 'Literal') return [String(node.literal.value)];
  if (node.type === 'TSUnionType') {
    const keys = node.types.map((each) => literalKeys(modules, { module, node: each }));
    return keys.includes(undefined) ? undefined : keys.flatMap((each) => each ?? []);
  }
  if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSParenthesizedType')
    return literalKeys(modules, { module, node: node.typeAnnotation });
  if (node.type === 'TSIndexedAccessType') return elementsOf(modules, { module, node: node.objectType });
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return undefined;
  const found = modules.findType(module, node.typeName.name);
  return found && literalKeys(modules, found);
}

/** The elements of a constant list, for `(typeof LIST)[number]`. */
function elementsOf(modules: SourceModules, { module, node }: Declared): string[] | undefined {
  if (node.type === 'TSParenthesizedType') return elementsOf(modules, { module, node: node.typeAnnotation });
  if (node.type !== 'TSTypeQuery' || node.exprName.type !== 'Identifier') return undefined;
  let array = modules.findValue(module, node.exprName.name)?.node;
  while (array?.type === 'TSAsExpression' || array?.type === 'TSSatisfiesExpression') array = array.expression;
  if (array?.type !== 'ArrayExpression') return undefined;
  return array.elements.flatMap((element) => literalText(element) ?? []);
}

export function kindsOfColumn(modules: SourceModules, column: DeclaredColumn): ReadonlySet<string> {
  const kinds = kindsOf(modules, column);
  return column.isDate === true ? new Set([...kinds].map((kind) => (kind === 'string' ? 'Date' : kind))) : kinds;
}

/**
 * The kinds of values of a type: `string`, `Date`, `number[]`, `null`, ... `object` is any object or array of objects, `unknown` any
 * value at all.
 */
function kindsOf(modules: SourceModules, { module, node }: Declared): ReadonlySet<string> {
  const kinds = (type: Node): ReadonlySet<string> => kindsOf(modules, { module, node: type });
  switch (node.type) {
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return new Set(['string']);
    case 'TSNumberKeyword':
      return new Set(['number']);
    case 'TSBooleanKeyword':
      return new Set(['boolean']);
    case 'TSNullKeyword':
      return new Set(['null']);
    case 'TSLiteralType':
      return new Set([node.literal.type === 'Literal' ? typeof node.literal.value : 'string']);
    case 'TSUnionType':
      return new Set(node.types.flatMap((each) => [...kinds(each)]));
    case 'TSArrayType':
      return toArray(kinds(node.elementType));
    case 'TSTypeOperator':
      return node.operator === 'readonly' ? kinds(node.typeAnnotation) : new Set(['string']);
    case 'TSParenthesizedType':
    case 'TSTypeAliasDeclaration':
      return kinds(node.typeAnnotation);
    case 'TSTypeLiteral':
    case 'TSMappedType':
    case 'TSTupleType':
    case 'TSIntersectionType':
    case 'TSInterfaceDeclaration':
      return new Set(['object']);
    case 'TSIndexedAccessType': {
      const member = literalKeys(modules, { module, node: node.indexType })?.[0];
      const columns = member === undefined ? undefined : resolveColumns(modules, { module, node: node.objectType });
      const found = columns?.get(member ?? '');
      if (found !== undefined) return kindsOf(modules, found);
      return new Set([elementsOf(modules, { module, node: node.objectType }) === undefined ? 'unknown' : 'string']);
    }
    case 'TSTypeReference':
      return node.typeName.type === 'Identifier'
        ? kindsOfNamed(modules, module, node.typeName.name, node.typeArguments?.params)
        : new Set(['unknown']);
    default:
      return new Set(['unknown']);
  }
}

const LIKE_FIRST_ARGUMENT = new Set(['Readonly', 'Generated', 'ColumnType', 'NonNullable', 'Exclude', 'Extract']);

function kindsOfNamed(
  modules: SourceModules,
  module: SourceModule,
  name: string,
  [first]: readonly TSType[] = [],
): ReadonlySet<string> {
  if (name === 'Date' || name === 'Buffer') return new Set([name]);
  if (name === 'Record') return new Set(['object']);
  if (first !== undefined && LIKE_FIRST_ARGUMENT.has(name)) return kindsOf(modules, { module, node: first });
  if (first !== undefined && (name === 'Array' || name === 'ReadonlyArray'))
    return toArray(kindsOf(modules, { module, node: first }));
  const found = modules.findType(module, name);
  return found === undefined ? new Set(['unknown']) : kindsOf(modules, found);
}

function toArray(elements: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    [...elements].filter((kind) => kind !== 'null').map((kind) => (kind === 'object' ? kind : `${kind}[]`)),
  );
}
