/**
 * Applies the distribution's assessment to language packages that system packages have installed. It is evaluated when findings
 * are published, because it depends on the document that contains both, and on the loaded advisories.
 */
import { isEndOfLife } from '../../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../../core/identity/package-key.ts';
import {
  type Owner,
  resolveOwnership,
  type OwnableComponent,
  type DocumentOwnership,
  type WithResolvedMatches,
} from '../../core/match/ownership/resolve-ownership.ts';
import { listComprehensiveReleases } from '../../store/advisories/releases.ts';
import type { OrgTx, ReferenceTx } from '../../store/database.ts';
import {
  listComponentsAt,
  listOwners,
  toPositionKey,
  type StoredOwner,
  type AffectedComponent,
  type SetMembership,
} from '../../store/findings/publication/published-inputs.ts';

/** Returns the components in the given order, without those whose findings are all reported by their owners. */
export async function resolveOwners(
  tx: OrgTx,
  affected: readonly AffectedComponent[],
  at: string,
): Promise<readonly WithResolvedMatches<AffectedComponent>[]> {
  if (!affected.some(isOwned)) return affected;
  const { idAt, stored } = await loadOwners(tx, affected);
  return resolveOwnersAtPlaces(affected, idAt, await toOwners(tx, stored, at));
}

export interface KnownOwners {
  /** Ids of certain owners by place: `toPositionKey`. */
  readonly idAt: ReadonlyMap<string, string>;
  /** With their matches for the vulnerabilities of the components that they own. */
  readonly stored: readonly StoredOwner[];
}

export async function loadOwners(tx: OrgTx, affected: readonly AffectedComponent[]): Promise<KnownOwners> {
  const owned = affected.filter(isOwned);
  const places = owned.flatMap((component) => component.places.filter(isCertain).flatMap(ownerPlaces));
  const idAt = places.length === 0 ? new Map<string, string>() : await listComponentsAt(tx, places);
  const groupIds = new Set(owned.flatMap(({ matches }) => matches.map(({ groupId }) => groupId)));
  const stored = idAt.size === 0 ? [] : await listOwners(tx, [...new Set(idAt.values())], [...groupIds]);
  return { idAt, stored };
}

export function isOwned({ places }: Pick<AffectedComponent, 'places'>): boolean {
  return places.some(({ ownership }) => ownership !== null);
}

type Placed = Omit<OwnableComponent<string>, 'holdings'> & Pick<AffectedComponent, 'places'>;

/** `idAt` maps places (`toPositionKey`) to the ids of the owners. */
export function resolveOwnersAtPlaces<Component extends Placed>(
  components: readonly Component[],
  idAt: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, Owner>,
): readonly WithResolvedMatches<Component>[] {
  const held = components.map((component) => ({
    ...component,
    holdings: component.places.map((place): DocumentOwnership<string> => toHolding(place, idAt)),
  }));
  return resolveOwnership(held, owners).filter(({ matches }) => matches.length > 0);
}

function isCertain({ ownership }: SetMembership): boolean {
  return ownership === 'certain';
}

function ownerPlaces({ set, owners }: SetMembership): { readonly set: string; readonly position: number }[] {
  return owners.map((position) => ({ set, position }));
}

/** An owner that is not found has no effect, and the finding stays. */
function toHolding(
  { set, ownership, owners }: SetMembership,
  idAt: ReadonlyMap<string, string>,
): DocumentOwnership<string> {
  return { ownership, owners: owners.map((position) => idAt.get(toPositionKey({ set, position })) ?? '') };
}

/** Returns matched owners with the known advisories of their releases. */
export async function toOwners(
  tx: ReferenceTx,
  stored: readonly StoredOwner[],
  at: string,
): Promise<ReadonlyMap<string, Owner>> {
  const releases = stored.flatMap((owner) => owner.package?.identity ?? []);
  const comprehensive = await listComprehensiveReleases(tx, releases);
  return new Map(
    stored.map((owner): [string, Owner] => {
      const { name, version, matches, reason, package: known } = owner;
      const release = known?.identity;
      const isComprehensive =
        release !== undefined && comprehensive.has(toKeyPrefix(release)) && !isEndOfLife(release, at);
      const assumptions = known?.assumptions ?? [];
      return [owner.id, { name, version, assumptions, isAssessed: reason === null, isComprehensive, matches }];
    }),
  );
}
