/**
 * The components of a document as a set: components that are the same package version are one member, however often and in
 * whatever spelling the document lists them. The set depends only on the content of the document, so that equal builds have equal
 * sets, whatever order their tool wrote them in.
 */
import type { TargetPlatform } from '../../identity/platform-names.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import { LIMITS } from '../../limits.ts';
import { findDirect } from '../../sbom/graph/direct-dependencies.ts';
import type { Component, Inventory } from '../../sbom/inventory.ts';
import { combineScopes } from '../../sbom/graph/component-scopes.ts';
import { mergePlatforms, platformOf } from './component-platform.ts';
import { markPartsAndGroups } from './separate-packages.ts';
import { withoutCoveredSoftware } from '../cpe/covered-software.ts';
import { canonicalPackage, type IdentifiedPackage, identifyPackage } from '../identify-package.ts';
import type { PackageVersion } from '../match.ts';
import { findOwners, type ComponentOwners } from '../ownership/find-owners.ts';
import type { Ownership } from '../ownership/resolve-ownership.ts';
import { compareText } from '../../text/compare-text.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import { findDistroInImage } from '../../identity/distro/find-distro.ts';
import { findSharedReleases, hasRpmEpochs, findStatedSources } from '../../identity/packages/document-conventions.ts';

export interface SetMember {
  /** Equal for the same component; a text that can be hashed. */
  readonly canonical: string;
  readonly name: string;
  readonly version: string | null;
  /** The OSV name of the ecosystem if known, else the purl type. */
  readonly ecosystem: string | null;
  /** Identifies the component across versions. */
  readonly unversioned: string;
  /** Name and version in lower case: the sort order of all component lists. */
  readonly sortKey: string;
  /** The package to match, or null if there is none. */
  readonly package: PackageVersion | null;
  readonly notChecked: CannotAssessReason | null;
  readonly keys: readonly string[];
  /** As sent; of several spellings always the same one. */
  readonly purl: string | null;
  readonly type: string;
  /** The strongest scope of all locations: required in one means required. */
  readonly scope: ComponentScope;
  /** Null if the document does not say. */
  readonly direct: boolean | null;
  /** False if the document declares its graph complete and no root leads to the component. Null if it does not say. */
  readonly inGraph: boolean | null;
  /** Platforms of all locations combined, with an empty list if one location has none; null if it is the platform in the purl. */
  readonly platform: TargetPlatform | null;
  /** How certain it is that OS packages installed the component; null if it was installed separately in at least one location. */
  readonly ownership: Ownership | null;
  /** Positions of those packages in the set, ascending. */
  readonly owners: readonly number[];
}

export interface ComponentSet {
  /** Sorted by sort key, then by canonical text. */
  readonly members: readonly SetMember[];
  /** For each component of the inventory, the index of its member. */
  readonly memberOf: Int32Array;
}

export interface SetContext {
  /** The distribution of all packages, as set by the sender. */
  readonly distroOverride: string | undefined;
  /** The image that the document was uploaded for. */
  readonly image: string | undefined;
}

export function toComponentSet(inventory: Inventory, context: SetContext): ComponentSet {
  const direct = findDirect(inventory);
  const saysWhole = direct !== undefined && inventory.about?.isGraphWhole === true;
  const byCanonical = new Map<string, { member: SetMember; readonly components: number[] }>();
  const named = withoutCoveredSoftware(inventory, identifyComponents(inventory, context));
  const identified = markPartsAndGroups(inventory, named);
  for (const [index, component] of inventory.components.entries()) {
    const place = {
      direct: direct?.[index] ?? null,
      // A build tool need not be reachable from a root.
      inGraph: !saysWhole || component.scope === 'build' ? null : direct?.[index] !== undefined,
    };
    const member = toMember(component, identified[index] ?? UNKNOWN, place);
    const known = byCanonical.get(member.canonical);
    if (known === undefined) byCanonical.set(member.canonical, { member, components: [index] });
    else {
      known.member = merge(known.member, member);
      known.components.push(index);
    }
  }
  const sorted = [...byCanonical.values()].toSorted((a, b) => compareMembers(a.member, b.member));
  const memberOf = new Int32Array(inventory.components.length);
  for (const [position, { components }] of sorted.entries()) for (const each of components) memberOf[each] = position;
  const owners = findOwners(inventory, identified);
  const members = sorted.map(({ member, components }) => withOwners(member, { components, owners, memberOf }));
  return { members, memberOf };
}

interface OwnerContext {
  readonly components: readonly number[];
  readonly owners: ReadonlyMap<number, ComponentOwners>;
  readonly memberOf: Int32Array;
}

/** A component that was installed separately in one location has no owner, whatever its other locations. */
function withOwners(member: SetMember, { components, owners, memberOf }: OwnerContext): SetMember {
  if (owners.size === 0 || components.some((component) => !owners.has(component))) return member;
  const found = components.flatMap((component) => owners.get(component) ?? []);
  const positions = new Set(found.flatMap((each) => each.owners.map((owner) => memberOf[owner] ?? 0)));
  if (positions.size > LIMITS.ownersPerComponentMax) return member;
  const isCertain = found.every(({ ownership }) => ownership === 'certain');
  return {
    ...member,
    ownership: isCertain ? 'certain' : 'probable',
    owners: [...positions].toSorted((a, b) => a - b),
  };
}

const UNKNOWN: IdentifiedPackage = { keys: [], reason: 'no-identity' };

function toMember(
  component: Component,
  identified: IdentifiedPackage,
  place: Pick<SetMember, 'direct' | 'inGraph'>,
): SetMember {
  const purl = smallest(component.purls);
  const platform = platformOf(component, purl);
  const notChecked = identified.reason ?? null;
  if (identified.package === undefined) {
    const { type, scope } = component;
    const named = toUnidentified(component, identified);
    return { ...named, notChecked, purl, type, scope, ...place, platform, ownership: null, owners: [] };
  }
  const { identity, version: stated } = identified.package;
  const name = identity.label ?? identity.name;
  // Only a jar that is identified by its hash may have no version.
  const version = stated === '' ? null : stated;
  // Without spreads: this is made for every component of a document.
  return {
    canonical: canonicalPackage(identified.package),
    name,
    version,
    ecosystem: identity.family,
    unversioned: `${identity.family}\u001F${name}`,
    sortKey: toSortKey(name, version),
    package: identified.package,
    notChecked,
    keys: identified.keys,
    purl,
    type: component.type,
    scope: component.scope,
    direct: place.direct,
    inGraph: place.inGraph,
    platform,
    ownership: null,
    owners: [],
  };
}

type AsSent = 'purl' | 'type' | 'scope' | 'direct' | 'inGraph' | 'platform' | 'notChecked' | 'ownership' | 'owners';
type Named = Omit<SetMember, AsSent>;

/** An unidentified component is distinguished by everything that the document says about it. */
function toUnidentified(component: Component, { reason, keys }: IdentifiedPackage): Named {
  const { group, version, type } = component;
  const name = group === undefined || group === '' ? component.name : `${group}/${component.name}`;
  const purl = smallest(component.purls);
  const ecosystem = (purl === null ? undefined : parsePurl(purl).purl?.type) ?? null;
  return {
    canonical: JSON.stringify([
      type,
      name,
      version ?? null,
      component.purls.toSorted(),
      component.cpes.toSorted(),
      reason,
    ]),
    name,
    version: version ?? null,
    ecosystem,
    unversioned: `${ecosystem ?? type}\u001F${name}`,
    sortKey: toSortKey(name, version ?? null),
    package: null,
    keys,
  };
}

function merge(a: SetMember, b: SetMember): SetMember {
  const purl = smallest([a.purl, b.purl].filter((each) => each !== null));
  return {
    ...a,
    purl,
    type: a.type < b.type ? a.type : b.type,
    scope: combineScopes([a.scope, b.scope]),
    direct: eitherOf(a.direct, b.direct),
    inGraph: eitherOf(a.inGraph, b.inGraph),
    platform: mergePlatforms(a, b, purl),
  };
}

function eitherOf(a: boolean | null, b: boolean | null): boolean | null {
  return a === null || b === null ? (a ?? b) : a || b;
}

function smallest(texts: readonly string[]): string | null {
  let least: string | null = null;
  for (const text of texts) if (least === null || text < least) least = text;
  return least;
}

function compareMembers(a: SetMember, b: SetMember): number {
  return compareText(a.sortKey, b.sortKey) || compareText(a.canonical, b.canonical);
}

const SORT_KEY_CHARACTERS_MAX = 200;

function toSortKey(name: string, version: string | null): string {
  return `${name} ${version ?? ''}`.toLowerCase().slice(0, SORT_KEY_CHARACTERS_MAX).toWellFormed();
}

/**
 * Identifies all components of a document for matching, in the order of the inventory. Facts about one package help with the
 * others: the distribution of the image, and the release that all packages of an image share.
 */
export function identifyComponents(
  { components, distro, tool }: Pick<Inventory, 'components' | 'distro' | 'tool'>,
  { distroOverride, image }: SetContext,
): readonly IdentifiedPackage[] {
  const imageDistro = image === undefined ? undefined : findDistroInImage(image);
  const stated = {
    distroOverride,
    distro,
    imageDistro,
    rpmEpochsStated: hasRpmEpochs(components),
    sourcesStated: findStatedSources(components, tool),
  };
  const identified = components.map((component) => identifyPackage(component, stated));
  if (!identified.some(({ reason }) => reason === 'unknown-release')) return identified;
  const sharedReleases = findSharedReleases(components, stated);
  if (sharedReleases.size === 0) return identified;
  const options = { ...stated, sharedReleases };
  // Only packages without other information use the release of their neighbors; one of several purls may have none.
  return identified.map((known, index) => {
    const component = components[index];
    const isOpen = known.reason === 'unknown-release' || (component?.purls.length ?? 0) > 1;
    return component !== undefined && isOpen ? identifyPackage(component, options) : known;
  });
}
