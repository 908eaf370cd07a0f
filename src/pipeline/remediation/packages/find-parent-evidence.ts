/**
 * Finds out whether a newer release of a parent was seen with a fixed child anywhere in the organization: only then can a plan
 * claim that upgrading the parent helps. If the organization has no fixed child at all, nothing else is queried.
 */
import type { Sighting } from '../../../core/remediation/advice.ts';
import { LIMITS } from '../../../core/limits.ts';
import { schemeFor } from '../../../core/versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../../core/versions/version-scheme.ts';
import {
  listPackageVersionsInUse,
  listSeenPairs,
  type PackageVersionInUse,
} from '../../../store/remediation/parent-evidence.ts';
import type { PipelineDeps } from '../../deps.ts';
import type { PackageQuery } from './recommend-packages.ts';

export interface Parent {
  /** The package without its version. */
  readonly key: string;
  readonly name: string;
  readonly version: string | null;
}

export interface TransitivePackage extends Pick<PackageQuery, 'id' | 'entries'> {
  readonly key: string;
  /** The minimum version that it should have. */
  readonly target: string;
  readonly parents: readonly Parent[];
}

/** By the id of the transitive component. */
export async function findParentEvidence(
  { database }: Pick<PipelineDeps, 'database'>,
  orgId: string,
  all: readonly TransitivePackage[],
): Promise<ReadonlyMap<string, readonly Sighting[]>> {
  const children = all.slice(0, LIMITS.remediationParentsAskedMax);
  if (children.length === 0) return new Map();
  const seen = await database.inOrg(orgId, async (tx) => {
    const held = await listPackageVersionsInUse(tx, [...new Set(children.map(({ key }) => key))]);
    const heldOf = Map.groupBy(held, (each) => each.package);
    const judged = children.map((child) => ({ child, ...split(child, heldOf.get(child.key) ?? []) }));
    const pairs = judged.flatMap(({ child, good }) =>
      child.parents.flatMap(({ key: parent }) => good.map(({ id }) => ({ parent, child: child.id, childId: id }))),
    );
    const others = judged.flatMap(({ child, bad }) => bad.map(({ id }) => ({ id, package: child.id })));
    return await listSeenPairs(tx, pairs, others);
  });
  const seenOf = Map.groupBy(seen, ({ child }) => child);
  return new Map(
    children.map((child) => {
      const evidence = child.parents.flatMap(({ key, name, version }): readonly Sighting[] =>
        (seenOf.get(child.id) ?? [])
          .filter(({ parent, parentVersion }) => parent === key && isNewer(schemeOf(child), parentVersion, version))
          .map(({ parentVersion, seenIn }) => ({ package: name, version: parentVersion, seenIn })),
      );
      return [child.id, evidence];
    }),
  );
}

/** A parent belongs to the same family as its child, so its versions have the same order. */
function schemeOf({ entries }: TransitivePackage): VersionScheme {
  return schemeFor(entries[0]?.entry.scheme ?? 'semver');
}

function split(
  child: TransitivePackage,
  held: readonly PackageVersionInUse[],
): { readonly good: readonly PackageVersionInUse[]; readonly bad: readonly PackageVersionInUse[] } {
  const scheme = schemeOf(child);
  const isGood = ({ version }: PackageVersionInUse): boolean =>
    version === child.target || isNewer(scheme, version, child.target);
  return { good: held.filter(isGood), bad: held.filter((each) => !isGood(each)) };
}

function isNewer(scheme: VersionScheme, version: string, than: string | null): boolean {
  const [a, b] = [scheme.parse(version), than === null ? undefined : scheme.parse(than)];
  return a !== undefined && b !== undefined && scheme.compare(a, b) > 0;
}
