/** Finds the parents that bring in the packages of a plan, and the known newer releases of these parents. */
import { spellName } from '../../core/remediation/commands/package-name.ts';
import type { Position } from '../../core/remediation/advice.ts';
import type { Recommendation } from '../../core/remediation/recommend.ts';
import { toPositionKey } from '../../store/findings/owners.ts';
import { listPositionedComponents, type PositionedComponent } from '../../store/remediation/plan-inputs.ts';
import type { PipelineDeps } from '../deps.ts';
import { findParentEvidence, type TransitivePackage, type Parent } from './find-parent-evidence.ts';
import type { LocatedPackage } from './locate-packages.ts';
import type { PackageQuery } from './recommend-packages.ts';

export type PlacedPackage = PackageQuery &
  Recommendation & {
    /** The package without its version. */
    readonly key: string;
    readonly where: Pick<LocatedPackage, 'direct' | 'introducers'>;
  };

/** By package id. */
export async function findPositions(
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
