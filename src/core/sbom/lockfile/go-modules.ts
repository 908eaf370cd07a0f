/**
 * `go.mod`, which lists all modules of a build since Go 1.17, and `go.sum` where there is no `go.mod`. Neither has the edges between
 * modules. https://go.dev/ref/mod#go-mod-file
 */
import { SUBJECT } from '../draft/inventory-draft.ts';
import type { LockfileDraft } from './lockfile-draft.ts';
import { LockfileProblem } from './structured-text.ts';

interface Requirement {
  readonly path: string;
  readonly version: string;
  readonly isIndirect: boolean;
}

export function readGoMod(text: string, draft: LockfileDraft): void {
  const directives = parseDirectives(text);
  const required: Requirement[] = [];
  const replacements = new Map<string, readonly string[]>();
  let language: string | undefined;
  for (const { words, comment, number } of directives) {
    const [verb, ...rest] = words;
    if (verb === 'require') required.push(toRequirement(rest, comment, number));
    else if (verb === 'replace') addReplacement(replacements, rest, number);
    else if (verb === 'go' || verb === 'toolchain') language = rest[0]?.replace(/^go/, '') ?? language;
  }
  for (const each of required) {
    const node = addModule(draft, each, replacements);
    if (!each.isIndirect) draft.link(SUBJECT, [node]);
  }
  // The file states the oldest release that may build the module, not the one that does.
  if (language !== undefined) draft.add('stdlib', { name: 'stdlib', version: `>=${language}` });
  const [, minor] = /^1\.([0-9]{1,3})/.exec(language ?? '') ?? [];
  if (language === undefined || (minor !== undefined && Number(minor) < FIRST_COMPLETE))
    draft.addIncomplete('/go: before Go 1.17, go.mod does not list indirect modules');
}

const FIRST_COMPLETE = 17;

interface Directive {
  readonly words: readonly string[];
  readonly comment: string;
  readonly number: number;
}

/** One directive per line; a block repeats the verb before its parenthesis. */
function parseDirectives(text: string): readonly Directive[] {
  const directives: Directive[] = [];
  let block: string | undefined;
  for (const [i, line] of text.split('\n').entries()) {
    const at = line.indexOf('//');
    const words = (at === -1 ? line : line.slice(0, at)).split(/\s+/).filter(Boolean).map(unquote);
    const [verb = ''] = words;
    if (words.length === 0) continue;
    if (block !== undefined && verb === ')') block = undefined;
    else if (block === undefined && (words[1] === '(' || verb.endsWith('('))) block = verb.replace('(', '');
    else {
      const comment = at === -1 ? '' : line.slice(at + 2).trim();
      directives.push({ words: block === undefined ? words : [block, ...words], comment, number: i + 1 });
    }
  }
  if (!directives.some(({ words }) => words[0] === 'module')) throw new LockfileProblem('it does not name a module');
  return directives;
}

const QUOTES: ReadonlySet<string> = new Set(['"', '`']);

function unquote(word: string): string {
  const isQuoted = word.length > 1 && QUOTES.has(word.charAt(0)) && word.endsWith(word.charAt(0));
  return isQuoted ? word.slice(1, -1) : word;
}

function toRequirement([path, version]: readonly string[], comment: string, number: number): Requirement {
  if (path === undefined || version === undefined) throw new LockfileProblem(`line ${number} names no version`);
  return { path, version, isIndirect: /^indirect\b/.test(comment) };
}

/** `old [version] => new [version]`; a folder has no version. */
function addReplacement(replacements: Map<string, readonly string[]>, words: readonly string[], number: number): void {
  const arrow = words.indexOf('=>');
  if (arrow < 1 || words.length === arrow + 1) throw new LockfileProblem(`line ${number} is not a replacement`);
  replacements.set(words.slice(0, arrow).join(' '), words.slice(arrow + 1));
}

function addModule(
  draft: LockfileDraft,
  { path, version }: Requirement,
  replacements: ReadonlyMap<string, readonly string[]>,
): number {
  const key = `${path}@${version}`;
  const [replaced, replacedVersion] = replacements.get(`${path} ${version}`) ?? replacements.get(path) ?? [];
  if (replaced === undefined) return draft.add(key, { name: path, version });
  if (replacedVersion === undefined) return draft.add(key, { name: path, version: undefined, isLocal: true });
  return draft.add(key, { name: replaced, version: replacedVersion });
}

/** Lists every module that was considered, so versions that are not in use may be among them. */
export function readGoSum(text: string, draft: LockfileDraft): void {
  for (const [i, line] of text.split('\n').entries()) {
    const [path, version, checksum] = line.split(/\s+/).filter(Boolean);
    if (path === undefined) continue;
    if (version === undefined || checksum === undefined) throw new LockfileProblem(`line ${i + 1} has no checksum`);
    // The module itself was not downloaded.
    if (!version.endsWith('/go.mod')) draft.add(`${path}@${version}`, { name: path, version });
  }
  draft.linkAll();
}
