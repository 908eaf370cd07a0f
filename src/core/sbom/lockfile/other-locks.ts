/**
 * Lockfiles that need no more than a walk over one list: `composer.lock`, `packages.lock.json` of NuGet, `gradle.lockfile`,
 * `mix.lock` and `pubspec.lock`.
 */
import { isObject, memberIn } from '../../json/members.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import type { LockfileDraft } from './lockfile-draft.ts';
import { entriesOf, LockfileProblem, parseJsonObject, parseYamlObject } from './structured-text.ts';

const COMPOSER_LISTS: readonly (readonly [string, ComponentScope])[] = [
  ['packages', 'required'],
  ['packages-dev', 'development'],
];

/** https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control */
export function readComposerLock(text: string, draft: LockfileDraft): void {
  const lock = parseJsonObject(text);
  if (!Array.isArray(memberIn(lock, 'packages'))) throw new LockfileProblem('it does not list packages');
  const packages = COMPOSER_LISTS.flatMap(([list, scope]) => listIn(lock, list).map((each) => ({ each, scope })));
  const nodes = packages.map(({ each, scope }) => {
    const name = textIn(each, 'name');
    if (name === undefined) throw new LockfileProblem('a package has no name');
    const isLocal = textIn(memberIn(each, 'dist'), 'type') === 'path';
    return draft.add(name.toLowerCase(), { name, version: textIn(each, 'version'), isLocal, scope });
  });
  // PHP itself, its extensions and virtual packages are required but not listed.
  for (const [i, { each }] of packages.entries())
    for (const [need] of entriesOf(memberIn(each, 'require')))
      draft.link(nodes[i] ?? SUBJECT, draft.find(need.toLowerCase()));
  draft.linkAll();
}

/** One list for each target framework. https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files */
export function readNugetLock(text: string, draft: LockfileDraft): void {
  const frameworks = memberIn(parseJsonObject(text), 'dependencies');
  if (!isObject(frameworks)) throw new LockfileProblem('it does not list dependencies by framework');
  for (const [framework, packages] of entriesOf(frameworks)) {
    const keyOf = (name: string): string => `${framework}/${name.toLowerCase()}`;
    // The list of a runtime (`net8.0/linux-x64`) has only what it adds to that of its framework.
    const [base = ''] = framework.split('/', 1);
    const nodes = entriesOf(packages).map(([name, each]) => {
      const isLocal = textIn(each, 'type') === 'Project';
      const node = draft.add(keyOf(name), { name, version: textIn(each, 'resolved'), isLocal });
      if (isLocal || textIn(each, 'type') === 'Direct') draft.link(SUBJECT, [node]);
      return node;
    });
    for (const [i, [, each]] of entriesOf(packages).entries()) {
      for (const [need] of entriesOf(memberIn(each, 'dependencies'))) {
        const own = draft.find(keyOf(need));
        draft.link(nodes[i] ?? SUBJECT, own.length > 0 ? own : draft.find(`${base}/${need.toLowerCase()}`));
      }
    }
  }
}

/** `group:artifact:version=configuration,configuration`. https://docs.gradle.org/current/userguide/dependency_locking.html */
export function readGradleLock(text: string, draft: LockfileDraft): void {
  for (const [i, line] of text.split('\n').entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#') || content.startsWith('empty=')) continue;
    const [coordinates = '', configurations = ''] = content.split('=', 2);
    const [group, artifact, version] = coordinates.split(':');
    if (group === undefined || artifact === undefined || version === undefined)
      throw new LockfileProblem(`line ${i + 1} has no group, artifact and version`);
    const isTest = configurations !== '' && configurations.split(',').every((each) => /^test|Test/.test(each));
    draft.add(coordinates, { name: `${group}:${artifact}`, version, scope: isTest ? 'test' : 'required' });
  }
  draft.linkAll();
}

// `"plug": {:hex, :plug, "1.15.0", ..`, `"lib": {:git, "https://..", "<commit>", ..`.
const MIX_ENTRY = /^"([^"]+)":\s*\{:(hex|git|path),\s*(?::"?([A-Za-z0-9_]+)"?|"([^"]*)"),\s*"([^"]*)"/;
const MIX_DEPENDENCY = /\{:([A-Za-z0-9_]+), "/g;

/** One package per line, in the notation of Elixir. */
export function readMixLock(text: string, draft: LockfileDraft): void {
  const needs: { readonly from: number; readonly names: readonly string[] }[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const content = line.trim();
    if (content === '' || content === '%{' || content === '}' || content === '%{}') continue;
    const [entry, app, kind, hexName, address, version] = MIX_ENTRY.exec(content) ?? [];
    if (entry === undefined || app === undefined) throw new LockfileProblem(`line ${i + 1} is not a package`);
    const from = draft.add(app, {
      name: hexName ?? app,
      version,
      isLocal: kind === 'path',
      ...(kind === 'git' && { address: `${address}#${version}` }),
    });
    const rest = content.slice(entry.length);
    needs.push({ from, names: Array.from(rest.matchAll(MIX_DEPENDENCY), ([, name = '']) => name) });
  }
  // Optional dependencies that are not in use are named but not listed.
  for (const { from, names } of needs) for (const name of names) draft.link(from, draft.find(name));
  draft.linkAll();
}

const PUB_SCOPES: Readonly<Record<string, ComponentScope>> = {
  'direct main': 'required',
  'direct overridden': 'required',
  'direct dev': 'development',
};

/** Says which packages are direct, but not what the others are needed for. https://dart.dev/tools/pub/package-layout */
export function readPubspecLock(text: string, draft: LockfileDraft): void {
  const packages = memberIn(parseYamlObject(text), 'packages');
  if (packages === undefined) throw new LockfileProblem('it does not list packages');
  for (const [name, each] of entriesOf(packages)) {
    const source = textIn(each, 'source');
    const description = memberIn(each, 'description');
    const kind = textIn(each, 'dependency') ?? '';
    const scope = Object.hasOwn(PUB_SCOPES, kind) ? PUB_SCOPES[kind] : undefined;
    const node = draft.add(name, {
      name: textIn(description, 'name') ?? name,
      version: textIn(each, 'version'),
      isLocal: source === 'path' || source === 'sdk',
      ...(source === 'git' && {
        address: `${textIn(description, 'url') ?? 'unknown'}#${textIn(description, 'resolved-ref') ?? ''}`,
      }),
      ...(scope !== undefined && { scope }),
    });
    if (scope !== undefined) draft.link(SUBJECT, [node]);
  }
}
