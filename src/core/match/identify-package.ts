/**
 * What a component is to a matcher, and under which keys advisories may speak of it. Everything a matcher reads is in the
 * answer, so that equal answers are matched once; what cannot be identified has a reason instead.
 */
import { findPackages, type FindPackagesOptions, type FoundPackage } from '../identity/find-packages.ts';
import { toPackageKey } from '../identity/package-key.ts';
import type { CannotAssessReason, PackageIdentity } from '../identity/package-identity.ts';
import type { Component } from '../sbom/inventory.ts';
import { foldedName } from './folded-name.ts';
import type { PackageVersion } from './match.ts';

export interface IdentifiedPackage {
  readonly package: PackageVersion;
  /** Distinct; under each of them advisories may speak of the package. */
  readonly keys: string[];
}

export function identifyPackage(
  component: Pick<Component, 'purls' | 'group' | 'version' | 'source'>,
  options: FindPackagesOptions,
): IdentifiedPackage | { readonly reason: CannotAssessReason } {
  const { packages, reason } = findPackages(component, options);
  const [first, ...others] = packages.toSorted(byCertainty);
  if (first === undefined) return { reason: reason ?? 'no-identity' };
  const isOneOfSeveral = others.some((other) => subjectOf(other) !== subjectOf(first));
  const assumptions = isOneOfSeveral ? [...first.assumptions, 'several-packages'] : first.assumptions;
  const keys = keysOf(first.identity);
  if (keys.length === 0) return { reason: 'incomplete-name' };
  return { package: { identity: first.identity, version: first.version, assumptions }, keys };
}

/** Equal for equal package versions, in text that can be hashed. */
export function canonicalPackage({ identity, version, assumptions }: PackageVersion): string {
  const { family, release, name, source } = identity;
  return JSON.stringify([
    family,
    release,
    name,
    source === undefined ? null : [source.name, source.version ?? null],
    version,
    assumptions.toSorted(),
  ]);
}

// Several purls mostly name one package, and one of them says more; the order of equals is that of `findPackages`.
function byCertainty(a: FoundPackage, b: FoundPackage): number {
  return (
    a.assumptions.length - b.assumptions.length ||
    Number(a.identity.source === undefined) - Number(b.identity.source === undefined)
  );
}

function subjectOf({ identity, version }: FoundPackage): string {
  return JSON.stringify([identity.family, identity.release, identity.name, version]);
}

function keysOf({ family, release, name, source }: PackageIdentity): string[] {
  const names = new Set([name]);
  if (source !== undefined) names.add(source.name);
  const folded = foldedName({ family, name });
  if (folded !== undefined) names.add(folded);
  return [...names].map((each) => toPackageKey(family, release, each)).filter((key) => key !== undefined);
}
