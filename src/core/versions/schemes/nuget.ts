/**
 * NuGet's version order: up to four numbers, then SemVer prerelease identifiers, ignoring case.
 * https://learn.microsoft.com/nuget/concepts/package-versioning
 */
import { LIMITS } from '../../limits.ts';
import { compareNumberLists, trimZeros } from '../version-tokens.ts';
import { comparePrereleases, createIntegerParser, toIdentifiers, type Identifier } from './semver.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface NugetVersion {
  readonly numbers: readonly string[];
  /** Empty for a release. */
  readonly prerelease: readonly Identifier[];
}

export const nuget: VersionScheme<NugetVersion> = { id: 'nuget', parse, compare };

const INTEGERS = createIntegerParser(32);
const VERSION = /^([0-9]+(?:\.[0-9]+){0,3})(?:-([0-9a-z.-]+))?(?:\+|$)/;

function parse(text: string): NugetVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const [, numbers, suffix] = VERSION.exec(text.trim().toLowerCase()) ?? [];
  const prerelease = suffix === undefined ? [] : toIdentifiers(suffix, INTEGERS);
  if (numbers === undefined || prerelease === undefined) return undefined;
  return { numbers: numbers.split('.').map(trimZeros), prerelease };
}

const ASSEMBLY = /^([0-9]+(?:\.[0-9]+){1,3})(?![0-9A-Za-z.])/;

/**
 * Returns the numbers of a text that describes an assembly and is not a package version: `2.0.6.0-.NET 4.5`, `4.6.26919.02
 * @BuiltBy: dlab`. The text after the numbers is not a prerelease. Undefined if there are no numbers, or if the text is a
 * version.
 */
export function numbersOfAssembly(text: string): string | undefined {
  return parse(text) === undefined ? ASSEMBLY.exec(text.trim())?.[1] : undefined;
}

function compare(a: NugetVersion, b: NugetVersion): number {
  return compareNumberLists(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease);
}
