/**
 * Finds the OS packages that installed other components: as stated in the document or, if nothing is stated, the probable ones.
 */
import { LIMITS } from '../../limits.ts';
import type { Inventory, Component } from '../../sbom/inventory.ts';
import type { IdentifiedPackage } from '../identify-package.ts';
import type { Ownership } from './resolve-ownership.ts';
import { findManagedFamily } from '../../identity/distro/managed-directory.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { PackageVersion } from '../match.ts';
import { namesInLanguage, namesInSystem } from './corresponding-name.ts';
import type { LanguageFamily, SchemeId } from '../../vocabulary/package.ts';

export interface ComponentOwners {
  readonly ownership: Ownership;
  /** Indexes of components, at least one. */
  readonly owners: readonly number[];
}

/**
 * Maps the index of an owned component to its owners; a component without an entry was installed separately. `identified` is in
 * the order of the components.
 */
export function findOwners(
  { components, ownerships }: Pick<Inventory, 'components' | 'ownerships'>,
  identified: readonly IdentifiedPackage[],
): ReadonlyMap<number, ComponentOwners> {
  const found = new Map<number, ComponentOwners>();
  const stated = new Map<number, number[]>();
  for (let i = 0; i < ownerships.length; i += 2) {
    const [owner = 0, owned = 0] = [ownerships[i], ownerships[i + 1]];
    const owners = stated.get(owned) ?? [];
    // One more than the limit is enough to know that there are too many owners to consult.
    if (owners.length <= LIMITS.ownersPerComponentMax) owners.push(owner);
    stated.set(owned, owners);
  }
  for (const [owned, owners] of stated) found.set(owned, { ownership: 'certain', owners });

  for (const [owned, owners] of findProbableOwners(components, identified)) {
    if (!found.has(owned)) found.set(owned, { ownership: 'probable', owners });
  }
  return found;
}

interface Candidate {
  readonly index: number;
  readonly rank: number;
  readonly versions: readonly string[];
}

/**
 * Finds the probable OS package of a language package if the document does not state it: one with its name and its upstream
 * version, provided that the files are in directories that only the OS package manager uses. Several equally probable owners all
 * count.
 */
function findProbableOwners(
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

const EPOCH = /^[0-9]+:/;
const APK_REVISION = /-r[0-9]+$/;
// Marks of parts removed from the sources, or of a snapshot between two versions: everything after them was added by the
// distribution.
const ADDED = /[+~.](?:dfsg|ds(?![a-z])|repack|debian)|[+~^](?:git|svn|bzr|hg|cvs|[0-9]{8})/;
// A version that was rolled back: 2.3+really2.2 is 2.2.
const REALLY = /^.*[+~.]really\.?/;
const BEFORE_PRE_RELEASE = /[~_](?=(?:alpha|beta|a|b|rc|pre|dev)[.0-9]*)/;

/**
 * Derives the upstream version of an OS package. Distributions add an epoch before it and a revision after it, mark parts removed
 * from the sources, and spell prereleases so that they sort before the release. Returns all possible readings, because the marks
 * have no grammar. `1:2.0.1+dfsg-2` is 2.0.1 or possibly 2.0.1+dfsg.
 */
export function upstreamVersions(version: string, scheme: SchemeId): readonly string[] {
  const plain = withoutRevision(version.replace(EPOCH, ''), scheme);
  const known = withoutAdded(plain.replace(REALLY, ''));
  return [...new Set([plain, known, known.replace(BEFORE_PRE_RELEASE, '')])].filter((text) => text !== '');
}

function withoutRevision(version: string, scheme: SchemeId): string {
  if (scheme === 'apk') return version.replace(APK_REVISION, '');
  const dash = version.lastIndexOf('-');
  return dash === -1 ? version : version.slice(0, dash);
}

function withoutAdded(version: string): string {
  const at = version.search(ADDED);
  return at === -1 ? version : version.slice(0, at);
}
