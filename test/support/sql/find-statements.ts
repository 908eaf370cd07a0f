/**
 * Finds the SQL statements of source files and puts their text together: fragments from constants and functions are inserted, and
 * every other placeholder becomes a parameter. Of alternatives, the longer fragment is used.
 */
import type { Argument, Expression, Node, ParamPattern, TemplateLiteral, TSType } from 'oxc-parser';
import { literalText, walk } from '../../../scripts/syntax-tree.ts';
import type { Declared, SourceModule, SourceModules } from './source-modules.ts';

export interface FoundStatement {
  readonly path: string;
  /** `src/store/people/people.ts:12`. */
  readonly place: string;
  /** Undefined if it is known only at run time. */
  readonly text: string | undefined;
  /** The declared type of a row, if there is one. */
  readonly row: Declared | undefined;
}

/** Finds statements of the forms `sql<Row>...execute()` and `client.query<Row>(text)`. */
export function findStatements(modules: SourceModules, path: string): FoundStatement[] {
  const module = modules.load(path);
  const found: FoundStatement[] = [];
  for (const { node } of walk(module.tree.program)) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') continue;
    const { object, property } = node.callee;
    const method = property.type === 'Identifier' ? property.name : '';
    const place = `${path}:${module.tree.lineAt(node.start)}`;
    const toRow = (types: readonly TSType[] | undefined): Declared | undefined =>
      types?.[0] && { module, node: types[0] };
    if (method === 'execute' && isSqlTemplate(object)) {
      const text = composeOrUndefined(modules, module, object.quasi);
      found.push({ path, place, text, row: toRow(object.typeArguments?.params) });
    } else if (method === 'query' && node.arguments[0] !== undefined) {
      const text = textOf(modules, { module, node: node.arguments[0] });
      found.push({ path, place, text, row: toRow(node.typeArguments?.params) });
    }
  }
  return found;
}

type SqlTemplate = Extract<Expression, { type: 'TaggedTemplateExpression' }>;

function isSqlTemplate(node: Node): node is SqlTemplate {
  return node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql';
}

/** The text depends on values that only exist at run time. */
class DynamicText extends Error {}

/** Arguments of an inserted function call, by parameter name. */
type Scope = ReadonlyMap<string, Placed>;
interface Placed extends Declared {
  readonly scope: Scope;
}

function composeOrUndefined(modules: SourceModules, module: SourceModule, quasi: TemplateLiteral): string | undefined {
  try {
    return numberParameters(new Composer(modules).compose(quasi, { module, node: quasi, scope: new Map() }));
  } catch (error) {
    if (error instanceof DynamicText) return undefined;
    throw error;
  }
}

/** Stands for a parameter until all are numbered. */
const PARAMETER = '\u0000';

function numberParameters(text: string): string {
  let n = 0;
  return text.replaceAll(PARAMETER, () => `$${++n}`);
}

class Composer {
  readonly #modules: SourceModules;
  #depth = 0;

  constructor(modules: SourceModules) {
    this.#modules = modules;
  }

  compose({ quasis, expressions }: TemplateLiteral, at: Placed): string {
    let text = '';
    for (const [n, { value }] of quasis.entries()) {
      const expression = expressions[n];
      text += value.cooked ?? '';
      if (expression !== undefined) text += this.#fragment({ ...at, node: expression }) ?? PARAMETER;
    }
    return text;
  }

  /** Returns undefined for a value, which becomes a parameter. */
  #fragment(at: Placed): string | undefined {
    const { node } = at;
    if (isSqlTemplate(node)) return this.compose(node.quasi, at);
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        return this.#fragment({ ...at, node: node.expression });
      case 'ConditionalExpression':
        return this.#longest(at, [node.consequent, node.alternate]);
      case 'LogicalExpression':
        return this.#longest(at, [node.left, node.right]);
      case 'Identifier':
        return this.#named(at, node.name);
      case 'CallExpression':
        return this.#call(at, node.callee, node.arguments);
      case 'MemberExpression':
        return this.#member(at, node.object, node.property);
      default:
        return undefined;
    }
  }

  #longest(at: Placed, nodes: readonly Node[]): string | undefined {
    const fragments = nodes.flatMap((node) => this.#fragment({ ...at, node }) ?? []);
    return fragments.toSorted((a, b) => b.length - a.length)[0];
  }

  #named(at: Placed, name: string): string | undefined {
    const found = this.#find(at, name);
    return found && this.#fragment(found);
  }

  /** A member of a constant object; the longest of all if its name is computed. */
  #member(at: Placed, object: Node, property: Node): string | undefined {
    const found = this.#members(at, object, property);
    return found && this.#longest(found.at, found.values);
  }

  /** The values that a member of an object may have: of a constant, or of what a function returns. */
  #members(at: Placed, object: Node, property: Node): { at: Placed; values: Node[] } | undefined {
    const found = this.#returned(at, object);
    const objects = found?.nodes.flatMap((node) => (node.type === 'ObjectExpression' ? [node] : [])) ?? [];
    if (found === undefined || objects.length === 0) return undefined;
    const members = objects.flatMap(({ properties }) => properties.filter((each) => each.type === 'Property'));
    const named = members.filter(
      ({ key }) => key.type === 'Identifier' && property.type === 'Identifier' && key.name === property.name,
    );
    return { at: found.at, values: (named.length > 0 ? named : members).map(({ value }) => value) };
  }

  /** What a name stands for, or what a called function returns. */
  #returned(at: Placed, node: Node): { at: Placed; nodes: readonly Node[] } | undefined {
    if (node.type === 'AwaitExpression') return this.#returned(at, node.argument);
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return this.#returned(at, node.expression);
    if (node.type === 'Identifier') {
      const found = this.#find(at, node.name);
      return found && this.#returned(found, found.node);
    }
    if (node.type !== 'CallExpression') return { at, nodes: [node] };
    const called = this.#called(at, node.callee, node.arguments);
    return called && { at: called, nodes: returnsOf(called.node) };
  }

  #call(at: Placed, callee: Node, args: readonly Argument[]): string | undefined {
    if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'sql')
      return this.#helper(at, callee.property.type === 'Identifier' ? callee.property.name : '', args);
    const called = this.#called(at, callee, args);
    if (called === undefined) return undefined;
    if (this.#depth > 20) throw new DynamicText('The functions call each other.');
    this.#depth += 1;
    const fragment = this.#longest(called, returnsOf(called.node));
    this.#depth -= 1;
    return fragment;
  }

  /** A called function, with its arguments. */
  #called(at: Placed, callee: Node, args: readonly Argument[]): Placed | undefined {
    const found = callee.type === 'Identifier' ? this.#find(at, callee.name) : undefined;
    if (found === undefined || !('params' in found.node)) return undefined;
    const params = found.node.params as readonly ParamPattern[];
    const scope = new Map(
      params.flatMap((param, n) => {
        const target = param.type === 'AssignmentPattern' ? param.left : param;
        const value = args[n] ?? (param.type === 'AssignmentPattern' ? param.right : undefined);
        return value === undefined ? [] : bind(target, { ...at, node: value });
      }),
    );
    // A function inside another one also sees the arguments of that one.
    return { ...found, scope: new Map([...found.scope, ...scope]) };
  }

  #helper(at: Placed, name: string, args: readonly Argument[]): string | undefined {
    const [first, second] = args;
    if (name === 'val' || first === undefined) return undefined;
    if (name === 'join') return this.#join(at, first, second);
    const text = this.#constant({ ...at, node: first });
    if (text === undefined) throw new DynamicText('A name is known only at run time.');
    if (name === 'raw') return text;
    return name === 'lit' ? `'${text}'` : text.split('.').map(quote).join('.');
  }

  #join(at: Placed, list: Node, separator: Node | undefined): string {
    const parts = this.#list({ ...at, node: list });
    if (parts.length === 0) throw new DynamicText('A list is known only at run time.');
    return parts.join(separator === undefined ? ', ' : this.#fragment({ ...at, node: separator }));
  }

  /** The elements of a list. A list that is computed from one that is not constant has a single element of each kind. */
  #list(at: Placed): string[] {
    const { node } = at;
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return this.#list({ ...at, node: node.expression });
      case 'ConditionalExpression': {
        const lists = [node.consequent, node.alternate].map((each) => this.#list({ ...at, node: each }));
        return lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
      }
      case 'ArrayExpression':
        return node.elements.flatMap((element) => {
          if (element?.type === 'SpreadElement') return this.#list({ ...at, node: element.argument });
          return element === null ? [] : (this.#fragment({ ...at, node: element }) ?? PARAMETER);
        });
      case 'Identifier': {
        const found = this.#find(at, node.name);
        return found === undefined ? [] : this.#list(found);
      }
      case 'CallExpression':
        return this.#computedList(at, node.callee, node.arguments);
      default:
        return [];
    }
  }

  #computedList(at: Placed, callee: Node, args: readonly Argument[]): string[] {
    const [callback] = args;
    if (callee.type === 'MemberExpression') {
      const fragments =
        callback === undefined ? [] : this.#fragmentsOf({ ...at, node: callback }, { ...at, node: callee.object });
      return fragments.length > 0 ? fragments : this.#list({ ...at, node: callee.object });
    }
    const called = this.#called(at, callee, args);
    const lists =
      called === undefined ? [] : returnsOf(called.node).map((node) => this.#listIfKnown({ ...called, node }));
    return lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
  }

  /** One of several possible lists may be known only at run time. */
  #listIfKnown(at: Placed): string[] {
    try {
      return this.#list(at);
    } catch (error) {
      if (error instanceof DynamicText) return [];
      throw error;
    }
  }

  /** The fragments that a function returns: for each element of a constant list, otherwise once. */
  #fragmentsOf(at: Placed, list: Placed): string[] {
    const { node } = at.node.type === 'Identifier' ? (this.#find(at, at.node.name) ?? at) : at;
    const [param] = 'params' in node ? (node.params as readonly ParamPattern[]) : [];
    const elements = param === undefined ? [] : this.#elements(list);
    const scopes = elements.map((element) => new Map([...at.scope, ...bind(param as Node, element)]));
    return (scopes.length > 0 ? scopes : [at.scope]).flatMap((scope) =>
      returnsOf(node).flatMap((each) => {
        const inside = { ...at, node: each, scope };
        const isList = each.type === 'CallExpression' && each.callee.type === 'MemberExpression' && !isSqlHelper(each);
        return isList ? this.#list(inside) : (this.#fragment(inside) ?? []);
      }),
    );
  }

  /** The elements of a constant list of literals and objects; of the longest one if several are possible. */
  #elements(at: Placed): Placed[] {
    const { node } = at;
    const found = node.type === 'MemberExpression' ? this.#members(at, node.object, node.property) : undefined;
    if (found !== undefined)
      return (
        found.values
          .map((value) => this.#elements({ ...found.at, node: value }))
          .toSorted((a, b) => b.length - a.length)[0] ?? []
      );
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return this.#elements({ ...at, node: node.expression });
    if (node.type === 'Identifier') {
      const named = this.#find(at, node.name);
      return named === undefined ? [] : this.#elements(named);
    }
    if (node.type !== 'ArrayExpression') return [];
    return node.elements.flatMap((element) =>
      element === null || element.type === 'SpreadElement' ? [] : [{ ...at, node: element }],
    );
  }

  #constant(at: Placed): string | undefined {
    const literal = literalText(at.node);
    if (literal !== undefined) return literal;
    if (at.node.type === 'Identifier') {
      const found = this.#find(at, at.node.name);
      return found && this.#constant(found);
    }
    if (at.node.type === 'ConditionalExpression') {
      const texts = [at.node.consequent, at.node.alternate].map((node) => this.#constant({ ...at, node }) ?? '');
      return texts.toSorted((a, b) => b.length - a.length)[0] || undefined;
    }
    if (at.node.type === 'MemberExpression') {
      const [first] = this.#elements({ ...at, node: at.node.object });
      return first && this.#constant(first);
    }
    if (at.node.type !== 'TemplateLiteral') return undefined;
    const { quasis, expressions } = at.node;
    const parts = expressions.map((node) => this.#constant({ ...at, node }));
    if (parts.includes(undefined)) return undefined;
    return quasis.map(({ value }, n) => `${value.cooked}${parts[n] ?? ''}`).join('');
  }

  /** Finds the value of a name: a constant of an enclosing block, an argument, a constant of the module, or an imported one. */
  #find(at: Placed, name: string): Placed | undefined {
    for (let node: Node | undefined = at.node; node !== undefined; node = at.module.parentOf.get(node)) {
      if (node.type === 'BlockStatement') {
        const init = constantIn(node.body, name);
        if (init !== undefined) return { ...at, node: init };
        const taken = destructuredIn(node.body, name);
        const members = taken && this.#members({ ...at, node: taken.init }, taken.init, taken.key);
        if (members?.values[0] !== undefined) return { ...members.at, node: members.values[0] };
      }
      const param = 'params' in node && Array.isArray(node.params) ? paramNamed(node.params, name) : undefined;
      if (param === undefined) continue;
      const given = at.scope.get(name);
      if (given !== undefined || !isFragmentType(param)) return given;
      const passed = argumentOf(at.module, node, param);
      if (passed === undefined) throw new DynamicText(`The fragment ${name} is an argument.`);
      return { ...at, node: passed };
    }
    const found = this.#modules.findValue(at.module, name);
    return found && { ...found, scope: new Map() };
  }
}

function isSqlHelper({ callee }: { readonly callee: Node }): boolean {
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'sql';
}

/** Assigns an argument to the names of its parameter. */
function bind(target: Node, value: Placed): [string, Placed][] {
  if (target.type === 'Identifier') return [[target.name, value]];
  if (target.type !== 'ObjectPattern' || value.node.type !== 'ObjectExpression') return [];
  const given = new Map(
    value.node.properties.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, each.value] as const] : [],
    ),
  );
  return target.properties.flatMap((each) => {
    const node = each.type === 'Property' && each.key.type === 'Identifier' ? given.get(each.key.name) : undefined;
    return each.type === 'Property' && node !== undefined ? bind(each.value, { ...value, node }) : [];
  });
}

function quote(name: string): string {
  return name === '*' ? name : `"${name}"`;
}

function constantIn(statements: readonly Node[], name: string): Node | undefined {
  for (const statement of statements) {
    if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && id.name === name && init !== null) return init;
    if (statement.type === 'FunctionDeclaration' && statement.id?.name === name) return statement;
  }
  return undefined;
}

/** `const { key: name } = init`. */
function destructuredIn(statements: readonly Node[], name: string): { key: Node; init: Node } | undefined {
  for (const statement of statements) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) {
      const properties = id.type === 'ObjectPattern' && init !== null ? id.properties : [];
      for (const each of properties)
        if (each.type === 'Property' && each.value.type === 'Identifier' && each.value.name === name && init !== null)
          return { key: each.key, init };
    }
  }
  return undefined;
}

function paramNamed(params: readonly Node[], name: string): Node | undefined {
  for (const param of params) {
    if (param.type === 'Identifier' && param.name === name) return param;
    if (param.type === 'AssignmentPattern') {
      const inner = paramNamed([param.left], name);
      if (inner !== undefined) return inner;
    }
    if (param.type === 'ObjectPattern')
      for (const each of param.properties)
        if (each.type === 'Property' && each.key.type === 'Identifier') {
          const local = each.value.type === 'AssignmentPattern' ? each.value.left : each.value;
          if (local.type === 'Identifier' && local.name === name) return local;
        }
  }
  return undefined;
}

/** The argument for a parameter in the first call of its function in the same module. */
function argumentOf(module: SourceModule, called: Node, param: Node): Node | undefined {
  if (called.type !== 'FunctionDeclaration' || called.id === null) return undefined;
  const n = called.params.findIndex((each) => each === param);
  for (const { node } of walk(module.tree.program))
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === called.id.name)
      return node.arguments[n];
  return undefined;
}

function isFragmentType(param: Node): boolean {
  if (!('typeAnnotation' in param) || param.typeAnnotation === null) return false;
  const { typeAnnotation: type } = param.typeAnnotation as { typeAnnotation?: Node };
  const name = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';
  return name === 'RawBuilder' || name === 'ReturnType';
}

/** Returned expressions of a function, without those of functions inside it. */
function returnsOf(node: Node): Node[] {
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body];
  const body = 'body' in node && node.body !== null && typeof node.body === 'object' ? (node.body as Node) : undefined;
  const returns: Node[] = [];
  const visit = (each: Node): void => {
    if (each.type === 'ReturnStatement') {
      if (each.argument !== null) returns.push(each.argument);
    } else if (each.type === 'BlockStatement') each.body.forEach(visit);
    else if (each.type === 'IfStatement') {
      visit(each.consequent);
      if (each.alternate !== null) visit(each.alternate);
    }
  };
  if (body !== undefined) visit(body);
  return returns;
}

/** The text of a statement that is passed as a string. */
function textOf(modules: SourceModules, { module, node }: Declared): string | undefined {
  const literal = literalText(node);
  if (literal !== undefined) return literal;
  if (node.type === 'Identifier') {
    const found = modules.findValue(module, node.name);
    return found && textOf(modules, found);
  }
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node.expressions.map((each) => textOf(modules, { module, node: each }));
  if (parts.includes(undefined)) return undefined;
  return node.quasis.map(({ value }, n) => `${value.cooked}${parts[n] ?? ''}`).join('');
}
