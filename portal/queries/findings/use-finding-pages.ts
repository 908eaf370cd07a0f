/**
 * Rows of a long list of findings, or of groups of findings. Loads the pages around the visible rows and keeps at most twenty.
 * After a filter change, the old rows stay until the first new ones arrive.
 */
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { WireFinding, WireFindingGroup } from '../../../src/api/contract/findings/finding.ts';
import type { FindingGrouping } from '../../../src/core/vocabulary/finding.ts';
import {
  findingListKey,
  findingPage,
  findingPageKey,
  findPageQueries,
  groupPage,
  withGroup,
  type FindingList,
  type FindingPage,
  type GroupPage,
} from './findings.ts';
import { findingPlaceOf, placeOf, rowOf, stepOf, type OpenGroup } from './group-layout.ts';
import { lastToLoad, listPages, pageOf, startOf, type RowRange } from './list-pages.ts';
import type { VersionAddress } from '../services/versions.ts';
import type { FindingView, Grouping } from '../../search-params/finding-view.ts';

const PAGES_KEPT_MAX = 20;
/** Browsers cannot render a taller element; filters are the way to reach further rows. */
const ROWS_MAX = 400_000;

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

/** A row of the table. */
export interface TableRow {
  /** The finding, or the most urgent one of a group. */
  readonly finding: WireFinding;
  /** Set for the row of a group. */
  readonly group: WireFindingGroup | undefined;
  readonly isOpen: boolean;
  /** Whether it is a finding of the open group above it. */
  readonly isMember: boolean;
}

export interface TableRows extends Pick<FindingRows, 'count' | 'hasMore' | 'result' | 'isOld' | 'error'> {
  readonly rowAt: (index: number) => TableRow | undefined;
  /** Whether a loaded finding has the property. */
  readonly some: (test: (finding: WireFinding) => boolean) => boolean;
  /** Number of groups; undefined for a list of findings. */
  readonly groups: number | undefined;
  /** For stepping from finding to finding. */
  readonly findings: FindingRows;
}

interface ShownRows {
  readonly range: RowRange;
  /** Position among `findings` of one that is shown outside the table. */
  readonly step: number | undefined;
  readonly grouping: Grouping;
  /** The open groups by key. */
  readonly open: ReadonlyMap<string, OpenGroup>;
}

export function useFindingRows(
  address: VersionAddress,
  view: FindingView,
  { range, step, grouping, open }: ShownRows,
): TableRows {
  const queryClient = useQueryClient();
  const list = useFindingList(address, view, grouping === 'none' ? undefined : grouping);
  const members = useMemo(() => new Map([...open.keys()].map((key) => [key, toMemberList(list, key)])), [list, open]);
  const listOf = (key: string): FindingList => members.get(key) ?? toMemberList(list, key);
  const isGrouped = list.groupBy !== undefined;
  const itemAt = itemReader(queryClient);
  const opened = [...open]
    .map(([key, group]) => ({ key, ...group }))
    .filter(({ key, index }) => isGroupAt(itemAt(list, index), key))
    .toSorted((a, b) => a.index - b.index);
  const stepRow = step !== undefined && isGrouped ? rowOf(findingPlaceOf(step, opened), opened) : step;
  const ranges = stepRow === undefined ? [range] : [range, { first: stepRow, last: stepRow }];
  const pages = isGrouped
    ? listGroupPages(ranges, opened)
    : { heads: [...new Set(ranges.flatMap(listPages))], members: [] };
  const start = findPage(queryClient, list, 0);
  const end = start === undefined ? Infinity : countRows(start, list.cursors);
  const heads = pages.heads.filter((page) => page === 0 || startOf(page) < end);
  const answers = useQueries({
    queries: heads.map((page) =>
      isGrouped ? groupPage(queryClient, list, page) : findingPage(queryClient, list, page),
    ),
  });
  const inside = useQueries({
    queries: pages.members.map(({ key, page }) => findingPage(queryClient, listOf(key), page)),
  });
  const insidePages = new Map(pages.members.map(({ key, page }, at) => [`${page} ${key}`, inside[at]?.data]));
  const known = answers.findLast(({ data }) => data !== undefined)?.data;
  const [shown, setShown] = useState<FindingList>();
  if (known !== undefined && shown !== list) setShown(list);
  useEffect(() => evictPages(queryClient, list, range), [queryClient, list, range]);

  const source = known === undefined ? shown : list;
  const head = known ?? (shown && findPage(queryClient, shown, 0));
  const total = head && countRows(head, list.cursors);
  const common = {
    hasMore: head?.hasMore ?? false,
    result: head?.result,
    isOld: known === undefined,
    error: [...answers, ...inside].find(({ error }) => error !== null)?.error ?? null,
  };
  const some: TableRows['some'] = (test) =>
    source !== undefined && someItem(queryClient, source, (item) => test('finding' in item ? item.finding : item));
  const findingAt = (from: FindingList | undefined, index: number): WireFinding | undefined =>
    from && (itemAt(from, index) as WireFinding | undefined);
  if (source?.groupBy === undefined) {
    const findings: FindingRows = {
      ...common,
      count: total,
      rowAt: (index) => findingAt(source, index),
      indexOf: (id) => source && findRow(queryClient, source, (finding) => finding.id === id),
    };
    return {
      ...common,
      some,
      count: total,
      groups: undefined,
      findings,
      rowAt: (index) => toRow(findings.rowAt(index)),
    };
  }
  // Old rows are those of another filter: their groups are closed.
  const current = source === list ? opened : [];
  const inAll = current.reduce((sum, { count }) => sum + count, 0);
  const groupAt = (index: number): WireFindingGroup | undefined =>
    itemAt(source, index) as WireFindingGroup | undefined;
  const memberAt = (group: number, member: number): WireFinding | undefined => {
    const key = current.find(({ index }) => index === group)?.key;
    if (key === undefined) return undefined;
    const number = pageOf(member);
    const page = insidePages.get(`${number} ${key}`);
    return page === undefined ? findingAt(listOf(key), member) : page.items[member - startOf(number)];
  };
  return {
    ...common,
    some,
    count: total && total + inAll,
    groups: total,
    rowAt: (index) => {
      const { group, member } = placeOf(index, current);
      if (member !== undefined) return toRow(memberAt(group, member), true);
      return toGroupRow(
        groupAt(group),
        source,
        current.some((each) => each.index === group),
      );
    },
    findings: {
      ...common,
      count: total && total + inAll - current.length,
      rowAt: (index) => {
        const { group, member } = findingPlaceOf(index, current);
        return member === undefined ? groupAt(group)?.finding : memberAt(group, member);
      },
      indexOf: (id) => {
        for (const { key, index: group } of current) {
          const member = findRow(queryClient, listOf(key), (finding) => finding.id === id);
          if (member !== undefined) return stepOf({ group, member }, current);
        }
        const group = findRow<WireFindingGroup>(queryClient, source, (each) => each.finding.id === id);
        return group === undefined ? undefined : stepOf({ group, member: undefined }, current);
      },
    },
  };
}

/** After a newer result, another group may be at the position; then the group counts as closed. */
function isGroupAt(group: WireFinding | WireFindingGroup | undefined, key: string): boolean {
  return group === undefined || ('key' in group && group.key === key);
}

function toRow(finding: WireFinding | undefined, isMember = false): TableRow | undefined {
  return finding && { finding, group: undefined, isOpen: false, isMember };
}

/** A vulnerability with a single finding is shown like a finding. */
function toGroupRow(
  group: WireFindingGroup | undefined,
  { groupBy }: FindingList,
  isOpen: boolean,
): TableRow | undefined {
  if (group === undefined) return undefined;
  if (groupBy === 'vulnerability' && group.findings === 1) return toRow(group.finding);
  return { finding: group.finding, group, isOpen, isMember: false };
}

/** Returns the same object while address, view and grouping stay the same. */
function useFindingList(
  { service, version }: VersionAddress,
  view: FindingView,
  groupBy: FindingGrouping | undefined,
): FindingList {
  const key = JSON.stringify(findingPageKey({ address: { service, version }, view, groupBy }, 0));
  return useMemo(() => {
    const given = (JSON.parse(key) as readonly unknown[]).at(-2) as FindingView & Pick<FindingList, 'groupBy'>;
    return {
      address: { service, version },
      view: given,
      groupBy: given.groupBy,
      cursors: new Map(),
    };
  }, [key, service, version]);
}

function toMemberList({ address, view, groupBy }: FindingList, key: string): FindingList {
  const given = groupBy === undefined ? view : withGroup(view, groupBy, key);
  return { address, view: given, cursors: new Map() };
}

/** The pages of groups and of the findings of open groups that the rows are on. */
function listGroupPages(ranges: readonly RowRange[], open: readonly (OpenGroup & { readonly key: string })[]) {
  const heads = new Set<number>();
  const members = new Map<string, { readonly key: string; readonly page: number }>();
  for (const row of ranges.flatMap(listRowsToLoad)) {
    const { group, member } = placeOf(row, open);
    heads.add(pageOf(group));
    const key = open.find(({ index }) => index === group)?.key;
    if (member === undefined || key === undefined) continue;
    const page = pageOf(member);
    members.set(`${page} ${key}`, { key, page });
  }
  return { heads: [...heads], members: [...members.values()] };
}

function listRowsToLoad(range: RowRange): number[] {
  return Array.from({ length: lastToLoad(range) - range.first + 1 }, (_, index) => range.first + index);
}

/** The counted total; beyond it, one page more than was reached. */
function countRows({ total, hasMore }: FindingPage | GroupPage, cursors: FindingList['cursors']): number {
  if (!hasMore) return Math.min(total, ROWS_MAX);
  const reached = Math.max(0, ...cursors.keys());
  return Math.min(Math.max(total, startOf(reached + 1)), ROWS_MAX);
}

function findPage(queryClient: QueryClient, list: FindingList, page: number): FindingPage | GroupPage | undefined {
  return queryClient.getQueryData<FindingPage | GroupPage>(findingPageKey(list, page));
}

/** Finds each page once: finding one hashes its key, which would take longer than the rest of a row. */
function itemReader(queryClient: QueryClient) {
  const known = new Map<FindingList, Map<number, FindingPage | GroupPage>>();
  return (list: FindingList, index: number): WireFinding | WireFindingGroup | undefined => {
    const pages = known.get(list) ?? new Map<number, FindingPage | GroupPage>();
    known.set(list, pages);
    const number = pageOf(index);
    const page = pages.get(number) ?? findPage(queryClient, list, number);
    if (page !== undefined) pages.set(number, page);
    return page?.items[index - startOf(number)];
  };
}

/** The position of an item, if its page is loaded. */
function findRow<Item = WireFinding>(
  queryClient: QueryClient,
  list: FindingList,
  isWanted: (item: Item) => boolean,
): number | undefined {
  for (const [page, items] of listLoaded<Item>(queryClient, list)) {
    const at = items.findIndex(isWanted);
    if (at !== -1) return startOf(page) + at;
  }
  return undefined;
}

function someItem(
  queryClient: QueryClient,
  list: FindingList,
  test: (item: WireFinding | WireFindingGroup) => boolean,
): boolean {
  return listLoaded<WireFinding | WireFindingGroup>(queryClient, list).some(([, items]) => items.some(test));
}

function listLoaded<Item>(queryClient: QueryClient, list: FindingList): [page: number, items: readonly Item[]][] {
  return findPageQueries(queryClient, list).map(({ queryKey, state }) => [
    Number(queryKey.at(-1)),
    (state.data as { readonly items: readonly Item[] } | undefined)?.items ?? [],
  ]);
}

/** Keeps the pages nearest to the visible rows. */
function evictPages(queryClient: QueryClient, list: FindingList, { first, last }: RowRange): void {
  const middle = pageOf((first + last) / 2);
  const kept = queryClient.getQueryCache().findAll({ queryKey: findingListKey(list.address) });
  const far = kept
    .map((query) => ({ query, distance: Math.abs(Number(query.queryKey.at(-1)) - middle) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(PAGES_KEPT_MAX);
  // Without the first page, the number of rows would be unknown until another one is loaded.
  for (const { query } of far)
    if (!query.isActive() && query.queryKey.at(-1) !== 0) queryClient.getQueryCache().remove(query);
}
