/**
 * Findings of a version: counted, and listed page by page. A page is asked for by the cursor that the page before it ended with,
 * so that nothing is passed over or shown twice; who jumps far asks by number, as far as the API counts.
 */
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { WireFinding, WireFindingSummary } from '../../src/api/contract/finding.ts';
import { getList, getOne, type ListAnswer } from '../api-client.ts';
import { filtersOf, type Filters, type FindingView } from '../views/finding-view.ts';
import { versionKey, versionPath, type VersionAddress } from './versions.ts';

export const FINDINGS_PER_PAGE = 100;
/** From here on the API knows cursors only. */
export const FINDING_OFFSET_MAX = 10_000;

export function findingsKey(address: VersionAddress): readonly string[] {
  return [...versionKey(address), 'findings'];
}

export function findingSummary(address: VersionAddress, filters: Filters) {
  const given = filtersOf(filters);
  return queryOptions({
    queryKey: [...findingsKey(address), 'summary', given],
    queryFn: async ({ signal }) =>
      await getOne<WireFindingSummary>(`${versionPath(address)}/finding/summary`, signal, given),
    placeholderData: keepPreviousData,
  });
}

export function findingPageKey(address: VersionAddress, view: FindingView, page: number): readonly unknown[] {
  return [...findingsKey(address), 'list', { ...filtersOf(view), sort: view.sort }, page];
}

/** Steady: an event does not move the rows that somebody reads. */
export function findingPage(queryClient: QueryClient, address: VersionAddress, view: FindingView, page: number) {
  return queryOptions({
    queryKey: findingPageKey(address, view, page),
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<ListAnswer<WireFinding>>(findingPageKey(address, view, page - 1));
      const place = before?.next === undefined ? { offset: page * FINDINGS_PER_PAGE } : { cursor: before.next };
      return await getList<WireFinding>(`${versionPath(address)}/finding`, signal, {
        ...filtersOf(view),
        sort: view.sort,
        limit: FINDINGS_PER_PAGE,
        ...place,
      });
    },
    staleTime: Infinity,
    meta: { isSteady: true },
  });
}
