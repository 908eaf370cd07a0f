/**
 * `requirements.txt` of pip. Only a line with `==` states the installed version; every other requirement is a component whose
 * version is not known. https://pip.pypa.io/en/stable/reference/requirements-file-format/
 */
import type { LockedPackage, LockfileDraft } from './lockfile-draft.ts';
import { LockfileProblem } from './structured-text.ts';

export function readRequirements(text: string, draft: LockfileDraft): void {
  for (const { line, number } of joinLines(text)) {
    const end = line.search(/[ \t=]/);
    const option = end === -1 ? line : line.slice(0, end);
    if (!line.startsWith('-')) addRequirement(draft, line, number);
    else if (EDITABLE.has(option)) addRequirement(draft, line.slice(option.length + 1).trim(), number);
    else if (INCLUDED.has(option)) draft.addIncomplete(`/${number}: ${line}`);
    // Other options say where packages come from.
  }
  draft.linkAll();
}

const EDITABLE: ReadonlySet<string> = new Set(['-e', '--editable']);
const INCLUDED: ReadonlySet<string> = new Set(['-r', '--requirement', '-c', '--constraint']);

interface Line {
  readonly line: string;
  readonly number: number;
}

/** A backslash continues a line; a comment starts at the beginning or after white space. */
function joinLines(text: string): readonly Line[] {
  const joined: Line[] = [];
  let open = '';
  let start = 0;
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    if (open === '') start = i + 1;
    const comment = line.trimStart().startsWith('#') ? 0 : line.search(/[ \t]#/);
    const content = comment === -1 ? line : line.slice(0, comment);
    open += content.endsWith('\\') ? `${content.slice(0, -1)} ` : content;
    if (content.endsWith('\\')) continue;
    if (open.trim() !== '') joined.push({ line: open.trim(), number: start });
    open = '';
  }
  if (open.trim() !== '') joined.push({ line: open.trim(), number: start });
  return joined;
}

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/;

function addRequirement(draft: LockfileDraft, line: string, number: number): void {
  const each = toRequirement(withoutTrailers(line));
  if (each === undefined) throw new LockfileProblem(`line ${number} is not a requirement`);
  draft.add(`${each.name} (line ${number})`, each);
}

/** Removes hashes, other options, and the environment to which the line applies. */
function withoutTrailers(line: string): string {
  const option = line.search(/[ \t]-{1,2}[A-Za-z]/);
  const own = option === -1 ? line : line.slice(0, option);
  // In an address, a marker needs a space before it.
  const marker = own.includes('://') ? own.search(/[ \t];/) : own.indexOf(';');
  return (marker === -1 ? own : own.slice(0, marker)).trim();
}

function toRequirement(text: string): LockedPackage | undefined {
  const egg = findEgg(text);
  if (ADDRESS.test(text)) return { name: egg ?? lastPartOf(text), version: undefined, address: text };
  if (PATH.test(text) && !text.includes('://'))
    return { name: egg ?? lastPartOf(text), version: undefined, isLocal: true };
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined) return undefined;
  const rest = withoutExtras(text.slice(name.length).trim());
  if (rest.startsWith('@')) return { name, version: undefined, address: rest.slice(1).trim() };
  const specifier = rest.replace(/^\((.*)\)$/, '$1').trim();
  if (specifier !== '' && !/^[<>=!~]/.test(specifier)) return undefined;
  const [, pinned] = PINNED.exec(specifier) ?? [];
  return { name, version: pinned ?? (specifier === '' ? undefined : specifier) };
}

/** The name after an address: `#subdirectory=lib&egg=name`. */
function findEgg(text: string): string | undefined {
  const hash = text.indexOf('#');
  const facts = hash === -1 ? [] : text.slice(hash + 1).split('&');
  const [name] = NAME.exec(facts.find((fact) => fact.startsWith('egg='))?.slice('egg='.length) ?? '') ?? [];
  return name;
}

const ADDRESS = /^(?:[a-z0-9+.]+:\/\/|git@)/i;
const PATH = /^\.{0,2}\/|^\.$|^[A-Za-z]:\\|\.(?:whl|zip|tar\.gz)$/;
const PINNED = /^={2,3}\s*([^\s,*<>=!~]+)$/;

function withoutExtras(text: string): string {
  const end = text.startsWith('[') ? text.indexOf(']') : -1;
  return end === -1 ? text : text.slice(end + 1).trim();
}

function lastPartOf(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.at(-1) ?? 'local project';
}
