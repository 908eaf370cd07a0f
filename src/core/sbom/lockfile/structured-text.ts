/**
 * Parses the notations of lockfiles into plain values: JSON, JSON with comments, YAML and TOML. Sizes are limited before; depth is
 * limited here. The result is untrusted and read with `memberIn`. A problem says where it is and quotes nothing of the file.
 */
import { parse as parseTomlText, TomlError } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { isObject } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';

/** Thrown by the readers, and turned into an error that names the file and the cure. */
export class LockfileProblem extends Error {}

export type UntrustedObject = Readonly<Record<string, unknown>>;

export function parseJsonObject(text: string): UntrustedObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LockfileProblem('it is not valid JSON');
  }
  return requireObject(value);
}

/** For `bun.lock`: JSON with comments and commas before closing brackets. */
export function parseJsonWithComments(text: string): UntrustedObject {
  const kept: string[] = [];
  let from = 0;
  // The position in `kept` of a comma after which no value has followed yet.
  let comma = -1;
  const keepUntil = (end: number, next: number): void => {
    kept.push(text.slice(from, end));
    from = next;
  };
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (WHITE_SPACE.has(character)) continue;
    if (character === '/') {
      const end = skipComment(text, i);
      keepUntil(i, end);
      i = end - 1;
    } else if (character === ',') {
      keepUntil(i, i + 1);
      comma = kept.push(',') - 1;
    } else {
      if ((character === '}' || character === ']') && comma !== -1) kept[comma] = '';
      if (character === '"') i = skipString(text, i);
      comma = -1;
    }
  }
  keepUntil(text.length, text.length);
  return parseJsonObject(kept.join(''));
}

const WHITE_SPACE: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);

function skipString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '"') return i;
  }
  throw new LockfileProblem('a string does not end');
}

function skipComment(text: string, start: number): number {
  const isLine = text[start + 1] === '/';
  if (!isLine && text[start + 1] !== '*') throw new LockfileProblem('it is not valid JSON');
  const end = isLine ? text.indexOf('\n', start) : text.indexOf('*/', start + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
}

/** All scalars are strings, because 1.10 is not 1.1. */
export function parseYamlObject(text: string): UntrustedObject {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    // Compares every pair of keys; they are checked below.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error !== undefined)
    throw new LockfileProblem(`it is not valid YAML at line ${lines.linePos(error.pos[0]).line}`);
  const problem = findYamlProblem(document.contents);
  if (problem !== undefined)
    throw new LockfileProblem(`${problem.what} at line ${lines.linePos(problem.node.range?.[0] ?? 0).line}`);
  return requireObject(document.toJS());
}

/** Repeated keys would be lost, aliases can multiply, and both are unusual in a generated file. */
function findYamlProblem(contents: unknown): { readonly what: string; readonly node: Node } | undefined {
  const open: { readonly node: unknown; readonly depth: number }[] = [{ node: contents, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (isAlias(node)) return { what: 'it has an alias', node };
    if (!isMap(node) && !isSeq(node)) continue;
    if (depth > LIMITS.jsonDepthMax) return { what: `it is nested more than ${LIMITS.jsonDepthMax} levels deep`, node };
    if (isSeq(node)) for (const item of node.items) open.push({ node: item, depth: depth + 1 });
    if (!isMap(node)) continue;
    const keys = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (!isScalar(key)) return { what: 'a key is not text', node };
      if (keys.has(key.value)) return { what: 'a key is repeated', node: key };
      keys.add(key.value);
      open.push({ node: value, depth: depth + 1 });
    }
  }
  return undefined;
}

export function parseTomlObject(text: string): UntrustedObject {
  try {
    return parseTomlText(text, { maxDepth: LIMITS.jsonDepthMax });
  } catch (error) {
    const where = error instanceof TomlError ? ` at line ${error.line}` : '';
    throw new LockfileProblem(`it is not valid TOML${where}`, { cause: error });
  }
}

function requireObject(value: unknown): UntrustedObject {
  if (!isObject(value)) throw new LockfileProblem('it does not contain an object');
  return value;
}

/** Members of an object as pairs; none if the value is not an object. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}
