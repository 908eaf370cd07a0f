/**
 * One update may be built several times: a module for every minor release, and AlmaLinux packages with and without its own
 * patches (`3.6.8-41.el8` and `3.6.8-41.el8.alma`). Records list all of these builds. A package that equals any of the fixes is
 * fixed; otherwise the build for the same minor release decides.
 */
import { boundsOf } from '../../versions/find-window.ts';
import type { TestedEntry } from '../matcher.ts';

export function resolveBuilds(tested: readonly TestedEntry[]): readonly TestedEntry[] {
  if (tested.length < 2 || tested[0]?.candidate.entry.scheme !== 'rpm') return tested;
  const updates = Map.groupBy(
    tested,
    ({ candidate: { groupId, recordId, entry }, via }) => `${groupId} ${recordId} ${via} ${entry.channel ?? ''}`,
  );
  if (updates.size === tested.length) return tested;
  return [...updates.values()].flatMap((builds) => (builds.length === 1 ? builds : chooseBuilds(builds)));
}

function chooseBuilds(builds: readonly TestedEntry[]): readonly TestedEntry[] {
  if (!builds.some(({ outcome }) => outcome === 'affected')) return builds;
  const fixed = builds.filter(isFixedVersion);
  if (fixed.length > 0) return fixed;
  const sameRelease = builds.filter((build) => isOfSameRelease(build));
  return sameRelease.length > 0 ? sameRelease : builds;
}

/** The epoch may be present in only one of the two versions. */
function isFixedVersion({ candidate, testedVersion, order }: TestedEntry): boolean {
  const installed = order?.parse(testedVersion);
  if (order === undefined || installed === undefined) return false;
  return boundsOf(order, candidate.entry.windows).some(
    ({ fixed }) => fixed !== undefined && order.compare(installed, fixed) === 0,
  );
}

const BUILT_FOR = /\.module[+_](el[0-9]{1,2}(?:\.[0-9]{1,3}){0,2})/;

function isOfSameRelease({ candidate, testedVersion }: TestedEntry): boolean {
  const own = BUILT_FOR.exec(testedVersion)?.[1];
  return own !== undefined && candidate.entry.windows.some(({ fixed }) => BUILT_FOR.exec(fixed ?? '')?.[1] === own);
}
