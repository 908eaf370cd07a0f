/** Collects everything about the packages of a plan: their identity, places, parents and target versions. */
import { uniqueSorted } from '../../../core/collections/text-lists.ts';
import { rulesOf } from '../../../core/identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../../../core/identity/package-identity.ts';
import { parsePurl } from '../../../core/identity/purl/purl.ts';
import { findManager, spellName } from '../../../core/remediation/commands/package-manager.ts';
import type { Recommendation } from '../../../core/remediation/recommend.ts';
import { archivedKeyOf } from '../../../core/remediation/plan/archive-check.ts';
import type { ArchivedVersion, PlanPackage } from '../../../core/remediation/plan/plan-input.ts';
import { listArchivedVersions } from '../../../store/advisories/merge/package-archives.ts';
import { toPositionKey, type SetMembership } from '../../../store/findings/publication/published-inputs.ts';
import {
  type ComponentMemberships,
  listPositionedComponents,
  type PositionedComponent,
} from '../../../store/remediation/plan-inputs.ts';
import type { PipelineDeps } from '../../deps.ts';
import { loadEntries, type KnownEntries } from '../../analysis/match-components.ts';
import type { GroupFactsCache } from './group-facts.ts';
import { isUnclean, addAlternatives } from './add-alternatives.ts';
import { locatePackages, type LocatedPackage } from './locate-packages.ts';
import { type PlanMaterial, isImageDocument } from './plan-material.ts';
import { recommendPackages, type PackageQuery } from './recommend-packages.ts';
import type { PlanOptions } from '../plan/version-plan.ts';
import type { Position } from '../../../core/remediation/advice.ts';
import { findParentEvidence, type TransitivePackage, type Parent } from './find-parent-evidence.ts';
import { findBaseLayer, toLayerOrder, type OsImage } from '../../../core/remediation/plan/os-packages.ts';
import type { ImageFacts } from '../../../core/sbom/inventory.ts';
import { PackedDocument } from '../../../threads/inventory/packed-document.ts';

export interface GatheredPackages {
  /** Packages that have findings and can be checked. */
  readonly packages: readonly PlanPackage[];
  /** Components of the material, with source packages that are known from elsewhere. */
  readonly components: PlanMaterial['components'];
  readonly entriesOf: KnownEntries['entriesOf'];
}

export async function gatherPackages(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  orgId: string,
  material: PlanMaterial,
  asking: { readonly book: GroupFactsCache; readonly options: PlanOptions; readonly at: string },
): Promise<GatheredPackages> {
  const { held, rows } = material;
  const { entriesOf, resolve } = await loadEntries(deps, orgId, [...material.components.values()]);
  const components = new Map([...material.components].map(([id, component]) => [id, resolve(component)]));
  const located = await locatePackages(material, (id) => isSystemPackage(components.get(id)?.package.identity));
  const asked = held.flatMap(({ id, purl }): PackageQuery[] => {
    const component = components.get(id);
    if (component === undefined) return [];
    const { package: packageVersion } = component;
    const name = spellName(packageVersion.identity, purl);
    return [{ id, name, package: packageVersion, entries: entriesOf(component) }];
  });
  const heldOf = new Map(held.map((each) => [each.id, each]));
  const keys = new Map(rows.map((row) => [row.componentId, row.package]));
  const recommendations = await recommendWithAlternatives(deps, orgId, asked, {
    ...asking,
    keyOf: (id) => keys.get(id) ?? '',
  });
  const placed = asked.flatMap((each): (PlacedPackage & { readonly where: LocatedPackage })[] => {
    const recommendation = recommendations.get(each.id);
    if (recommendation === undefined) return [];
    const where = located.get(each.id) ?? NOWHERE;
    return [{ ...each, ...recommendation, key: keys.get(each.id) ?? each.name, where }];
  });
  const positions = await findPositions(deps, orgId, placed);
  const archivedOf = await loadArchived(deps, placed);
  const packages = placed.flatMap(({ where, ...each }): PlanPackage[] => {
    const [places, position] = [heldOf.get(each.id), positions.get(each.id)];
    if (places === undefined || position === undefined) return [];
    const ownedBy = isSystemPackage(each.package.identity) ? [] : findOwners(places, material);
    const isProbablyOwned = places.places.some(({ ownership }) => ownership === 'probable');
    const archived = archivedOf(each);
    return [{ ...each, ...describePlaces(each, places, where), ownedBy, isProbablyOwned, position, archived }];
  });
  return { packages, components, entriesOf };
}

/** Reads the archived versions of packages with a target; nothing is known about others. */
async function loadArchived(
  { database }: Pick<PipelineDeps, 'database'>,
  packages: readonly TargetedPackage[],
): Promise<(targeted: TargetedPackage) => readonly ArchivedVersion[]> {
  const keyOf = ({ package: { identity }, answer }: TargetedPackage): string | undefined =>
    answer.best !== undefined && isSystemPackage(identity) ? archivedKeyOf(identity) : undefined;
  const keys = [...new Set(packages.flatMap((each) => keyOf(each) ?? []))];
  if (keys.length === 0) return () => [];
  const known = await database.reference(async (tx) => await listArchivedVersions(tx, keys));
  return (targeted) => known.get(keyOf(targeted) ?? '') ?? [];
}

type TargetedPackage = Pick<PlanPackage, 'package' | 'answer'>;

/** Recommends by advisories first, and again with further data for packages without a clean version. */
async function recommendWithAlternatives(
  deps: Pick<PipelineDeps, 'database'>,
  orgId: string,
  asked: readonly PackageQuery[],
  asking: Parameters<typeof recommendPackages>[2] & { readonly keyOf: (id: string) => string },
): Promise<ReadonlyMap<string, Recommendation>> {
  const first = await recommendPackages(deps, asked, asking);
  const unclean = asked.flatMap((each) => {
    const known = first.get(each.id);
    if (known === undefined || !isUnclean(known)) return [];
    const { affecting } = known.answer;
    return [{ ...each, key: asking.keyOf(each.id), affecting, isOfSystem: isSystemPackage(each.package.identity) }];
  });
  if (unclean.length === 0) return first;
  const further = await addAlternatives(deps, orgId, unclean);
  return new Map([...first, ...(await recommendPackages(deps, further, asking))]);
}

const NOWHERE: LocatedPackage = {
  places: [{ image: null, isBuilt: false, layer: undefined }],
  direct: undefined,
  introducers: [],
  paths: [],
  types: [],
  isDeployed: false,
};

export function isSystemPackage(identity: Pick<PackageIdentity, 'family'> | undefined): boolean {
  return identity !== undefined && rulesOf(identity.family)?.distribution !== undefined;
}

/**
 * A dependency that is compiled into a program cannot be replaced in it. The file that contains it is the program, unless it is a
 * list of sources.
 */
const COMPILED: ReadonlySet<string> = new Set(['Go', 'crates.io']);
const SOURCES: ReadonlySet<string> = new Set(['go.mod', 'go.sum', 'Cargo.lock', 'Cargo.toml']);

function describePlaces(
  { package: { identity } }: PackageQuery,
  { purl }: ComponentMemberships,
  { places, paths, types, isDeployed }: LocatedPackage,
): Pick<PlanPackage, 'places' | 'manager' | 'classifier' | 'type' | 'isLinked'> {
  const manager = findManager(paths, types);
  const qualifiers = identity.family === 'Maven' && purl !== null ? parsePurl(purl).purl?.qualifiers : undefined;
  const [classifier, type] = [qualifiers?.get('classifier'), qualifiers?.get('type')];
  const isSource = paths.some((path) => SOURCES.has(path.slice(path.lastIndexOf('/') + 1)));
  return {
    places,
    isLinked: COMPILED.has(identity.family) && (isDeployed || paths.length > 0) && !isSource,
    ...(manager !== undefined && { manager }),
    ...(classifier !== undefined && { classifier }),
    ...(type !== undefined && { type }),
  };
}

/**
 * Returns the system packages that own the component in every place. For an owner that is only likely nothing can be promised:
 * its place stands for it, and no action fixes findings there.
 */
function findOwners({ places }: ComponentMemberships, { owners: { idAt } }: PlanMaterial): readonly string[] {
  if (places.some(({ ownership }) => ownership === null)) return [];
  return uniqueSorted(places.flatMap((place) => ownersAt(place, idAt)));
}

function ownersAt({ set, owners, ownership }: SetMembership, idAt: ReadonlyMap<string, string>): readonly string[] {
  return owners.map((position) => {
    const key = toPositionKey({ set, position });
    return (ownership === 'certain' ? idAt.get(key) : undefined) ?? key;
  });
}

// Finds the parents that bring in the packages of a plan, and the known newer releases of these parents.
type PlacedPackage = PackageQuery &
  Recommendation & {
    /** The package without its version. */
    readonly key: string;
    readonly where: Pick<LocatedPackage, 'direct' | 'introducers'>;
  };

/** By package id. */
async function findPositions(
  deps: Pick<PipelineDeps, 'database'>,
  orgId: string,
  packages: readonly PlacedPackage[],
): Promise<ReadonlyMap<string, Position>> {
  const parentsOf = await loadParents(deps, orgId, packages);
  const broughtIn = packages.flatMap(({ id, key, entries, answer, where }): TransitivePackage[] => {
    const parents = parentsOf(where);
    const target = answer.best?.version;
    return target === undefined || parents.length === 0 ? [] : [{ id, key, entries, target, parents }];
  });
  const evidence = await findParentEvidence(deps, orgId, broughtIn);
  return new Map(
    packages.map(({ id, where }) => {
      const introducedBy = [...new Set(parentsOf(where).map(({ name }) => name))].toSorted();
      return [id, { direct: where.direct, introducedBy, evidence: evidence.get(id) ?? [] }];
    }),
  );
}

async function loadParents(
  { database }: Pick<PipelineDeps, 'database'>,
  orgId: string,
  packages: readonly PlacedPackage[],
): Promise<(where: PlacedPackage['where']) => readonly Parent[]> {
  const places = new Map(
    packages.flatMap(({ where }) => where.introducers.map((each) => [toPositionKey(each), each] as const)),
  );
  if (places.size === 0) return () => [];
  const named = await database.inOrg(orgId, async (tx) => await listPositionedComponents(tx, [...places.values()]));
  const parents = new Map(named.map((each) => [toPositionKey(each), toParent(each)]));
  return ({ introducers }) => introducers.flatMap((place) => parents.get(toPositionKey(place)) ?? []);
}

function toParent({ name, version, unversioned: key, purl, package: known }: PositionedComponent): Parent {
  return { key, version, name: known === null ? name : spellName(known.identity, purl) };
}

// Describes the images of a plan: which layer is the base image, its name, and whether packages in it can be updated.

/** Does not look for other images of the organization with the same base, because no table stores image layers. */
export function findOsImages(
  { sboms, managed, documents }: Pick<PlanMaterial, 'sboms' | 'managed' | 'documents'>,
  packages: readonly PlanPackage[],
): readonly OsImage[] {
  const places = packages
    .filter(({ package: { identity } }) => isSystemPackage(identity))
    .flatMap((each) => each.places);
  const byImage = Map.groupBy(sboms, (sbom) => JSON.stringify([sbom.image, isImageDocument(sbom)]));
  return [...byImage.values()].flatMap((ofImage): OsImage[] => {
    const [first] = ofImage;
    if (first === undefined) return [];
    const about = { image: first.image, isBuilt: isImageDocument(first) };
    const facts = ofImage.flatMap(({ id }) => listImageFacts(documents.get(id)?.packed));
    const order = facts.map(({ layers }) => toLayerOrder(layers)).find(({ length }) => length > 0) ?? [];
    const baseName = facts.flatMap((each) => each.baseName ?? [])[0];
    const isHere = ({ image, isBuilt: isOfImage }: (typeof places)[number]): boolean =>
      image === about.image && isOfImage === about.isBuilt;
    const layers = places.filter(isHere).map(({ layer }) => layer);
    return [
      {
        ...about,
        baseName,
        sharedWith: [],
        base: findBaseLayer(order, layers, baseName !== undefined),
        hasPackageManager: ofImage.some(({ setSha256 }) => managed.has(setSha256?.toString('hex') ?? '')),
      },
    ];
  });
}

function listImageFacts(packed: Buffer | null | undefined): readonly ImageFacts[] {
  return packed === undefined || packed === null
    ? []
    : [new PackedDocument(packed).image].flatMap((each) => each ?? []);
}
