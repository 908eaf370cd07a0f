/**
 * `poetry.lock`, `pdm.lock`, `uv.lock` and `Pipfile.lock`. A name may have several versions, one for each platform or Python, and a
 * dependency then leads to all of them. Dependencies that are not listed belong to other platforms or unused extras.
 */
import { memberIn } from '../../json/members.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import type { LockedPackage, LockfileDraft } from './lockfile-draft.ts';
import { entriesOf, LockfileProblem, parseJsonObject, parseTomlObject } from './structured-text.ts';

/** https://python-poetry.org/docs/basic-usage/#installing-with-poetrylock */
export function readPoetryLock(text: string, draft: LockfileDraft): void {
  readPackages(parseTomlObject(text), draft, {
    toPackage: (each, facts) => {
      const source = memberIn(each, 'source');
      const isLocal = ['directory', 'file'].includes(textIn(source, 'type') ?? '');
      const isAddress = ['git', 'url'].includes(textIn(source, 'type') ?? '');
      const commit = textIn(source, 'resolved_reference');
      const address = isAddress ? toAddress(textIn(source, 'url') ?? 'unknown', commit) : undefined;
      return { ...facts, isLocal, address, scope: poetryScopeOf(each) };
    },
    listNeeds: (each) => entriesOf(memberIn(each, 'dependencies')).map(([name]) => name),
  });
}

/** Groups other than the main one are for development. Older versions write a category; the newest before 2 write neither. */
function poetryScopeOf(each: unknown): ComponentScope {
  const groups = listIn(each, 'groups');
  const category = textIn(each, 'category');
  if (groups.length === 0 && category === undefined)
    return memberIn(each, 'optional') === true ? 'optional' : 'unknown';
  if (!groups.includes('main') && category !== 'main') return 'development';
  return memberIn(each, 'optional') === true ? 'optional' : 'required';
}

/** https://pdm-project.org/en/latest/usage/lockfile/ */
export function readPdmLock(text: string, draft: LockfileDraft): void {
  readPackages(parseTomlObject(text), draft, {
    toPackage: (each, facts) => {
      const url = textIn(each, 'git') ?? textIn(each, 'url');
      const groups = listIn(each, 'groups');
      // A group may be an extra or for development; the file does not say which.
      const grouped: ComponentScope = groups.includes('default') ? 'required' : 'optional';
      return {
        ...facts,
        isLocal: textIn(each, 'path') !== undefined,
        address: url === undefined ? undefined : toAddress(url, textIn(each, 'revision')),
        scope: groups.length === 0 ? 'unknown' : grouped,
      };
    },
    listNeeds: (each) =>
      listIn(each, 'dependencies').map((need) => (typeof need === 'string' ? (NAME.exec(need)?.[0] ?? '') : '')),
  });
}

const NAME = /^[A-Za-z0-9._-]+/;

interface PackageForm {
  readonly toPackage: (each: unknown, facts: Pick<LockedPackage, 'name' | 'version'>) => LockedPackage;
  readonly listNeeds: (each: unknown) => readonly string[];
}

/** Both do not say which packages the project names itself. */
function readPackages(lock: unknown, draft: LockfileDraft, { toPackage, listNeeds }: PackageForm): void {
  const packages = listPackages(lock);
  const nodes = packages.map((each) => {
    const facts = { name: textIn(each, 'name') ?? '', version: textIn(each, 'version') };
    return draft.add(normalizeName(facts.name), toPackage(each, facts));
  });
  for (const [i, each] of packages.entries()) {
    for (const need of listNeeds(each)) {
      const from = nodes[i] ?? SUBJECT;
      const to = draft.find(normalizeName(need));
      // The entries of a package with and without its extras need each other.
      draft.link(
        from,
        to.filter((node) => node !== from),
      );
    }
  }
  draft.linkAll();
}

function listPackages(lock: unknown): readonly unknown[] {
  const packages = listIn(lock, 'package');
  if (packages.some((each) => textIn(each, 'name') === undefined)) throw new LockfileProblem('a package has no name');
  return packages;
}

/** https://peps.python.org/pep-0503/#normalized-names */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

function toAddress(url: string, commit: string | undefined): string {
  return commit === undefined ? url : `git+${url}#${commit}`;
}

/** https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile */
export function readUvLock(text: string, draft: LockfileDraft): void {
  const packages = listPackages(parseTomlObject(text));
  const nodes = packages.map((each) => addUvPackage(draft, each));
  for (const [i, each] of packages.entries()) {
    const from = nodes[i] ?? SUBJECT;
    const isProject = isUvProject(each);
    const link = (needs: readonly unknown[], scope: ComponentScope): void => {
      for (const need of needs) draft.link(from, findUvPackages(draft, need), scope);
    };
    link(listIn(each, 'dependencies'), 'required');
    // The extras of a package are listed because something needs them; those of a project are offered.
    for (const [name] of entriesOf(memberIn(each, 'optional-dependencies')))
      link(listIn(memberIn(each, 'optional-dependencies'), name), isProject ? 'optional' : 'required');
    for (const [name] of entriesOf(memberIn(each, 'dev-dependencies')))
      link(listIn(memberIn(each, 'dev-dependencies'), name), 'development');
  }
}

const PROJECT_SOURCES = ['editable', 'virtual'];

function isUvProject(each: unknown): boolean {
  return PROJECT_SOURCES.some((kind) => textIn(memberIn(each, 'source'), kind) !== undefined);
}

function addUvPackage(draft: LockfileDraft, each: unknown): number {
  const name = textIn(each, 'name') ?? '';
  const version = textIn(each, 'version');
  const source = memberIn(each, 'source');
  if (PROJECT_SOURCES.some((kind) => textIn(source, kind) === '.')) {
    draft.alias(normalizeName(name), SUBJECT);
    return SUBJECT;
  }
  const isLocal = isUvProject(each) || [textIn(source, 'directory'), textIn(source, 'path')].some(Boolean);
  const address = textIn(source, 'git') ?? textIn(source, 'url');
  const node = draft.add(normalizeName(name), { name, version, address, isLocal });
  draft.alias(`${normalizeName(name)} ${version}`, node);
  if (isUvProject(each)) draft.link(SUBJECT, [node], 'required');
  return node;
}

/** The version is stated if there are several. */
function findUvPackages(draft: LockfileDraft, need: unknown): readonly number[] {
  const name = normalizeName(textIn(need, 'name') ?? '');
  const version = textIn(need, 'version');
  return version === undefined ? draft.find(name) : draft.find(`${name} ${version}`);
}

/** https://pipenv.pypa.io/en/latest/pipfile.html */
export function readPipfileLock(text: string, draft: LockfileDraft): void {
  const lock = parseJsonObject(text);
  for (const [category, packages] of entriesOf(lock)) {
    if (category === '_meta') continue;
    for (const [name, entry] of entriesOf(packages)) {
      const url = textIn(entry, 'git') ?? textIn(entry, 'file');
      draft.add(`${category}/${name}`, {
        name,
        version: textIn(entry, 'version')?.replace(/^={2,3}/, ''),
        address: url === undefined ? undefined : toAddress(url, textIn(entry, 'ref')),
        isLocal: textIn(entry, 'path') !== undefined,
        scope: PIPFILE_SCOPES.get(category) ?? 'unknown',
      });
    }
  }
  draft.linkAll();
}

const PIPFILE_SCOPES: ReadonlyMap<string, ComponentScope> = new Map([
  ['default', 'required'],
  ['develop', 'development'],
]);
