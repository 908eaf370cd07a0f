/**
 * `yarn.lock`: the notation of Yarn 1, and YAML since Yarn 2. Entries are listed under all ranges that lead to them, and
 * dependencies name a range. Neither says what is needed for development only, and Yarn 1 not even what the project needs itself.
 */
import { memberIn } from '../../json/members.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { textIn } from '../untrusted-value.ts';
import type { LockedPackage, LockfileDraft } from './lockfile-draft.ts';
import { entriesOf, LockfileProblem, parseYamlObject } from './structured-text.ts';

export function readYarnLock(text: string, draft: LockfileDraft): void {
  if (BERRY.test(text)) readBerry(text, draft);
  else readClassic(text, draft);
}

const BERRY = /^__metadata:/m;

interface ClassicEntry {
  readonly ranges: readonly string[];
  readonly texts: Map<string, string>;
  readonly needs: { readonly range: string; readonly isOptional: boolean }[];
}

function readClassic(text: string, draft: LockfileDraft): void {
  const entries = parseClassic(text);
  const nodes = entries.map(({ ranges, texts }) => {
    const [first = ''] = ranges;
    const node = draft.add(first, toClassicPackage(first, texts));
    for (const range of ranges) draft.alias(range, node);
    return node;
  });
  for (const [i, { ranges, needs }] of entries.entries()) {
    for (const { range, isOptional } of needs) {
      const to = draft.find(range);
      draft.link(nodes[i] ?? SUBJECT, to);
      if (to.length === 0 && !isOptional) draft.addMissing(ranges[0] ?? '', range);
    }
  }
  draft.linkAll();
}

/** Two spaces for the members of an entry, four for its dependencies. */
function parseClassic(text: string): readonly ClassicEntry[] {
  const entries: ClassicEntry[] = [];
  let list: string | undefined;
  for (const [i, line] of text.split('\n').entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const depth = line.length - line.trimStart().length;
    const entry = entries.at(-1);
    if (depth === 0 && content.endsWith(':')) {
      const ranges = content.slice(0, -1).split(', ').map(unquote);
      entries.push({ ranges, texts: new Map(), needs: [] });
      list = undefined;
    } else if (depth === 2 && entry !== undefined) {
      const [name, value] = splitPair(content);
      list = value === undefined ? name : undefined;
      if (value !== undefined) entry.texts.set(name, value);
    } else if (depth === 4 && entry !== undefined && list !== undefined) {
      const [name, value = ''] = splitPair(content);
      if (list.endsWith('ependencies'))
        entry.needs.push({ range: `${name}@${value}`, isOptional: list.startsWith('optional') });
    } else throw new LockfileProblem(`it is not valid at line ${i + 1}`);
  }
  if (entries.length === 0 && !text.includes('yarn lockfile v1')) throw new LockfileProblem('it lists no packages');
  if (entries.some(({ texts }) => !texts.has('version'))) throw new LockfileProblem('a package has no version');
  return entries;
}

/** `"@babel/core" "^7.0.0"`, `version "1.0.0"`; only the name for `dependencies:`. */
function splitPair(content: string): readonly [string, string?] {
  if (content.endsWith(':')) return [unquote(content.slice(0, -1))];
  const at = content.startsWith('"') ? content.indexOf('"', 1) + 1 : content.indexOf(' ');
  if (at <= 0 || at >= content.length) return [unquote(content)];
  return [unquote(content.slice(0, at)), unquote(content.slice(at).trim())];
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function toClassicPackage(range: string, texts: ReadonlyMap<string, string>): LockedPackage {
  const { name, rest } = splitRange(range);
  const version = texts.get('version');
  const resolved = texts.get('resolved');
  if (LOCAL.test(rest)) return { name, version, isLocal: true };
  if (rest.startsWith('npm:')) return { name: splitRange(rest.slice('npm:'.length)).name, version };
  // A range of an archive or a repository is its address.
  return { name, version, address: ADDRESS.test(rest) ? (resolved ?? rest) : undefined };
}

const LOCAL = /^(?:file|link|portal|workspace):|^\.{1,2}\/|^\//;
// `https://..`, `git+ssh://..`, `git@github.com:acme/lib.git`, `github:acme/lib`, `acme/lib#v1`.
const ADDRESS = /^[a-z+]+:|^git@|^[^/@]+\/[^/]+$/;

/** `@babel/core@^7.0.0`: the first character may be the mark of a scope. */
function splitRange(range: string): { readonly name: string; readonly rest: string } {
  const at = range.indexOf('@', 1);
  return at === -1 ? { name: range, rest: '' } : { name: range.slice(0, at), rest: range.slice(at + 1) };
}

function readBerry(text: string, draft: LockfileDraft): void {
  const entries = entriesOf(parseYamlObject(text)).filter(([key]) => key !== '__metadata');
  const nodes = entries.map(([key, entry]) => {
    const { name, rest } = splitRange(textIn(entry, 'resolution') ?? key);
    const isRoot = rest === 'workspace:.';
    const node = isRoot ? SUBJECT : draft.add(key, toBerryPackage(name, rest, entry));
    for (const range of key.split(', ')) draft.alias(range, node);
    if (rest.startsWith('workspace:') && !isRoot) draft.link(SUBJECT, [node]);
    return node;
  });
  for (const [i, [key, entry]] of entries.entries()) {
    const optional = memberIn(entry, 'dependenciesMeta');
    for (const [name, range] of entriesOf(memberIn(entry, 'dependencies'))) {
      const to = findRange(draft, name, String(range));
      if (to.length > 0) draft.link(nodes[i] ?? SUBJECT, to);
      else if (memberIn(memberIn(optional, name), 'optional') !== 'true') draft.addMissing(key, name);
    }
  }
}

/** Before Yarn 4, dependencies leave out the protocol of the registry. */
function findRange(draft: LockfileDraft, name: string, range: string): readonly number[] {
  const stated = draft.find(`${name}@${range}`);
  return stated.length > 0 ? stated : draft.find(`${name}@npm:${range}`);
}

function toBerryPackage(name: string, rest: string, entry: unknown): LockedPackage {
  const version = textIn(entry, 'version');
  if (LOCAL.test(rest)) return { name, version: undefined, isLocal: true };
  // A patch changes the files of a package from the registry.
  const isFromRegistry = rest.startsWith('npm:') || rest.startsWith('patch:');
  return { name, version, address: isFromRegistry ? undefined : rest };
}
