/** Findings of a service by severity, per version and per day. */
import { queryOptions } from '@tanstack/react-query';
import type { WireServiceAges, WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import { getOne, toPath } from '../../api/api-client.ts';
import { serviceKey } from './services.ts';

interface HistoryRange {
  /** Days as `2026-11-14`; absent: the API's default. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Number of versions, newest first. */
  readonly limit?: number | undefined;
}

export function serviceHistory(service: string, range: HistoryRange = {}) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'history', range],
    queryFn: async ({ signal }) =>
      await getOne<WireServiceHistory>(toPath('service', service, 'history'), signal, { ...range }),
  });
}

export function serviceAges(service: string) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'ages'],
    queryFn: async ({ signal }) => await getOne<WireServiceAges>(toPath('service', service, 'history', 'age'), signal),
  });
}

type Version = Pick<WireServiceHistory['versions'][number], 'id' | 'branch' | 'analyzedAt'>;

/**
 * Finds the nearest earlier version that was analyzed, on the same branch if possible. Comparisons use the same rule. `versions` are
 * in order of arrival.
 */
export function findPrevious<Found extends Version>(
  versions: readonly Found[],
  versionId: string | undefined,
): Found | undefined {
  const at = versions.findIndex(({ id }) => id === versionId);
  const before = versions.slice(0, Math.max(0, at)).filter(({ analyzedAt }) => analyzedAt !== null);
  const branch = versions[at]?.branch ?? null;
  return before.findLast((version) => branch !== null && version.branch === branch) ?? before.at(-1);
}
