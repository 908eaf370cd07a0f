/**
 * Rows of a long list. Loads the pages around the visible rows and keeps at most twenty. After a filter change, the old rows stay
 * until the first new ones arrive.
 */
import { hashKey, useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import {
  findingListKey,
  findingPage,
  findingPageKey,
  FINDINGS_PER_PAGE,
  type FindingList,
  type FindingPage,
} from './findings.ts';
import type { VersionAddress } from '../services/versions.ts';
import type { FindingView } from '../../search-params/finding-view.ts';

const AHEAD_ROWS = 30;
const PAGES_KEPT_MAX = 20;
/** Browsers cannot render a taller element; filters are the way to reach further rows. */
const ROWS_MAX = 400_000;

export interface RowRange {
  readonly first: number;
  readonly last: number;
}

export interface FindingRows {
  /** Undefined until the first page is loaded. */
  readonly count: number | undefined;
  readonly hasMore: boolean;
  /** Undefined while its page is loading. */
  readonly rowAt: (index: number) => WireFinding | undefined;
  /** Row index of a finding, if its page is loaded. */
  readonly indexOf: (id: string) => number | undefined;
  /** The result that the rows belong to. */
  readonly result: string | undefined;
  readonly isOld: boolean;
  readonly error: Error | null;
}

/** For a finding that is opened outside a list, without previous or next. */
export const NO_ROWS: FindingRows = {
  count: undefined,
  hasMore: false,
  result: undefined,
  isOld: false,
  error: null,
  rowAt: () => undefined,
  indexOf: () => undefined,
};

export function useFindingPages(address: VersionAddress, view: FindingView, range: RowRange): FindingRows {
  const queryClient = useQueryClient();
  const list = useFindingList(address, view);
  const pages = listPages(range);
  const answers = useQueries({ queries: pages.map((page) => findingPage(queryClient, list, page)) });
  const known = answers.findLast(({ data }) => data !== undefined)?.data;
  const [shown, setShown] = useState<FindingList>();
  if (known !== undefined && shown !== list) setShown(list);
  useEffect(() => evictPages(queryClient, list, range), [queryClient, list, range]);

  const source = known === undefined ? shown : list;
  const head = known ?? (shown && findPage(queryClient, shown, 0));
  return {
    count: head && countRows(head, list.cursors),
    hasMore: head?.hasMore ?? false,
    rowAt: (index) =>
      source && findPage(queryClient, source, Math.floor(index / FINDINGS_PER_PAGE))?.items[index % FINDINGS_PER_PAGE],
    indexOf: (id) => source && findRow(queryClient, source, id),
    result: head?.result,
    isOld: known === undefined,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** Returns the same object while address and view stay the same. */
function useFindingList({ service, version }: VersionAddress, view: FindingView): FindingList {
  const key = JSON.stringify(findingPageKey({ address: { service, version }, view }, 0));
  return useMemo(() => {
    const [, , , , , , given] = JSON.parse(key) as readonly [
      string,
      string,
      string,
      string,
      string,
      string,
      FindingView,
    ];
    return { address: { service, version }, view: given, cursors: new Map<number, string>() };
  }, [key, service, version]);
}

export function listPages({ first, last }: RowRange): number[] {
  const from = Math.floor(first / FINDINGS_PER_PAGE);
  const to = Math.floor((last + AHEAD_ROWS) / FINDINGS_PER_PAGE);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The counted total; beyond it, one page more than was reached. */
function countRows({ total, hasMore }: FindingPage, cursors: ReadonlyMap<number, string>): number {
  if (!hasMore) return Math.min(total, ROWS_MAX);
  const reached = Math.max(0, ...cursors.keys());
  return Math.min(Math.max(total, (reached + 1) * FINDINGS_PER_PAGE), ROWS_MAX);
}

function findPage(queryClient: QueryClient, list: FindingList, page: number): FindingPage | undefined {
  return queryClient.getQueryData<FindingPage>(findingPageKey(list, page));
}

function findRow(queryClient: QueryClient, list: FindingList, id: string): number | undefined {
  const wanted = hashKey(findingPageKey(list, 0).slice(0, -1));
  const pages = queryClient.getQueriesData<FindingPage>({
    // A partial key would also match views with more filters.
    predicate: ({ queryKey }) => hashKey(queryKey.slice(0, -1)) === wanted,
  });
  for (const [key, page] of pages) {
    const at = page?.items.findIndex((finding) => finding.id === id) ?? -1;
    if (at !== -1) return Number(key.at(-1)) * FINDINGS_PER_PAGE + at;
  }
  return undefined;
}

/** Keeps the pages nearest to the visible rows. */
function evictPages(queryClient: QueryClient, list: FindingList, { first, last }: RowRange): void {
  const middle = (first + last) / 2 / FINDINGS_PER_PAGE;
  const kept = queryClient.getQueryCache().findAll({ queryKey: findingListKey(list.address) });
  const far = kept
    .map((query) => ({ query, distance: Math.abs(Number(query.queryKey.at(-1)) - middle) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(PAGES_KEPT_MAX);
  for (const { query } of far) if (!query.isActive()) queryClient.getQueryCache().remove(query);
}
