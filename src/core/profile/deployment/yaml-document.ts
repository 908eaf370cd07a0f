/**
 * Reads YAML or JSON from strangers as nodes with line numbers. Readers ask for members by name, so that aliases are followed only
 * where a reader looks: nothing is expanded, and no function recurses over the input.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Document, type Node } from 'yaml';
import { LIMITS } from '../../limits.ts';
import { PROFILE_DOCUMENT_TOO_LARGE, PROFILE_DOCUMENT_UNREADABLE } from '../errors.ts';
import { quoteLine } from '../runtime/runtime-warning.ts';

/** A value with its position. A member that does not exist, or has another type, is undefined. */
export interface YamlNode {
  readonly line: number;
  readonly member: (...path: readonly string[]) => YamlNode | undefined;
  readonly members: () => readonly (readonly [string, YamlNode])[];
  readonly items: () => readonly YamlNode[];
  /** A string, number or boolean as text. */
  readonly text: () => string | undefined;
  readonly flag: () => boolean | undefined;
}

/** Throws PROFILE_DOCUMENT_UNREADABLE or PROFILE_DOCUMENT_TOO_LARGE. Empty documents are left out. */
export function parseYaml(text: string): readonly YamlNode[] {
  const lines = new LineCounter();
  // Keys are checked here: the check of the parser compares every pair of them.
  const parsed = parseAllDocuments(text, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  if (!Array.isArray(parsed)) return [];
  if (parsed.length > LIMITS.deploymentPartsMax)
    throw PROFILE_DOCUMENT_TOO_LARGE({ what: 'documents', max: LIMITS.deploymentPartsMax });
  const nodes = new NodeReader(lines);
  return parsed.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw toUnreadable(lines, error.pos[0], toProblem(error.code, error.message));
    nodes.check(document);
    const { contents } = document;
    return contents === null || (isScalar(contents) && contents.value === null) ? [] : [nodes.read(contents)];
  });
}

function toProblem(code: string, message: string): string {
  if (code === 'RESOURCE_EXHAUSTION') return `it is nested more than ${LIMITS.deploymentDepthMax} levels deep`;
  return quoteLine(message.charAt(0).toLowerCase() + message.slice(1));
}

function toUnreadable(lines: LineCounter, offset: number, problem: string): Error {
  const { line, col } = lines.linePos(offset);
  return PROFILE_DOCUMENT_UNREADABLE({ line: Math.max(line, 1), column: Math.max(col, 1), problem });
}

const MERGE_KEY = '<<';
const MERGES_MAX = 20;

class NodeReader {
  private readonly lines: LineCounter;
  private readonly targets = new WeakMap<Node, Node>();
  private readonly maps = new WeakMap<Node, ReadonlyMap<string, Node>>();
  private count = 0;

  constructor(lines: LineCounter) {
    this.lines = lines;
  }

  /** Visits all nodes in the order of the text: counts them, finds the target of each alias, and refuses repeated keys. */
  check({ contents }: Document): void {
    const anchors = new Map<string, Node>();
    const open: { readonly node: unknown; readonly depth: number }[] = [{ node: contents, depth: 1 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, depth } = next;
      this.count += 1;
      if (this.count > LIMITS.deploymentNodesMax)
        throw PROFILE_DOCUMENT_TOO_LARGE({ what: 'values', max: LIMITS.deploymentNodesMax });
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) this.targets.set(node, target);
        continue;
      }
      if (!isMap(node) && !isSeq(node) && !isScalar(node)) continue;
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (depth > LIMITS.deploymentDepthMax && !isScalar(node))
        throw toUnreadable(this.lines, node.range?.[0] ?? 0, toProblem('RESOURCE_EXHAUSTION', ''));
      if (isMap(node)) {
        this.requireUniqueKeys(node);
        for (const { value } of node.items.toReversed()) open.push({ node: value, depth: depth + 1 });
      } else if (isSeq(node)) for (const item of node.items.toReversed()) open.push({ node: item, depth: depth + 1 });
    }
  }

  read(node: Node): YamlNode {
    const read = (found: Node | undefined): YamlNode | undefined => found && this.read(found);
    const value = this.follow(node);
    return {
      line: this.lines.linePos(node.range?.[0] ?? 0).line,
      member: (...path) => {
        let found: Node | undefined = value;
        for (const name of path) found = found && this.membersOf(found).get(name);
        return read(found);
      },
      members: () => [...this.membersOf(value)].map(([name, each]) => [name, this.read(each)] as const),
      items: () => (isSeq(value) ? value.items.flatMap((each) => (isNode(each) ? [this.read(each)] : [])) : []),
      // The source, because 1.10 is not 1.1.
      text: () => {
        if (!isScalar(value) || value.value === null) return undefined;
        return typeof value.value === 'string' ? value.value : value.source;
      },
      flag: () => (isScalar(value) && typeof value.value === 'boolean' ? value.value : undefined),
    };
  }

  private follow(node: Node): Node {
    return this.targets.get(node) ?? node;
  }

  /** Own members, then those of merged maps that are not set. */
  private membersOf(sent: Node): ReadonlyMap<string, Node> {
    const node = this.follow(sent);
    const known = this.maps.get(node);
    if (known !== undefined) return known;
    const members = new Map<string, Node>();
    const merged = [node];
    for (const [i, each] of merged.entries()) {
      if (!isMap(each)) continue;
      for (const { key, value } of each.items) {
        const name = nameOf(key);
        if (name === undefined || !isNode(value)) continue;
        if (name === MERGE_KEY) {
          const sources = isSeq(value) ? value.items.filter(isNode) : [value];
          if (i < MERGES_MAX) merged.push(...sources.slice(0, MERGES_MAX).map((source) => this.follow(source)));
        } else if (!members.has(name)) members.set(name, value);
      }
    }
    this.maps.set(node, members);
    return members;
  }

  private requireUniqueKeys(node: Node): void {
    if (!isMap(node)) return;
    const names = new Set<string>();
    for (const { key } of node.items) {
      const name = nameOf(key);
      if (name === undefined) continue;
      if (names.has(name) && name !== MERGE_KEY)
        throw toUnreadable(
          this.lines,
          isNode(key) ? (key.range?.[0] ?? 0) : 0,
          `the key "${quoteLine(name)}" is repeated`,
        );
      names.add(name);
    }
  }
}

function nameOf(key: unknown): string | undefined {
  if (!isScalar(key) || key.value === null) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}
