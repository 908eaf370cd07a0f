/**
 * `bun.lock`, the text form. A package is listed by its place: `lodash`, or `parent/lodash` where the parent needs another version.
 * https://bun.com/docs/pm/lockfile
 */
import { isObject, memberIn } from '../../json/members.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { textIn } from '../untrusted-value.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import type { LockedPackage, LockfileDraft } from './lockfile-draft.ts';
import { entriesOf, LockfileProblem, parseJsonWithComments } from './structured-text.ts';

export function readBunLock(text: string, draft: LockfileDraft): void {
  const lock = parseJsonWithComments(text);
  const workspaces = memberIn(lock, 'workspaces');
  if (!isObject(workspaces)) throw new LockfileProblem('it does not list workspaces');
  const packages = entriesOf(memberIn(lock, 'packages'));
  for (const [place, entry] of packages) {
    const each = toPackage(entry);
    const node = draft.add(place, each);
    if (idOf(entry).includes('@workspace:')) draft.link(SUBJECT, [node], 'required');
  }
  for (const [folder, project] of entriesOf(workspaces)) {
    const place = folder === '' ? '' : (textIn(project, 'name') ?? folder);
    const [from = SUBJECT] = folder === '' ? [] : draft.find(place);
    linkDependencies(draft, { from, place, lists: PROJECT_LISTS }, project);
  }
  for (const [place, entry] of packages) {
    const [from = SUBJECT] = draft.find(place);
    const facts = Array.isArray(entry) ? entry.find(isObject) : undefined;
    linkDependencies(draft, { from, place, lists: PACKAGE_LISTS }, facts);
  }
}

type ScopedLists = readonly (readonly [string, ComponentScope])[];

const PACKAGE_LISTS: ScopedLists = [
  ['dependencies', 'required'],
  ['peerDependencies', 'required'],
  ['optionalDependencies', 'optional'],
];
const PROJECT_LISTS: ScopedLists = [...PACKAGE_LISTS, ['devDependencies', 'development']];

/** The first element: `lodash@4.17.20`, `api@workspace:packages/api`, `lib@github:acme/lib#1a2b3c4`. */
function idOf(entry: unknown): string {
  const [id]: readonly unknown[] = Array.isArray(entry) ? entry : [];
  return typeof id === 'string' ? id : '';
}

function toPackage(entry: unknown): LockedPackage {
  const id = idOf(entry);
  const at = id.indexOf('@', 1);
  if (at === -1) throw new LockfileProblem('a package has no name and version');
  const name = id.slice(0, at);
  const version = id.slice(at + 1);
  if (LOCAL.test(version)) return { name, version: undefined, isLocal: true };
  return { name, version, address: ADDRESS.test(version) ? version : undefined };
}

const LOCAL = /^(?:workspace|file|link|root):|^\.{1,2}\//;
const ADDRESS = /^[a-z+]+:|^git@/;

interface Dependent {
  readonly from: number;
  readonly place: string;
  readonly lists: ScopedLists;
}

function linkDependencies(draft: LockfileDraft, { from, place, lists }: Dependent, facts: unknown): void {
  const optionalPeers = memberIn(facts, 'optionalPeers');
  for (const [list, scope] of lists) {
    for (const [name] of entriesOf(memberIn(facts, list))) {
      if (list === 'peerDependencies' && Array.isArray(optionalPeers) && optionalPeers.includes(name)) continue;
      const to = findPlace(draft, place, name);
      if (to.length > 0) draft.link(from, to, scope);
      else if (list === 'dependencies' || list === 'devDependencies') draft.addMissing(place, name);
    }
  }
}

/** Searches below the package itself, then below each of its parents. */
function findPlace(draft: LockfileDraft, place: string, name: string): readonly number[] {
  for (let parent = place; parent !== ''; parent = parentOf(parent)) {
    const found = draft.find(`${parent}/${name}`);
    if (found.length > 0) return found;
  }
  return draft.find(name);
}

/** `a/@scope/b` is below `a`: a scope and a name are one part. */
function parentOf(place: string): string {
  const slash = place.lastIndexOf('/');
  const before = place.lastIndexOf('/', slash - 1);
  const at = slash > 0 && place[before + 1] === '@' ? before : slash;
  return place.slice(0, Math.max(at, 0));
}
