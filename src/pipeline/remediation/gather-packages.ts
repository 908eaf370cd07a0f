/** The packages of a plan with everything that is known of them: what they are, where they are, who brought them, where to go. */
import { rulesOf } from '../../core/identity/ecosystem.ts';
import type { PackageIdentity } from '../../core/identity/package-identity.ts';
import { parsePurl } from '../../core/identity/purl.ts';
import { findManager } from '../../core/remediation/commands/find-manager.ts';
import { spellName } from '../../core/remediation/commands/package-name.ts';
import type { PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { toPlaceKey } from '../../store/findings/owners.ts';
import type { SetPlace } from '../../store/findings/published-inputs.ts';
import { listNamedPlaces, type HeldPlaces, type NamedPlace } from '../../store/remediation/plan-inputs.ts';
import type { PipelineDeps } from '../deps.ts';
import { readEntries, type KnownEntries } from '../match-components.ts';
import type { GroupFactsBook } from './group-facts.ts';
import { locatePackages, type LocatedPackage } from './locate-packages.ts';
import type { PlanMaterial } from './read-plan-material.ts';
import { recommendPackages, type AskedPackage } from './recommend-packages.ts';
import type { PlanOptions } from './version-plan.ts';

export interface GatheredPackages {
  /** Those that have findings and can be checked. */
  readonly packages: readonly PlanPackage[];
  readonly entriesOf: KnownEntries['entriesOf'];
}

export async function gatherPackages(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  orgId: string,
  material: PlanMaterial,
  asking: { readonly book: GroupFactsBook; readonly options: PlanOptions; readonly at: string },
): Promise<GatheredPackages> {
  const { components, held, rows } = material;
  const { entriesOf } = await readEntries(deps, [...components.values()]);
  const located = await locatePackages(material, (id) => isOfSystem(components.get(id)?.package.identity));
  const introducers = await nameIntroducers(deps, orgId, [...located.values()]);
  const asked = held.flatMap(({ id, purl }): AskedPackage[] => {
    const component = components.get(id);
    if (component === undefined) return [];
    const { package: packageVersion } = component;
    const name = spellName(packageVersion.identity, purl);
    return [{ id, name, package: packageVersion, entries: entriesOf(component) }];
  });
  const recommendations = await recommendPackages(deps, asked, asking);
  const heldOf = new Map(held.map((each) => [each.id, each]));
  const keys = new Map(rows.map((row) => [row.componentId, row.package]));
  const packages = asked.flatMap((each): PlanPackage[] => {
    const recommendation = recommendations.get(each.id);
    const places = heldOf.get(each.id);
    if (recommendation === undefined || places === undefined) return [];
    const where = located.get(each.id) ?? NOWHERE;
    return [
      {
        ...each,
        ...recommendation,
        ...aboutPlaces(each, places, where),
        key: keys.get(each.id) ?? each.name,
        ownedBy: isOfSystem(each.package.identity) ? [] : findOwners(places, material),
        position: { direct: where.direct, introducedBy: unique(where.introducers.flatMap(introducers)) },
      },
    ];
  });
  return { packages, entriesOf };
}

const NOWHERE: LocatedPackage = {
  ...{ places: [{ image: null, layer: undefined }], direct: undefined },
  ...{ introducers: [], paths: [], isDeployed: false },
};

export function isOfSystem(identity: Pick<PackageIdentity, 'family'> | undefined): boolean {
  return identity !== undefined && rulesOf(identity.family)?.distribution !== undefined;
}

/** What is compiled into a program cannot be exchanged in it. */
const COMPILED: ReadonlySet<string> = new Set(['Go', 'crates.io']);
const SOURCES: ReadonlySet<string> = new Set(['go.mod', 'go.sum', 'Cargo.lock', 'Cargo.toml']);

function aboutPlaces(
  { package: { identity } }: AskedPackage,
  { purl }: HeldPlaces,
  { places, paths, isDeployed }: LocatedPackage,
): Pick<PlanPackage, 'places' | 'manager' | 'classifier' | 'type' | 'isLinked'> {
  const manager = findManager(paths);
  const qualifiers = identity.family === 'Maven' && purl !== null ? parsePurl(purl).purl?.qualifiers : undefined;
  const [classifier, type] = [qualifiers?.get('classifier'), qualifiers?.get('type')];
  const isSource = paths.some((path) => SOURCES.has(path.slice(path.lastIndexOf('/') + 1)));
  return {
    places,
    isLinked: COMPILED.has(identity.family) && isDeployed && !isSource,
    ...(manager !== undefined && { manager }),
    ...(classifier !== undefined && { classifier }),
    ...(type !== undefined && { type }),
  };
}

/**
 * Packages of the system that brought it everywhere. Of an owner that is merely likely nothing can be promised: its place stands
 * for it, and no action ends anything there.
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

type NamesOf = (place: { readonly set: string; readonly position: number }) => readonly string[];

async function nameIntroducers(
  { database }: Pick<PipelineDeps, 'database'>,
  orgId: string,
  located: readonly LocatedPackage[],
): Promise<NamesOf> {
  const places = new Map(
    located.flatMap(({ introducers }) => introducers.map((each) => [toPlaceKey(each), each] as const)),
  );
  if (places.size === 0) return () => [];
  const named = await database.inOrg(orgId, async (tx) => await listNamedPlaces(tx, [...places.values()]));
  const names = new Map(named.map((each) => [toPlaceKey(each), nameOf(each)]));
  return (place) => names.get(toPlaceKey(place)) ?? [];
}

function nameOf({ name, purl, package: known }: NamedPlace): readonly string[] {
  return [known === null ? name : spellName(known.identity, purl)];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
