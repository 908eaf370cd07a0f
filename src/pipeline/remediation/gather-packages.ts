/** Collects everything about the packages of a plan: their identity, places, parents and target versions. */
import { rulesOf } from '../../core/identity/ecosystem.ts';
import type { PackageIdentity } from '../../core/identity/package-identity.ts';
import { parsePurl } from '../../core/identity/purl.ts';
import { findManager } from '../../core/remediation/commands/find-manager.ts';
import { spellName } from '../../core/remediation/commands/package-name.ts';
import type { Recommendation } from '../../core/remediation/recommend.ts';
import type { PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { toPlaceKey } from '../../store/findings/owners.ts';
import type { SetPlace } from '../../store/findings/published-inputs.ts';
import type { HeldPlaces } from '../../store/remediation/plan-inputs.ts';
import type { PipelineDeps } from '../deps.ts';
import { readEntries, type KnownEntries } from '../match-components.ts';
import { findPositions, type PlacedPackage } from './find-positions.ts';
import type { GroupFactsBook } from './group-facts.ts';
import { isUnclean, lookFurther } from './look-further.ts';
import { locatePackages, type LocatedPackage } from './locate-packages.ts';
import type { PlanMaterial } from './read-plan-material.ts';
import { recommendPackages, type AskedPackage } from './recommend-packages.ts';
import type { PlanOptions } from './version-plan.ts';

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
  asking: { readonly book: GroupFactsBook; readonly options: PlanOptions; readonly at: string },
): Promise<GatheredPackages> {
  const { held, rows } = material;
  const { entriesOf, resolve } = await readEntries(deps, orgId, [...material.components.values()]);
  const components = new Map([...material.components].map(([id, component]) => [id, resolve(component)]));
  const located = await locatePackages(material, (id) => isOfSystem(components.get(id)?.package.identity));
  const asked = held.flatMap(({ id, purl }): AskedPackage[] => {
    const component = components.get(id);
    if (component === undefined) return [];
    const { package: packageVersion } = component;
    const name = spellName(packageVersion.identity, purl);
    return [{ id, name, package: packageVersion, entries: entriesOf(component) }];
  });
  const heldOf = new Map(held.map((each) => [each.id, each]));
  const keys = new Map(rows.map((row) => [row.componentId, row.package]));
  const recommendations = await recommendTwice(deps, orgId, asked, { ...asking, keyOf: (id) => keys.get(id) ?? '' });
  const placed = asked.flatMap((each): (PlacedPackage & { readonly where: LocatedPackage })[] => {
    const recommendation = recommendations.get(each.id);
    if (recommendation === undefined) return [];
    const where = located.get(each.id) ?? NOWHERE;
    return [{ ...each, ...recommendation, key: keys.get(each.id) ?? each.name, where }];
  });
  const positions = await findPositions(deps, orgId, placed);
  const packages = placed.flatMap(({ where, ...each }): PlanPackage[] => {
    const [places, position] = [heldOf.get(each.id), positions.get(each.id)];
    if (places === undefined || position === undefined) return [];
    const ownedBy = isOfSystem(each.package.identity) ? [] : findOwners(places, material);
    const isProbablyOwned = places.places.some(({ ownership }) => ownership === 'probable');
    return [{ ...each, ...aboutPlaces(each, places, where), ownedBy, isProbablyOwned, position }];
  });
  return { packages, components, entriesOf };
}

/** Recommends by advisories first, and again with further data for packages without a clean version. */
async function recommendTwice(
  deps: Pick<PipelineDeps, 'database'>,
  orgId: string,
  asked: readonly AskedPackage[],
  asking: Parameters<typeof recommendPackages>[2] & { readonly keyOf: (id: string) => string },
): Promise<ReadonlyMap<string, Recommendation>> {
  const first = await recommendPackages(deps, asked, asking);
  const unclean = asked.flatMap((each) => {
    const known = first.get(each.id);
    if (known === undefined || !isUnclean(known)) return [];
    const { affecting } = known.answer;
    return [{ ...each, key: asking.keyOf(each.id), affecting, isOfSystem: isOfSystem(each.package.identity) }];
  });
  if (unclean.length === 0) return first;
  const further = await lookFurther(deps, orgId, unclean);
  return new Map([...first, ...(await recommendPackages(deps, further, asking))]);
}

const NOWHERE: LocatedPackage = {
  ...{ places: [{ image: null, isBuilt: false, layer: undefined }], direct: undefined },
  ...{ introducers: [], paths: [], types: [], isDeployed: false },
};

export function isOfSystem(identity: Pick<PackageIdentity, 'family'> | undefined): boolean {
  return identity !== undefined && rulesOf(identity.family)?.distribution !== undefined;
}

/**
 * A dependency that is compiled into a program cannot be replaced in it. The file that contains it is the program, unless it is a
 * list of sources.
 */
const COMPILED: ReadonlySet<string> = new Set(['Go', 'crates.io']);
const SOURCES: ReadonlySet<string> = new Set(['go.mod', 'go.sum', 'Cargo.lock', 'Cargo.toml']);

function aboutPlaces(
  { package: { identity } }: AskedPackage,
  { purl }: HeldPlaces,
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
function findOwners({ places }: HeldPlaces, { owners: { idAt } }: PlanMaterial): readonly string[] {
  if (places.some(({ ownership }) => ownership === null)) return [];
  return unique(places.flatMap((place) => ownersAt(place, idAt)));
}

function ownersAt({ set, owners, ownership }: SetPlace, idAt: ReadonlyMap<string, string>): readonly string[] {
  return owners.map((position) => {
    const key = toPlaceKey({ set, position });
    return (ownership === 'certain' ? idAt.get(key) : undefined) ?? key;
  });
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
