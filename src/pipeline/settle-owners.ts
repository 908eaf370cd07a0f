/**
 * Applies the distribution's assessment to language packages that system packages have installed. It is evaluated when findings
 * are published, because it depends on the document that contains both, and on the loaded advisories.
 */
import { hasEnded } from '../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../core/identity/package-key.ts';
import type { Owner } from '../core/match/ownership/owner-verdict.ts';
import {
  settleOwnership,
  type HeldComponent,
  type Holding,
  type Settled,
} from '../core/match/ownership/settle-ownership.ts';
import { readComprehensiveReleases } from '../store/advisories/comprehensive-releases.ts';
import type { OrgTx, ReferenceTx } from '../store/database.ts';
import { findAtPlaces, readOwners, toPlaceKey, type StoredOwner } from '../store/findings/owners.ts';
import type { AffectedComponent, SetPlace } from '../store/findings/published-inputs.ts';

/** Returns the components in the given order, without those whose findings are all reported by their owners. */
export async function settleOwners(
  tx: OrgTx,
  affected: readonly AffectedComponent[],
  at: string,
): Promise<readonly Settled<AffectedComponent>[]> {
  if (!affected.some(isOwned)) return affected;
  const { idAt, stored } = await readOwnersOf(tx, affected);
  return settleAtPlaces(affected, idAt, await toOwners(tx, stored, at));
}

export interface KnownOwners {
  /** Ids of certain owners by place: `toPlaceKey`. */
  readonly idAt: ReadonlyMap<string, string>;
  /** With their matches for the vulnerabilities of the components that they own. */
  readonly stored: readonly StoredOwner[];
}

export async function readOwnersOf(tx: OrgTx, affected: readonly AffectedComponent[]): Promise<KnownOwners> {
  const owned = affected.filter(isOwned);
  const places = owned.flatMap((component) => component.places.filter(isCertain).flatMap(ownerPlaces));
  const idAt = places.length === 0 ? new Map<string, string>() : await findAtPlaces(tx, places);
  const groupIds = new Set(owned.flatMap(({ matches }) => matches.map(({ groupId }) => groupId)));
  const stored = idAt.size === 0 ? [] : await readOwners(tx, [...new Set(idAt.values())], [...groupIds]);
  return { idAt, stored };
}

export function isOwned({ places }: Pick<AffectedComponent, 'places'>): boolean {
  return places.some(({ ownership }) => ownership !== null);
}

type Placed = Omit<HeldComponent<string>, 'holdings'> & Pick<AffectedComponent, 'places'>;

/** `idAt` maps places (`toPlaceKey`) to the ids of the owners. */
export function settleAtPlaces<Component extends Placed>(
  components: readonly Component[],
  idAt: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, Owner>,
): readonly Settled<Component>[] {
  const held = components.map((component) => ({
    ...component,
    holdings: component.places.map((place): Holding<string> => toHolding(place, idAt)),
  }));
  return settleOwnership(held, owners).filter(({ matches }) => matches.length > 0);
}

function isCertain({ ownership }: SetPlace): boolean {
  return ownership === 'certain';
}

function ownerPlaces({ set, owners }: SetPlace): { readonly set: string; readonly position: number }[] {
  return owners.map((position) => ({ set, position }));
}

/** An owner that is not found has no effect, and the finding stays. */
function toHolding({ set, ownership, owners }: SetPlace, idAt: ReadonlyMap<string, string>): Holding<string> {
  return { ownership, owners: owners.map((position) => idAt.get(toPlaceKey({ set, position })) ?? '') };
}

/** Returns matched owners with the known advisories of their releases. */
export async function toOwners(
  tx: ReferenceTx,
  stored: readonly StoredOwner[],
  at: string,
): Promise<ReadonlyMap<string, Owner>> {
  const releases = stored.flatMap((owner) => owner.package?.identity ?? []);
  const comprehensive = await readComprehensiveReleases(tx, releases);
  return new Map(
    stored.map((owner): [string, Owner] => {
      const { name, version, matches, reason, package: known } = owner;
      const release = known?.identity;
      const isComprehensive =
        release !== undefined && comprehensive.has(toKeyPrefix(release)) && !hasEnded(release, at);
      const assumptions = known?.assumptions ?? [];
      return [owner.id, { name, version, assumptions, isAssessed: reason === null, isComprehensive, matches }];
    }),
  );
}
