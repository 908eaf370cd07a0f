/** Finds the nearest earlier version that was analyzed, on the same branch if possible. Comparisons use the same rule. */
import type { WireServiceHistory } from '../../../src/api/contract/history/history.ts';

type Version = Pick<WireServiceHistory['versions'][number], 'id' | 'branch' | 'analyzedAt'>;

/** `versions` are in order of arrival. */
export function findPrevious<Found extends Version>(
  versions: readonly Found[],
  versionId: string | undefined,
): Found | undefined {
  const at = versions.findIndex(({ id }) => id === versionId);
  const before = versions.slice(0, Math.max(0, at)).filter(({ analyzedAt }) => analyzedAt !== null);
  const branch = versions[at]?.branch ?? null;
  return before.findLast((version) => branch !== null && version.branch === branch) ?? before.at(-1);
}
