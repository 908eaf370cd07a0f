/**
 * Finds the probable OS package of a language package if the document does not state it: one with its name and its upstream
 * version, provided that the files are in directories that only the OS package manager uses.
 */
import { findManagedFamily } from '../../identity/distro/managed-directory.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import type { Component } from '../../sbom/inventory.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { IdentifiedPackage } from '../identify-package.ts';
import type { PackageVersion } from '../match.ts';
import { namesInLanguage, namesInSystem } from './corresponding-name.ts';
import { upstreamVersions } from './upstream-version.ts';
import type { LanguageFamily } from '../../vocabulary/package.ts';

interface Candidate {
  readonly index: number;
  readonly rank: number;
  readonly versions: readonly string[];
}

/**
 * Maps the index of the owned component to its owners. Several equally probable owners all count. `identified` is in the order of
 * the components.
 */
export function findProbableOwners(
  components: readonly Component[],
  identified: readonly IdentifiedPackage[],
): ReadonlyMap<number, readonly number[]> {
  const owners = new Map<number, readonly number[]>();
  const systems = new Map<LanguageFamily, ReadonlyMap<string, readonly Candidate[]>>();
  for (const [index, component] of components.entries()) {
    const family = findFamilyOfPlaces(component);
    const owned = identified[index]?.package;
    if (family === undefined || owned?.identity.family !== family) continue;
    // Few images have such packages, so OS package names are indexed only when first needed.
    const system = systems.get(family) ?? indexSystem(identified, family);
    systems.set(family, system);
    const found = chooseOwners(owned, system);
    if (found.length > 0) owners.set(index, found);
  }
  return owners;
}

/**
 * Returns the ecosystem whose packages a distribution installs there, if that is the case for every location of the component.
 */
function findFamilyOfPlaces({ details }: Component): LanguageFamily | undefined {
  const [first, ...others] = details?.locations ?? [];
  const family = first && findManagedFamily(first.path);
  return others.every(({ path }) => findManagedFamily(path) === family) ? family : undefined;
}

function indexSystem(
  identified: readonly IdentifiedPackage[],
  family: LanguageFamily,
): ReadonlyMap<string, readonly Candidate[]> {
  const byName = new Map<string, Candidate[]>();
  for (const [index, { package: found }] of identified.entries()) {
    const rules = found && rulesOf(found.identity.family);
    if (found === undefined || rules?.distribution === undefined) continue;
    const { identity, version } = found;
    const versions = [version, identity.source?.version ?? version].flatMap((each) =>
      upstreamVersions(each, rules.scheme),
    );
    for (const { core, rank } of namesInSystem(identity, family)) {
      const candidates = byName.get(core) ?? [];
      candidates.push({ index, rank, versions });
      byName.set(core, candidates);
    }
  }
  return byName;
}

function chooseOwners(
  { identity, version }: PackageVersion,
  system: ReadonlyMap<string, readonly Candidate[]>,
): readonly number[] {
  const isSame = createVersionTest(identity.family, version);
  for (const name of namesInLanguage(identity)) {
    const fitting = (system.get(name) ?? []).filter(({ versions }) => versions.some(isSame));
    const best = Math.min(...fitting.map(({ rank }) => rank));
    if (fitting.length > 0) return fitting.filter(({ rank }) => rank === best).map(({ index }) => index);
  }
  return [];
}

/** Compares in the version order of the language: 1.0 and 1.0.0 are the same PyPI version. */
function createVersionTest(family: PackageVersion['identity']['family'], version: string): (other: string) => boolean {
  const rules = rulesOf(family);
  const scheme = rules && schemeFor(rules.scheme);
  const parsed = scheme?.parse(version);
  return (other) => {
    if (other === version) return true;
    const parsedOther = scheme?.parse(other);
    return parsed !== undefined && parsedOther !== undefined && scheme?.compare(parsed, parsedOther) === 0;
  };
}
