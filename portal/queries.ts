/** Everything the portal reads, one function per question. Keys begin with what would make them stale together. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireAnalysis } from '../src/api/contract/analysis.ts';
import type { WireFinding, WireFindingSummary } from '../src/api/contract/finding.ts';
import type { WireService, WireServiceListItem } from '../src/api/contract/service.ts';
import type { WireVersion, WireVersionDetails } from '../src/api/contract/version.ts';
import { getList, getOne, mayPass, toPath } from './api-client.ts';
import { FINDINGS_PER_PAGE, type FindingView } from './finding-view.ts';
import { toPollDelay } from './poll-delay.ts';

export const ITEMS_PER_PAGE = 100;
const RETRY_DELAY_MS = 5_000;

export interface VersionAddress {
  readonly service: string;
  readonly version: string;
}

/** For all queries: what failed for a passing reason is asked again, so that a page heals by itself. */
export function toRetryDelay(error: Error | null): number | false {
  return mayPass(error) && RETRY_DELAY_MS;
}

export function serviceList({ q, offset }: Pick<FindingView, 'q' | 'offset'>) {
  return queryOptions({
    queryKey: ['services', q, offset],
    queryFn: async ({ signal }) =>
      await getList<WireServiceListItem>('/service', signal, { q, limit: ITEMS_PER_PAGE, offset }),
    placeholderData: keepPreviousData,
  });
}

export function serviceDetails(service: string) {
  return queryOptions({
    queryKey: ['service', service],
    queryFn: async ({ signal }) => await getOne<WireService>(toPath('service', service), signal),
  });
}

export function versionList(service: string, { offset }: Pick<FindingView, 'offset'>) {
  return queryOptions({
    queryKey: ['service', service, 'versions', offset],
    queryFn: async ({ signal }) =>
      await getList<WireVersion>(toPath('service', service, 'version'), signal, { limit: ITEMS_PER_PAGE, offset }),
  });
}

export function versionDetails(address: VersionAddress) {
  return queryOptions({
    queryKey: [...keyOf(address), 'details'],
    queryFn: async ({ signal }) => await getOne<WireVersionDetails>(pathOf(address), signal),
  });
}

/** Null while nothing was uploaded. Looked at again until it has ended, counted from when the page was opened. */
export function latestAnalysis(address: VersionAddress, watchedSinceMs: number) {
  return queryOptions({
    queryKey: [...keyOf(address), 'analysis'],
    queryFn: async ({ signal }) => {
      const { items } = await getList<WireAnalysis>(`${pathOf(address)}/analysis`, signal, { limit: 1 });
      return items[0] ?? null;
    },
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || error !== null ? toRetryDelay(error) : toPollDelay(data, Date.now() - watchedSinceMs),
  });
}

/** What the findings of a version are kept under; invalid as a whole once a new analysis has ended. */
export function findingsKey(address: VersionAddress): readonly string[] {
  return [...keyOf(address), 'findings'];
}

export function findingSummary(address: VersionAddress, { q, relevance }: Pick<FindingView, 'q' | 'relevance'>) {
  return queryOptions({
    queryKey: [...findingsKey(address), 'summary', q, relevance],
    queryFn: async ({ signal }) =>
      await getOne<WireFindingSummary>(`${pathOf(address)}/finding/summary`, signal, { q, relevance }),
    placeholderData: keepPreviousData,
  });
}

export function findingList(address: VersionAddress, view: FindingView) {
  return queryOptions({
    queryKey: [...findingsKey(address), 'list', view],
    queryFn: async ({ signal }) => {
      const { q, severity, relevance, sort, offset } = view;
      const page = { limit: FINDINGS_PER_PAGE, offset };
      return await getList<WireFinding>(`${pathOf(address)}/finding`, signal, {
        q,
        severity,
        relevance,
        sort: sort ?? 'severity',
        ...page,
      });
    },
    placeholderData: keepPreviousData,
  });
}

function keyOf({ service, version }: VersionAddress): readonly string[] {
  return ['service', service, 'version', version];
}

function pathOf({ service, version }: VersionAddress): string {
  return toPath('service', service, 'version', version);
}
