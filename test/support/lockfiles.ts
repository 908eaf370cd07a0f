/** Inventories of lockfiles in short form, one line per package version. */
import { toComponentSet } from '../../src/core/match/components/component-set.ts';
import type { LockfileKind } from '../../src/core/sbom/lockfile/lockfile-kinds.ts';
import { parseLockfile } from '../../src/core/sbom/lockfile/parse-lockfile.ts';

/** `lodash@4.17.20 required direct`, or `lib development transitive no-identity` if it cannot be checked. */
export function listLocked(kind: LockfileKind, text: string): readonly string[] {
  const inventory = parseLockfile(text, kind);
  const { members } = toComponentSet(inventory, { distroOverride: undefined, image: undefined });
  return members.map(({ name, version, scope, direct, notChecked }) => {
    const words = [version === null ? name : `${name}@${version}`, scope, PLACES.get(direct), notChecked];
    return words.filter((word) => word !== null && word !== undefined).join(' ');
  });
}

const PLACES = new Map<boolean | null, string>([
  [true, 'direct'],
  [false, 'transitive'],
]);

/** `a > b` for each dependency, with `.` for the project. */
export function listLinks(kind: LockfileKind, text: string): readonly string[] {
  const { components, edges } = parseLockfile(text, kind);
  const nameOf = (node: number | undefined): string => components[node ?? -1]?.name ?? '.';
  const links: string[] = [];
  for (let i = 0; i < edges.length; i += 2) links.push(`${nameOf(edges[i])} > ${nameOf(edges[i + 1])}`);
  return links.toSorted();
}
