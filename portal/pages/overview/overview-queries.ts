/** Overview of the organization: counts of all services, most urgent findings, and recent changes. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireFindingSummary, WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingChange, WireOverview } from '../../../src/api/contract/history/overview.ts';
import { getList, getOne, type Parameters } from '../../api/api-client.ts';

export const CHANGES_PER_PAGE = 20;
const FINDINGS_SHOWN = 8;

export function overview(since: string) {
  return queryOptions({
    queryKey: ['overview', since],
    queryFn: async ({ signal }) => await getOne<WireOverview>('/overview', signal, { since }),
    placeholderData: keepPreviousData,
  });
}

export function changeList(since: string, kind: string | undefined, offset: number) {
  return queryOptions({
    queryKey: ['overview', since, 'changes', kind, offset],
    queryFn: async ({ signal }) =>
      await getList<WireFindingChange>('/overview/change', signal, { since, kind, offset, limit: CHANGES_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

/** Counts over the newest version of every service. */
export function organizationSummary() {
  return queryOptions({
    queryKey: ['findings', 'summary'],
    queryFn: async ({ signal }) => await getOne<WireFindingSummary>('/finding/summary', signal),
  });
}

/** The most urgent findings of all services that match a filter. */
export function urgentFindings(filter: Parameters) {
  return queryOptions({
    queryKey: ['findings', 'urgent', filter],
    queryFn: async ({ signal }) =>
      await getList<WirePlacedFinding>('/finding', signal, { ...filter, limit: FINDINGS_SHOWN }),
    placeholderData: keepPreviousData,
  });
}
