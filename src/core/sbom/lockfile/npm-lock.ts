/**
 * `package-lock.json` and `npm-shrinkwrap.json`. Versions 2 and 3 list packages by their path, and dependencies are found as Node
 * does it: in the folder of the package, then in every folder above. Version 1 nests packages in each other and is flattened first.
 * https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { textIn } from '../untrusted-value.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import type { LockedPackage, LockfileDraft } from './lockfile-draft.ts';
import { entriesOf, LockfileProblem, parseJsonObject, type UntrustedObject } from './structured-text.ts';

export function readNpmLock(text: string, draft: LockfileDraft): void {
  const lock = parseJsonObject(text);
  const listed = memberIn(lock, 'packages');
  if (MEMBERS.every((name) => memberIn(lock, name) === undefined)) throw new LockfileProblem('it lists no packages');
  const packages = new Map(listed === undefined ? flatten(lock) : entriesOf(listed));
  const nodes = new Map<string, number>();
  for (const [path, entry] of packages) {
    if (path.length > PATH_CHARACTERS_MAX) throw new LockfileProblem('the path of a package is too long');
    if (path !== '' && memberIn(entry, 'link') !== true) nodes.set(path, draft.add(path, toPackage(path, entry)));
  }
  for (const [path, entry] of packages) {
    if (memberIn(entry, 'link') !== true) continue;
    const target = nodes.get(textIn(entry, 'resolved') ?? '');
    nodes.set(path, target ?? draft.add(path, { name: nameOf(path), version: undefined, isLocal: true }));
  }
  for (const [path, entry] of packages) linkDependencies(draft, nodes, path, entry);
  if (packages.has('')) for (const [path, node] of nodes) if (isMember(path)) draft.link(SUBJECT, [node]);
  if (!packages.has('')) draft.linkAll();
}

const MEMBERS = ['lockfileVersion', 'packages', 'dependencies'];
const PATH_CHARACTERS_MAX = LIMITS.filePathCharactersMax;
const MODULES = 'node_modules/';

function nameOf(path: string): string {
  const at = path.lastIndexOf(MODULES);
  return path.slice(at === -1 ? 0 : at + MODULES.length);
}

/** A folder of the project, such as `packages/api`. */
function isMember(path: string): boolean {
  return !path.includes(MODULES);
}

function toPackage(path: string, entry: unknown): LockedPackage {
  // An alias is installed in a folder with another name than its own.
  const name = textIn(entry, 'name') ?? nameOf(path);
  const version = textIn(entry, 'version');
  const resolved = textIn(entry, 'resolved');
  const scope = scopeOf(entry);
  if (isMember(path) || resolved?.startsWith('file:') === true || version?.startsWith('file:') === true)
    return { name, version: isMember(path) ? version : undefined, isLocal: true, scope };
  const isOutside = resolved !== undefined && FORGE.test(resolved);
  return { name, version, address: isOutside ? resolved : undefined, scope };
}

// Other hosts may be registries.
const FORGE = /^git[+:]|^https:\/\/(?:codeload\.|api\.)?(?:github\.com|gitlab\.com|bitbucket\.org)\//;

function scopeOf(entry: unknown): ComponentScope {
  if (memberIn(entry, 'dev') === true) return 'development';
  return memberIn(entry, 'optional') === true || memberIn(entry, 'devOptional') === true ? 'optional' : 'required';
}

const REQUIRED = ['dependencies', 'devDependencies'];
const POSSIBLY_ABSENT = ['optionalDependencies', 'peerDependencies'];

function linkDependencies(
  draft: LockfileDraft,
  nodes: ReadonlyMap<string, number>,
  path: string,
  entry: unknown,
): void {
  const from = path === '' ? SUBJECT : nodes.get(path);
  if (from === undefined || memberIn(entry, 'link') === true) return;
  const optionalPeers = memberIn(entry, 'peerDependenciesMeta');
  for (const kind of [...REQUIRED, ...POSSIBLY_ABSENT]) {
    // Development dependencies of an installed package are not installed.
    if (kind === 'devDependencies' && !isMember(path)) continue;
    for (const [name] of entriesOf(memberIn(entry, kind))) {
      if (kind === 'peerDependencies' && memberIn(memberIn(optionalPeers, name), 'optional') === true) continue;
      const to = findInstalled(nodes, path, name);
      if (to !== undefined) draft.link(from, [to]);
      else if (REQUIRED.includes(kind)) draft.addMissing(path, name);
    }
  }
}

function findInstalled(nodes: ReadonlyMap<string, number>, path: string, name: string): number | undefined {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const found = nodes.get(`${folder}/${MODULES}${name}`);
    if (found !== undefined) return found;
  }
  return nodes.get(`${MODULES}${name}`);
}

/** Converts version 1 to the paths and members of the later versions. It does not say what the project itself needs. */
function flatten(lock: UntrustedObject): [string, unknown][] {
  const flat: [string, unknown][] = [];
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: lock }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, value] of entriesOf(memberIn(next.value, 'dependencies'))) {
      const path = `${next.path}${next.path === '' ? '' : '/'}${MODULES}${name}`;
      if (path.length > PATH_CHARACTERS_MAX) throw new LockfileProblem('packages are nested too deeply');
      flat.push([path, toFlat(value)]);
      if (memberIn(value, 'dependencies') !== undefined) open.push({ path, value });
    }
  }
  return flat;
}

function toFlat(value: unknown): unknown {
  const version = textIn(value, 'version') ?? '';
  const isRange = version.startsWith('npm:');
  const at = version.lastIndexOf('@');
  return {
    ...(isRange && { name: version.slice('npm:'.length, at) }),
    version: isRange ? version.slice(at + 1) : version,
    dev: memberIn(value, 'dev'),
    optional: memberIn(value, 'optional'),
    dependencies: memberIn(value, 'requires'),
  };
}
