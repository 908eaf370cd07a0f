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
import { findRepository, isAction } from '../identity/packages/find-repository.ts';
import { artifactKeyName, possibleNames } from '../identity/ecosystems/maven.ts';
import { toPackageKey } from '../identity/package-key.ts';
import type { PackageIdentity } from '../identity/package-identity.ts';
import { parsePurl } from '../identity/purl/purl.ts';
import { foldedName } from './language/language-matcher.ts';
import { hasMadeUpGroup } from './language/maven-groups.ts';
import type { PackageVersion } from './match.ts';
import { GIT_FAMILY, type CannotAssessReason } from '../vocabulary/package.ts';

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
  if (first === undefined) return identifyUncovered(component, reason ?? 'no-identity');
  const isOneOfSeveral = others.some((other) => subjectOf(other) !== subjectOf(first));
  const assumptions = isOneOfSeveral ? [...first.assumptions, 'several-packages'] : first.assumptions;
  const identity = withRepository(first.identity, component);
  const keys = keysOf(identity);
  if (keys.length === 0) return { keys: [], reason: 'incomplete-name' };
  return { package: { identity, version: first.version, assumptions }, keys };
}

/** Families whose packages are also known by a repository, with few advisories of their own. */
const ALSO_REPOSITORIES: ReadonlySet<string> = new Set<PackageIdentity['family']>(['GitHub Actions', 'ConanCenter']);

/**
 * The purl of a repository on GitHub stands for an action or for software that was built from it. Unless it is certainly an action,
 * its repository counts, too, and without advisories about repositories it has not been checked.
 */
function withRepository(identity: PackageIdentity, component: PackageClaims): PackageIdentity {
  if (!ALSO_REPOSITORIES.has(identity.family) || isAction(component)) return identity;
  const found = findRepository(component);
  return found === undefined ? identity : { ...identity, repository: found.repository, coveredBy: GIT_FAMILY };
}

/**
 * A purl of a known type belongs to an ecosystem or distribution, whose own feed is more precise than a repository or a CPE. If that
 * feed cannot be used, they are no substitute: distributions patch without changing the upstream version. Only the tag of a
 * repository on GitHub, which is no version of an action, is still one of the repository.
 */
function identifyUncovered(component: PackageClaims, reason: CannotAssessReason): IdentifiedPackage {
  const isUncovered = reason === 'unsupported-type' || (reason === 'no-identity' && component.purls.length === 0);
  const found = isUncovered ? findCpePackage(component) : undefined;
  const repository = isUncovered || isTagOnGithub(component, reason) ? findRepository(component) : undefined;
  const byCpe = typeof found === 'string' ? undefined : found;
  if (byCpe === undefined && repository === undefined)
    return { keys: [], reason: typeof found === 'string' ? found : reason };
  const identified =
    byCpe === undefined
      ? toRepositoryPackage(component, repository)
      : { ...byCpe, identity: { ...byCpe.identity, ...(repository && { repository: repository.repository }) } };
  const keys = identified === undefined ? [] : keysOf(identified.identity);
  return identified === undefined || keys.length === 0 ? { keys: [], reason } : { package: identified, keys };
}

const GITHUB_PURL = /^\s*pkg:\/*github\//i;
/** `v4` of an action moves with each release. */
const MOVING_TAG = /^v?[0-9]{1,9}$/i;

function isTagOnGithub(component: PackageClaims, reason: CannotAssessReason): boolean {
  if (reason !== 'floating-ref' || isAction(component)) return false;
  const { purls, version } = component;
  return purls.some((text) => {
    const purl = GITHUB_PURL.test(text) ? parsePurl(text).purl : undefined;
    return purl !== undefined && !MOVING_TAG.test(purl.version ?? version ?? '');
  });
}

function toRepositoryPackage(
  { purls, name, group }: PackageClaims,
  found: ReturnType<typeof findRepository>,
): PackageVersion | undefined {
  const [first] = found?.repository.names ?? [];
  if (found === undefined || first === undefined) return undefined;
  // The purl of a host names the repository itself; anything else may be one of several parts of it.
  const isNamed = name !== undefined && name !== '' && !purls.some((text) => HOST_PURL.test(text));
  const label = group === undefined || group === '' ? name : `${group}/${name}`;
  const identity: PackageIdentity = {
    family: GIT_FAMILY,
    release: '',
    name: first,
    source: undefined,
    ...(isNamed && label !== undefined && { label }),
    repository: found.repository,
  };
  return { identity, version: found.version, assumptions: [] };
}

const HOST_PURL = /^\s*pkg:\/*(?:github|gitlab|bitbucket)\//i;

/** Returns a text that is equal for equal package versions and can be hashed. */
export function canonicalPackage({ identity, version, assumptions }: PackageVersion): string {
  const { family, release, name, source } = identity;
  const { alsoNamed, channel, module, epochUnknown, sourceUnknown, jarHashes, label, repository, coveredBy } = identity;
  const rest = [alsoNamed, channel, module, epochUnknown, sourceUnknown, jarHashes, label, repository, coveredBy];
  const isPlain = rest.every((each) => each === undefined);
  return JSON.stringify([
    family,
    release,
    name,
    source === undefined ? null : [source.name, source.version ?? null],
    version,
    assumptions.toSorted(),
    // Most packages have none of these fields.
    ...(isPlain
      ? []
      : [{ alsoNamed, channel, module, epochUnknown, sourceUnknown, jarHashes, label, repository, coveredBy }]),
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
export function keysOf(identity: PackageIdentity): string[] {
  const { family, release, name, source, alsoNamed = [], jarHashes = [], repository } = identity;
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
  for (const each of repository?.names ?? []) {
    const key = toPackageKey(GIT_FAMILY, '', each);
    if (key !== undefined && !keys.includes(key)) keys.push(key);
  }
  return keys;
}
