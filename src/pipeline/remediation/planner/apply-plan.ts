/**
 * Computes the components of a version after its plan: with the new versions, matched by the normal matcher. Components that
 * become the same package version are merged into one, as in the next SBOM.
 */
import { printPurl, parsePurl } from '../../../core/identity/purl/purl.ts';
import { mergePlatforms } from '../../../core/match/components/component-platform.ts';
import { canonicalPackage } from '../../../core/match/identify-package.ts';
import type { PackageMatch, PackageVersion } from '../../../core/match/match.ts';
import { matchPackage } from '../../../core/match/match-package.ts';
import type { PlanAction } from '../../../core/remediation/plan/plan-action.ts';
import type { PlanPackage } from '../../../core/remediation/plan/plan-input.ts';
import { substituteVersions, type Substitution } from '../../../core/remediation/plan/predict.ts';
import { combineScopes } from '../../../core/sbom/graph/component-scopes.ts';
import type {
  StoredOwner,
  AffectedComponent,
  SetMembership,
} from '../../../store/findings/publication/published-inputs.ts';
import type { KnownEntries } from '../../analysis/match-components.ts';
import type { KnownOwners } from '../../evaluation/resolve-owners.ts';
import { createYielder } from '../../../store/yielding.ts';
import type { PlanMaterial } from '../packages/plan-material.ts';

export interface ChangedVersion {
  /** All components that advisories still cover, before owners are considered. */
  readonly components: readonly ChangedComponent[];
  readonly owners: KnownOwners;
  /** Ids of the current owners. */
  readonly ownersBefore: KnownOwners['idAt'];
  /** By component id: the last step that changes it and the resulting package; null if it is removed. */
  readonly changes: ReadonlyMap<string, Pick<Substitution, 'step' | 'package'>>;
}

export interface ChangedComponent extends AffectedComponent {
  /** Ids of the components that become this one, including its own. */
  readonly members: readonly string[];
  /** Equal for equal package versions. */
  readonly canonical: string;
}

export async function applyPlan(
  { affected, components, owners }: Pick<PlanMaterial, 'affected' | 'components' | 'owners'>,
  packages: readonly PlanPackage[],
  actions: readonly Pick<PlanAction, 'changes' | 'claim'>[],
  entriesOf: KnownEntries['entriesOf'],
): Promise<ChangedVersion> {
  const changes = new Map(substituteVersions(packages, actions).map((each) => [each.packageId, each]));
  const matches = new Map<string, readonly PackageMatch[]>();
  const turn = createYielder();
  for (const [id, { package: after }] of changes) {
    const component = components.get(id);
    if (after !== null && component !== undefined) matches.set(id, matchPackage(after, entriesOf(component)));
    await turn();
  }
  const now: Member[] = [];
  for (const component of affected) {
    const change = changes.get(component.id);
    if (change?.package === null) continue;
    const after = change?.package ?? components.get(component.id)?.package;
    const canonical = after === undefined ? component.id : canonicalPackage(after);
    const isExchanged = change !== undefined && after !== undefined;
    const becomes = isExchanged ? exchange(component, after, matches.get(component.id) ?? []) : component;
    now.push({ component: becomes, canonical });
    await turn();
  }
  const merged: ChangedComponent[] = [];
  for (const members of Map.groupBy(now, ({ canonical }) => canonical).values()) {
    merged.push(mergeMembers(members));
    await turn();
  }
  const idOf = new Map(merged.flatMap(({ id, members }) => members.map((member) => [member, id])));
  return {
    components: merged.filter((component) => component.matches.length > 0),
    owners: {
      idAt: new Map([...owners.idAt].map(([place, id]) => [place, idOf.get(id) ?? id])),
      stored: owners.stored.flatMap((owner) => exchangeOwner(owner, changes, matches, idOf)),
    },
    ownersBefore: owners.idAt,
    changes,
  };
}

interface Member {
  readonly component: AffectedComponent;
  readonly canonical: string;
}

function exchange(
  component: AffectedComponent,
  { version }: PackageVersion,
  matches: readonly PackageMatch[],
): AffectedComponent {
  const purl = atVersion(component.purl, version);
  return {
    ...component,
    version,
    purl,
    // Nearly all documents use the same spelling.
    places: component.places.map((place) => ({
      ...place,
      purl: place.purl === component.purl ? purl : atVersion(place.purl, version),
    })),
    matches: matches.filter(({ state }) => state === 'affected'),
  };
}

function atVersion(purl: string | null, version: string): string | null {
  const parsed = purl === null ? undefined : parsePurl(purl).purl;
  return parsed === undefined ? purl : printPurl({ ...parsed, version });
}

function exchangeOwner(
  owner: StoredOwner,
  changes: ReadonlyMap<string, Substitution>,
  matches: ReadonlyMap<string, readonly PackageMatch[]>,
  idOf: ReadonlyMap<string, string>,
): readonly StoredOwner[] {
  const id = idOf.get(owner.id) ?? owner.id;
  const change = changes.get(owner.id);
  if (change === undefined) return [{ ...owner, id }];
  const { package: after } = change;
  if (after === null) return [];
  return [{ ...owner, id, package: after, version: after.version, matches: matches.get(owner.id) ?? [] }];
}

function mergeMembers(all: readonly Member[]): ChangedComponent {
  const [first, ...others] = all;
  if (first === undefined) throw new Error('A component needs at least one member.');
  let { component } = first;
  for (const other of others) component = merge(component, other.component);
  return { ...component, canonical: first.canonical, members: all.map((each) => each.component.id) };
}

function merge(a: AffectedComponent, b: AffectedComponent): AffectedComponent {
  const bySet = Map.groupBy([...a.places, ...b.places], ({ set }) => set);
  const places = [...bySet.values()].flatMap(([first, second]) => {
    if (first === undefined) return [];
    return second === undefined ? [first] : [mergePlaces(first, second)];
  });
  return {
    ...a,
    places,
    purl: smaller(a.purl, b.purl),
    scope: combineScopes(places.map(({ scope }) => scope)),
    direct: either(a.direct, b.direct),
    type: places.map(({ type }) => type).toSorted()[0] ?? a.type,
    positions: new Map([...b.positions, ...a.positions]),
  };
}

/** Merges as the parser would for a document that lists both: a component that is unowned in one place is not owned. */
function mergePlaces(a: SetMembership, b: SetMembership): SetMembership {
  const purl = smaller(a.purl, b.purl);
  const isOwned = a.ownership !== null && b.ownership !== null;
  const bothOwned = a.ownership === 'certain' ? b.ownership : a.ownership;
  return {
    ...a,
    purl,
    scope: combineScopes([a.scope, b.scope]),
    type: a.type < b.type ? a.type : b.type,
    inGraph: either(a.inGraph, b.inGraph),
    platform: mergePlatforms(a, b, purl),
    ownership: isOwned ? bothOwned : null,
    owners: isOwned ? [...new Set([...a.owners, ...b.owners])].toSorted((x, y) => x - y) : [],
  };
}

function either(a: boolean | null, b: boolean | null): boolean | null {
  return a === null || b === null ? (a ?? b) : a || b;
}

function smaller(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
