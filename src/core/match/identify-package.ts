/**
 * Identifies the package of a component, and the keys under which advisories may be indexed. The result contains everything that
 * a matcher uses, so that equal results are matched only once. A component that cannot be identified has a reason instead.
 */
import {
  type FindPackagesOptions,
  type FoundPackage,
  type PackageClaims,
  findPackages,
} from '../identity/packages/find-packages.ts';
import { listJarHashes } from '../identity/packages/jar-table.ts';
import { findCpePackage } from '../identity/packages/find-cpe-package.ts';
import { artifactKeyName, possibleNames } from '../identity/ecosystems/maven.ts';
import { toPackageKey } from '../identity/package-key.ts';
import type { PackageIdentity } from '../identity/package-identity.ts';
import { foldedName } from './language/language-matcher.ts';
import { hasMadeUpGroup } from './language/maven-groups.ts';
import type { PackageVersion } from './match.ts';
import type { CannotAssessReason } from '../vocabulary/package.ts';

/** Either a package, or the reason why there is none. */
export type IdentifiedPackage = KnownPackage | UnknownPackage;

interface KnownPackage {
  readonly package: PackageVersion;
  /** Distinct keys under which advisories about the package may be indexed. */
  readonly keys: readonly string[];
  readonly reason?: undefined;
}

interface UnknownPackage {
  readonly package?: undefined;
  readonly keys: readonly [];
  readonly reason: CannotAssessReason;
}

export function identifyPackage(component: PackageClaims, options: FindPackagesOptions): IdentifiedPackage {
  return addJarHashes(identifyByClaims(component, options), component);
}

/** Only where no coordinates are certain: a table of jars must not change what a document states. */
function addJarHashes(identified: IdentifiedPackage, component: PackageClaims): IdentifiedPackage {
  const { package: found, reason } = identified;
  const isUncertain =
    found === undefined
      ? reason === 'no-identity' && component.purls.length === 0
      : found.identity.family === 'Maven' && hasMadeUpGroup(found.identity.name);
  const jarHashes = isUncertain ? listJarHashes(component) : [];
  const [first] = jarHashes;
  if (first === undefined) return identified;
  const label = component.name === undefined ? {} : { label: component.name };
  const unnamed = { family: 'Maven', release: '', name: first, source: undefined, ...label } as const;
  const identity = { ...(found?.identity ?? unnamed), jarHashes };
  const { version, assumptions } = found ?? { version: component.version ?? '', assumptions: [] };
  return { package: { identity, version, assumptions }, keys: keysOf(identity) };
}

function identifyByClaims(component: PackageClaims, options: FindPackagesOptions): IdentifiedPackage {
  const { packages, reason } = findPackages(component, options);
  const [first, ...others] = packages.length > 1 ? packages.toSorted(byCertainty) : packages;
  if (first === undefined) return identifyByCpe(component, reason ?? 'no-identity');
  const isOneOfSeveral = others.some((other) => subjectOf(other) !== subjectOf(first));
  const assumptions = isOneOfSeveral ? [...first.assumptions, 'several-packages'] : first.assumptions;
  const keys = keysOf(first.identity);
  if (keys.length === 0) return { keys: [], reason: 'incomplete-name' };
  return { package: { identity: first.identity, version: first.version, assumptions }, keys };
}

/**
 * A purl of a known type belongs to an ecosystem or distribution, whose own feed is more precise than any CPE. If that feed cannot
 * be used, a CPE is no substitute: distributions patch without changing the upstream version.
 */
function identifyByCpe(component: PackageClaims, reason: CannotAssessReason): IdentifiedPackage {
  const isUncovered = reason === 'unsupported-type' || (reason === 'no-identity' && component.purls.length === 0);
  const found = isUncovered ? findCpePackage(component) : undefined;
  if (found === undefined || typeof found === 'string') return { keys: [], reason: found ?? reason };
  const keys = keysOf(found.identity);
  return keys.length === 0 ? { keys: [], reason } : { package: found, keys };
}

/** Returns a text that is equal for equal package versions and can be hashed. */
export function canonicalPackage({ identity, version, assumptions }: PackageVersion): string {
  const { family, release, name, source, alsoNamed, channel, module, epochUnknown, sourceUnknown, jarHashes, label } =
    identity;
  const rest = { alsoNamed, channel, module, epochUnknown, sourceUnknown, jarHashes, label };
  return JSON.stringify([
    family,
    release,
    name,
    source === undefined ? null : [source.name, source.version ?? null],
    version,
    assumptions.toSorted(),
    // Most packages have none of these fields.
    ...(Object.values(rest).every((each) => each === undefined) ? [] : [rest]),
  ]);
}

// Several purls mostly name the same package, and one of them has more details; ties keep the order of `findPackages`.
function byCertainty(a: FoundPackage, b: FoundPackage): number {
  return (
    a.assumptions.length - b.assumptions.length ||
    Number(a.identity.source === undefined) - Number(b.identity.source === undefined) ||
    rankOf(a.identity.channel) - rankOf(b.identity.channel)
  );
}

// A package in the repositories of all users is not limited to a channel, and EUS has more users than the other channels.
function rankOf(channel: string | undefined): number {
  if (channel === undefined) return 0;
  return channel.startsWith('eus') ? 1 : 2;
}

function subjectOf({ identity, version }: FoundPackage): string {
  return JSON.stringify([identity.family, identity.release, identity.name, version]);
}

/** Returns the distinct keys under which advisories about a package may be indexed. */
export function keysOf({ family, release, name, source, alsoNamed = [], jarHashes = [] }: PackageIdentity): string[] {
  const folded = foldedName({ family, name });
  const names = [name, ...alsoNamed, ...jarHashes];
  if (source !== undefined) names.push(source.name);
  if (folded !== undefined) names.push(folded);
  if (family === 'Maven') names.push(...possibleNames(name).flatMap((each) => artifactKeyName(each) ?? []));
  const distinct = names.length === 1 ? names : new Set(names);
  const keys: string[] = [];
  for (const each of distinct) {
    const key = toPackageKey(family, release, each);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}
