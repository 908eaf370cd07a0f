/**
 * What databases say about an affected package beside its ranges, each in members of its own. Only what deciding about a package
 * needs is kept, and only where it is said: an entry of most databases has nothing of it.
 */
import { rulesOf } from '../identity/ecosystem.ts';
import { toPackageKey } from '../identity/package-key.ts';
import { LIMITS } from '../limits.ts';
import type { VersionWindow } from '../versions/version-window.ts';
import type { AffectedEntry, BinaryFix, BuiltPackage } from './advisory.ts';
import { cleanText, isStorable, listIn, objectIn, textIn } from './record-fields.ts';

const URGENCY_CHARACTERS_MAX = 64;

/** Debian says `urgency`, Ubuntu its priority. */
export function urgencyOf(entry: unknown): string | undefined {
  const own = objectIn(entry, 'ecosystem_specific');
  const urgency =
    textIn(own, 'urgency') ?? textIn(own, 'ubuntu_priority') ?? textIn(objectIn(entry, 'database_specific'), 'urgency');
  return urgency === undefined ? undefined : cleanText(urgency, URGENCY_CHARACTERS_MAX);
}

const UPPER_BOUND = /^(<=?) ?([^ ,]+)$/;

/** GitHub says so where it knows no fix; beside a fix it only repeats what the window says. */
export function lastKnownAffectedOf(entry: unknown, windows: readonly VersionWindow[]): string | undefined {
  const text = textIn(objectIn(entry, 'database_specific'), 'last_known_affected_version_range') ?? '';
  const [, operator, bound = ''] = UPPER_BOUND.exec(text.trim()) ?? [];
  const isOpen = windows.some(({ fixed, lastAffected }) => fixed === undefined && lastAffected === undefined);
  if (operator === undefined || !isStorable(bound) || !isOpen) return undefined;
  return windows.some(({ fixed }) => fixed !== undefined) ? undefined : `${operator} ${bound}`;
}

/**
 * SUSE and Ubuntu list the binary packages of a fix. Most have the version of their source, which says nothing new; and where
 * nothing is fixed, the versions are those that are affected.
 */
export function binariesOf(entry: unknown, windows: readonly VersionWindow[]): Pick<AffectedEntry, 'binaries'> {
  const listed = listIn(objectIn(entry, 'ecosystem_specific'), 'binaries');
  const fixes = new Set(windows.map(({ fixed }) => fixed).filter((fixed) => fixed !== undefined));
  if (listed.length === 0 || fixes.size === 0) return {};
  const binaries = new Map<string, BinaryFix>();
  for (const [name, fixed] of listed.flatMap(namedVersionsIn)) {
    const isUsable =
      name.length <= LIMITS.componentNameCharactersMax && fixed.length <= LIMITS.componentVersionCharactersMax;
    if (isUsable && isStorable(name) && isStorable(fixed) && !fixes.has(fixed)) binaries.set(name, { name, fixed });
  }
  return binaries.size === 0 ? {} : { binaries: [...binaries.values()] };
}

/**
 * Every package that the entry lists as built from its source, whatever its version: documents that do not state sources name only
 * these. Only for distributions whose advisories name source packages.
 */
export function builtPackagesOf(
  entry: unknown,
  { family, release, name: sourceName }: Pick<AffectedEntry, 'family' | 'release' | 'name'>,
): readonly BuiltPackage[] {
  if (rulesOf(family)?.distribution?.advisoriesName !== 'sources') return [];
  const listed = listIn(objectIn(entry, 'ecosystem_specific'), 'binaries');
  return listed.flatMap(namedVersionsIn).flatMap(([name]) => {
    const isUsable = name !== sourceName && name.length <= LIMITS.componentNameCharactersMax && isStorable(name);
    const key = isUsable ? toPackageKey(family, release, name) : undefined;
    return key === undefined ? [] : [{ key, sourceName }];
  });
}

// `{ binary_name: 'libudev1', binary_version: '249.11' }` of Ubuntu, `{ libudev1: '249.11', udev: '249.11' }` of SUSE.
function namedVersionsIn(value: unknown): readonly (readonly [string, string])[] {
  const name = textIn(value, 'binary_name');
  if (name !== undefined) return [[name, textIn(value, 'binary_version') ?? '']];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
}

/** The database of Go names the packages and functions inside of a module that are affected. */
export function importsOf(entry: unknown): Pick<AffectedEntry, 'hasImports' | 'importPaths'> {
  const imports = listIn(objectIn(entry, 'ecosystem_specific'), 'imports');
  if (imports.length === 0) return {};
  // Documents list packages of the standard library one by one; of other modules they list the module.
  const isStandard = textIn(objectIn(entry, 'package'), 'name') === 'stdlib';
  const paths = isStandard ? [...new Set(imports.map((each) => textIn(each, 'path') ?? ''))].toSorted() : [];
  const isUsable = paths.length > 0 && paths.every((path) => path !== '' && isStorable(path));
  return { hasImports: true, ...(isUsable && { importPaths: paths }) };
}
