/**
 * ENTRY. What a component is, as far as advisories can speak of it. The purl wins; what it leaves out is taken from the fields
 * beside it; a name alone never selects an ecosystem. What was assumed on the way is said, because it lowers the confidence.
 */
import { LIMITS } from '../limits.ts';
import { findEcosystem } from './ecosystem.ts';
import type { DistributionRules, EcosystemRules, NamedVersion } from './ecosystem-rules.ts';
import type { CannotAssessReason, Family, PackageIdentity } from './package-identity.ts';
import { parsePurl, type Purl } from './purl.ts';
import { readSourcePackage, type SourcePackage } from './source-package.ts';

/** The fields of a component that say what it is. */
export interface PackageClaims {
  readonly purls: readonly string[];
  readonly group: string | undefined;
  readonly version: string | undefined;
  /** As a tool wrote it beside the purl. */
  readonly source: SourcePackage | undefined;
}

export interface FindPackagesOptions {
  /** What the sender says about all packages of the document; stronger than the purl. */
  readonly distroOverride?: string | undefined;
  /** What the document says about all of its packages; weaker than the purl. */
  readonly distro?: string | undefined;
  /** What all other packages of the document agree on, for those that nothing else speaks of. */
  readonly neighborReleases?: ReadonlyMap<Family, string> | undefined;
}

export interface FoundPackage {
  readonly identity: PackageIdentity;
  readonly version: string;
  readonly assumptions: readonly Assumption[];
}

/** What was guessed on the way. */
export type Assumption = 'release-from-version' | 'release-from-neighbors' | 'source-from-name';

export interface FoundPackages {
  /** Distinct, in an order that does not depend on that of the purls. */
  readonly packages: readonly FoundPackage[];
  /** Why there is none. */
  readonly reason: CannotAssessReason | undefined;
}

export function findPackages(claims: PackageClaims, options: FindPackagesOptions = {}): FoundPackages {
  const found = new Map<string, FoundPackage>();
  const reasons = new Set<CannotAssessReason>();
  for (const text of claims.purls) {
    const outcome = findPackage(text, claims, options);
    if (typeof outcome === 'string') reasons.add(outcome);
    else found.set(JSON.stringify(outcome), outcome);
  }
  const packages = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  if (packages.length > 0) return { packages, reason: undefined };
  return { packages, reason: REASONS.find((reason) => reasons.has(reason)) ?? 'no-identity' };
}

/** Of several purls that lead nowhere, the one that came furthest gives the reason. */
const REASONS: readonly CannotAssessReason[] = [
  'unknown-release',
  'floating-ref',
  'unresolved-placeholder',
  'unparsable-version',
  'no-version',
  'incomplete-name',
  'unsupported-type',
  'invalid-purl',
];

function findPackage(
  text: string,
  claims: PackageClaims,
  options: FindPackagesOptions,
): FoundPackage | CannotAssessReason {
  const { purl } = parsePurl(text);
  if (purl === undefined) return 'invalid-purl';
  const rules = findEcosystem(purl);
  if (rules === undefined) return 'unsupported-type';

  const named = rules.read({ ...purl, version: purl.version ?? claims.version, group: claims.group });
  if (typeof named === 'string') return named;
  const { version } = named;
  if (version === undefined || version === '') return 'no-version';
  if (version.length > LIMITS.componentVersionCharactersMax) return 'unparsable-version';
  if (rules.distribution !== undefined) {
    return inRelease(rules, rules.distribution, { ...named, version }, { purl, claims, options });
  }
  const identity = { family: rules.family, release: '', name: named.name, source: undefined };
  return { identity, version, assumptions: [] };
}

interface Origin {
  readonly purl: Purl;
  readonly claims: PackageClaims;
  readonly options: FindPackagesOptions;
}

function inRelease(
  { family }: EcosystemRules,
  rules: DistributionRules,
  { name, version }: NamedVersion & { readonly version: string },
  { purl, claims, options }: Origin,
): FoundPackage | CannotAssessReason {
  const assumptions: Assumption[] = [];
  const stated = [options.distroOverride, purl.qualifiers.get('distro'), options.distro].find(Boolean);
  let release: string | undefined;
  if (stated !== undefined) {
    // The first text decides, even if it names no release that is known: it may name another distribution.
    release = rules.findRelease(stated);
  } else {
    const own = rules.findReleaseInVersion(version);
    release = own ?? options.neighborReleases?.get(family);
    assumptions.push(own === undefined ? 'release-from-neighbors' : 'release-from-version');
  }
  if (release === undefined) return 'unknown-release';

  const known = readSourcePackage(purl.qualifiers.get('upstream') ?? '') ?? claims.source;
  // The kernel is signed in a source package of its own, `linux-signed-amd64`, of which no advisory speaks.
  const source = rules.findSource(known?.name ?? name) ?? known;
  if (known === undefined && source !== undefined) assumptions.push('source-from-name');
  return { identity: { family, release, name, source }, version, assumptions };
}
