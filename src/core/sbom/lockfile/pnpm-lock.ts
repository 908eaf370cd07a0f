/**
 * `pnpm-lock.yaml`, versions 5 to 9. Packages are listed once for each set of peers, and dependencies name a key. Scopes come from
 * the lists in which the projects of the workspace name their dependencies. https://github.com/pnpm/spec/tree/master/lockfile
 */
import { memberIn } from '../../json/members.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { textIn } from '../untrusted-value.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import type { LockedPackage, LockfileDraft } from './lockfile-draft.ts';
import { entriesOf, LockfileProblem, parseYamlObject } from './structured-text.ts';

export function readPnpmLock(text: string, draft: LockfileDraft): void {
  const lock = parseYamlObject(text);
  const version = Number(textIn(lock, 'lockfileVersion'));
  if (!(version >= 5 && version < 10)) throw new LockfileProblem('its lockfileVersion is not between 5 and 9');
  const form = FORMS.find(({ since }) => version >= since) ?? OLDEST;
  const packages = memberIn(lock, 'packages');
  // Since version 9, the dependencies of a package are separate from its facts.
  const snapshots = entriesOf(version >= 9 ? memberIn(lock, 'snapshots') : packages);
  const nodes = snapshots.map(([key, entry]) =>
    draft.add(key, toPackage(key, { form, entry: memberIn(packages, withoutPeers(key)) ?? entry })),
  );
  const importers = listImporters(lock);
  const members = new Map(importers.map(([path]) => [path, addMember(draft, path)]));
  const link = ({ from, at, folder }: Place, entry: unknown, lists: typeof PROJECT_LISTS): void => {
    for (const [list, scope] of lists) {
      for (const [name, value] of entriesOf(memberIn(entry, list))) {
        const reference = typeof value === 'string' ? value : (textIn(value, 'version') ?? '');
        const member = members.get(resolvePath(folder, reference));
        const to = isLink(reference) && member !== undefined ? [member] : findTarget(draft, form, name, reference);
        if (to.length > 0) draft.link(from, to, scope);
        else if (isLink(reference)) draft.link(from, [addLocal(draft, reference, name)], scope);
        else if (scope !== 'optional') draft.addMissing(at, name);
      }
    }
  };
  for (const [path, importer] of importers) {
    link({ from: members.get(path) ?? SUBJECT, at: path, folder: path }, importer, PROJECT_LISTS);
  }
  for (const [i, [key, entry]] of snapshots.entries()) {
    link({ from: nodes[i] ?? SUBJECT, at: key, folder: '.' }, entry, PACKAGE_LISTS);
  }
}

interface Place {
  readonly from: number;
  readonly at: string;
  readonly folder: string;
}

const PROJECT_LISTS: readonly (readonly [string, ComponentScope])[] = [
  ['dependencies', 'required'],
  ['optionalDependencies', 'optional'],
  ['devDependencies', 'development'],
];
const PACKAGE_LISTS = PROJECT_LISTS.slice(0, 2);

/** How a key names a package: `/lodash/4.17.20_peer`, `/lodash@4.17.20(peer)`, `lodash@4.17.20(peer)`. */
interface KeyForm {
  readonly since: number;
  readonly prefix: '/' | '';
  readonly separator: '/' | '@';
}

const OLDEST: KeyForm = { since: 5, prefix: '/', separator: '/' };
const FORMS: readonly KeyForm[] = [
  { since: 9, prefix: '', separator: '@' },
  { since: 6, prefix: '/', separator: '@' },
];

/** A lockfile of one project has no list of importers before version 9. */
function listImporters(lock: unknown): readonly (readonly [string, unknown])[] {
  const importers = memberIn(lock, 'importers');
  return importers === undefined ? [['.', lock]] : entriesOf(importers);
}

function addMember(draft: LockfileDraft, path: string): number {
  if (path === '.') return SUBJECT;
  const node = draft.add(`importers/${path}`, { name: path, version: undefined, isLocal: true });
  draft.link(SUBJECT, [node], 'required');
  return node;
}

function addLocal(draft: LockfileDraft, reference: string, name: string): number {
  const [known] = draft.find(reference);
  return known ?? draft.add(reference, { name, version: undefined, isLocal: true });
}

/** The reference is a version, or the key of a package with another name or from another place. */
function findTarget(draft: LockfileDraft, form: KeyForm, name: string, reference: string): readonly number[] {
  const stated = draft.find(`${form.prefix}${name}${form.separator}${reference}`);
  return stated.length > 0 ? stated : draft.find(reference);
}

function withoutPeers(key: string): string {
  const at = key.indexOf('(');
  return at === -1 ? key : key.slice(0, at);
}

function toPackage(key: string, { form, entry }: { readonly form: KeyForm; readonly entry: unknown }): LockedPackage {
  const resolution = memberIn(entry, 'resolution');
  const bare = withoutPeers(key);
  const { name, version } = splitKey(form.prefix === '' ? bare : bare.slice(bare.indexOf('/') + 1), form);
  // Stated beside the key where the key does not start with the name.
  const stated = { name: textIn(entry, 'name'), version: textIn(entry, 'version') };
  if (textIn(resolution, 'directory') !== undefined || version.startsWith('file:') || bare.startsWith('file:'))
    return { name: stated.name ?? bare, version: undefined, isLocal: true };
  if ((stated.name ?? name) === '') throw new LockfileProblem('a package has no name');
  // The key of another registry ends like that of the default one: `registry.example.com/lodash/4.17.20`.
  const isFromRegistry = stated.name === undefined || (name === stated.name && version === stated.version);
  if (isFromRegistry && VERSION.test(version)) return { name, version };
  const address = textIn(resolution, 'repo') ?? textIn(resolution, 'tarball') ?? bare;
  return { name: stated.name ?? name, version: stated.version, address };
}

const VERSION = /^[0-9]+\.[0-9]/;

function splitKey(text: string, { separator }: KeyForm): { readonly name: string; readonly version: string } {
  if (separator === '@') {
    const at = text.indexOf('@', 1);
    return at === -1 ? { name: text, version: '' } : { name: text.slice(0, at), version: text.slice(at + 1) };
  }
  const at = text.indexOf('/', text.startsWith('@') ? text.indexOf('/') + 1 : 0);
  // The peers of version 5 follow an underscore, which no version has.
  return { name: text.slice(0, Math.max(at, 0)), version: text.slice(at + 1).split('_', 1)[0] ?? '' };
}

function isLink(reference: string): boolean {
  return reference.startsWith('link:');
}

/** The folder of a member that `link:../lib` leads to; `.` is the folder of the lockfile. */
function resolvePath(folder: string, reference: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${reference.slice('link:'.length)}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? '.' : parts.join('/');
}
