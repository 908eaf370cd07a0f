/**
 * Database-specific facts about an affected package, other than its ranges. Only facts that matching uses are kept, and only if
 * present: entries of most databases have none.
 */
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import { LIMITS } from '../../limits.ts';
import { isOpen, type VersionWindow } from '../../versions/version-window.ts';
import type { AffectedEntry, BinaryFix, BuiltPackage } from '../advisory.ts';
import { cleanText, isStorable, listIn, objectIn, textIn, textsIn } from '../record-fields.ts';
import { toGoArch, toGoOs, toKnownNames } from '../../identity/platform-names.ts';
import { distinctPlatforms, type Platform } from '../platform.ts';

const URGENCY_CHARACTERS_MAX = 64;

/** Debian has `urgency`, Ubuntu its priority. */
export function urgencyOf(entry: unknown): string | undefined {
  const own = objectIn(entry, 'ecosystem_specific');
  const urgency =
    textIn(own, 'urgency') ?? textIn(own, 'ubuntu_priority') ?? textIn(objectIn(entry, 'database_specific'), 'urgency');
  return urgency === undefined ? undefined : cleanText(urgency, URGENCY_CHARACTERS_MAX);
}

const UPPER_BOUND = /^(<=?) ?([^ ,]+)$/;

/** GitHub sets this bound if no fix is known; together with a fix it only repeats the window. */
export function lastKnownAffectedOf(entry: unknown, windows: readonly VersionWindow[]): string | undefined {
  const text = textIn(objectIn(entry, 'database_specific'), 'last_known_affected_version_range') ?? '';
  const [, operator, bound = ''] = UPPER_BOUND.exec(text.trim()) ?? [];
  if (operator === undefined || !isStorable(bound) || !windows.some(isOpen)) return undefined;
  return windows.some(({ fixed }) => fixed !== undefined) ? undefined : `${operator} ${bound}`;
}

/**
 * SUSE and Ubuntu list the binary packages of a fix. Those with the version of their source add nothing. If nothing is fixed, the
 * listed versions are affected versions.
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
 * Returns every binary package that the entry lists for its source, whatever its version: SBOMs that do not state source packages
 * name only binary packages. Applies only to distributions whose advisories name source packages.
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

// Ubuntu: `{ binary_name: 'libudev1', binary_version: '249.11' }`; SUSE: `{ libudev1: '249.11', udev: '249.11' }`.
function namedVersionsIn(value: unknown): readonly (readonly [string, string])[] {
  const name = textIn(value, 'binary_name');
  if (name !== undefined) return [[name, textIn(value, 'binary_version') ?? '']];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
}

/** The Go database lists the affected packages and functions of a module. */
export function importsOf(entry: unknown): Pick<AffectedEntry, 'hasImports' | 'importPaths'> {
  const imports = listIn(objectIn(entry, 'ecosystem_specific'), 'imports');
  if (imports.length === 0) return {};
  // SBOMs list packages of the standard library one by one, but only the module for other modules.
  const isStandard = textIn(objectIn(entry, 'package'), 'name') === 'stdlib';
  const paths = isStandard ? [...new Set(imports.map((each) => textIn(each, 'path') ?? ''))].toSorted() : [];
  const isUsable = paths.length > 0 && paths.every((path) => path !== '' && isStorable(path));
  return { hasImports: true, ...(isUsable && { importPaths: paths }) };
}

/**
 * The operating systems and architectures that an affected package is limited to, for databases that have a field for it: the Go
 * database for each import of a module, RustSec for the package. Other databases state limits only in text. A limit counts only if
 * all of it is understood, because findings are dismissed by it. Returns no `platforms` if the package, or one of its imports, is
 * affected everywhere.
 * https://go.dev/doc/security/vuln/database, https://github.com/rustsec/advisory-db
 */
export function platformsOf(entry: unknown): Pick<AffectedEntry, 'platforms'> {
  const own = objectIn(entry, 'ecosystem_specific');
  const imports = listIn(own, 'imports');
  const affects = objectIn(own, 'affects');
  const stated =
    imports.length > 0
      ? imports.map((each) => toPlatform(textsIn(each, 'goos'), textsIn(each, 'goarch')))
      : [toPlatform(textsIn(affects, 'os'), textsIn(affects, 'arch'))];
  return stated.some(isAnywhere) ? {} : { platforms: distinctPlatforms(stated) };
}

function toPlatform(os: readonly string[], arch: readonly string[]): Platform {
  return { os: toKnownNames(os, toGoOs), arch: toKnownNames(arch, toGoArch) };
}

function isAnywhere({ os, arch }: Platform): boolean {
  return os.length === 0 && arch.length === 0;
}
