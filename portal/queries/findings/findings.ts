/**
 * Findings of a version: counts, and the list in pages. A page is requested with the cursor of the page before it, so that no
 * finding is skipped or repeated. Jumping to a distant page and refreshing use an offset, up to where the API counts.
 */
import { hashKey, keepPreviousData, queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { WireFinding, WireFindingGroup, WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { FindingGrouping } from '../../../src/core/vocabulary/finding.ts';
import { fetchFile, getList, getOne, type ListAnswer, type Parameters } from '../../api/api-client.ts';
import type { Filters } from '../../search-params/finding-filters.ts';
import { filtersOf, type FindingView } from '../../search-params/finding-view.ts';
import { isCompleted } from '../../text/analysis/analysis-text.ts';
import { latestAnalysisKey } from '../services/analyses.ts';
import { OFFSET_MAX, rowsOf, startOf } from './list-pages.ts';
import { versionKey, versionPath, type VersionAddress } from '../services/versions.ts';

interface ResultPage<Item> extends ListAnswer<Item> {
  /** The result that the page belongs to. If it differs, the rows on the screen are outdated. */
  readonly result: string;
}

export type FindingPage = ResultPage<WireFinding>;
export type GroupPage = ResultPage<WireFindingGroup>;

export interface FindingList {
  readonly address: VersionAddress;
  readonly view: FindingView;
  /** Of a list of groups. */
  readonly groupBy?: FindingGrouping | undefined;
  /** Cursors of the pages reached so far, by page number, each with the result that it belongs to. */
  readonly cursors: Map<number, Pick<FindingPage, 'next' | 'result'>>;
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

function findingsKey(address: VersionAddress): readonly string[] {
  return [...versionKey(address), 'findings'];
}

/** Prefix of the keys of all pages in every view of the list. */
export function findingListKey(address: VersionAddress): readonly string[] {
  return [...findingsKey(address), 'list'];
}

export function findingPageKey(
  { address, view, groupBy }: Omit<FindingList, 'cursors'>,
  page: number,
): readonly unknown[] {
  return [...findingListKey(address), { ...filtersOf(view), sort: view.sort, groupBy }, page];
}

/** Steady: events do not move rows while the user reads them. */
export function findingPage(queryClient: QueryClient, list: FindingList, page: number) {
  const { address, view } = list;
  return queryOptions({
    queryKey: findingPageKey(list, page),
    queryFn: async ({ signal }): Promise<FindingPage> =>
      await loadPage<WireFinding>(
        queryClient,
        list,
        page,
        async (place) =>
          await getList(`${versionPath(address)}/finding`, signal, { ...filtersOf(view), sort: view.sort, ...place }),
      ),
    ...STEADY,
  });
}

export function groupPage(queryClient: QueryClient, list: FindingList, page: number) {
  const { address, view, groupBy } = list;
  return queryOptions({
    queryKey: findingPageKey(list, page),
    queryFn: async ({ signal }): Promise<GroupPage> =>
      await loadPage<WireFindingGroup>(
        queryClient,
        list,
        page,
        async (place) =>
          await getList(`${versionPath(address)}/finding/group`, signal, { ...filtersOf(view), groupBy, ...place }),
      ),
    ...STEADY,
  });
}

const STEADY = { staleTime: Infinity, meta: { isSteady: true } };

async function loadPage<Item>(
  queryClient: QueryClient,
  list: FindingList,
  page: number,
  load: (place: Parameters) => Promise<ListAnswer<Item>>,
): Promise<ResultPage<Item>> {
  const { address, cursors } = list;
  const shown = findShownPages<ResultPage<Item>>(queryClient, list);
  const shownResult = shown.values().next().value?.result;
  const result = shownResult ?? nameResult(queryClient.getQueryData(latestAnalysisKey(address)));
  const known = cursors.get(page);
  const cursor = known?.result === shownResult ? known?.next : shown.get(page - 1)?.next;
  // A page beyond the offsets of the API has no other place than its last known one.
  const place = cursor ?? (startOf(page) > OFFSET_MAX ? known?.next : undefined);
  const answer = await load({
    limit: rowsOf(page),
    ...(place === undefined ? { offset: startOf(page) } : { cursor: place }),
  });
  if (answer.next !== undefined) cursors.set(page + 1, { next: answer.next, result });
  return { ...answer, result };
}

/** Loaded pages that need no refresh. All have the same result, and a cursor of another one would skip or repeat rows after them. */
function findShownPages<Page>(queryClient: QueryClient, list: FindingList): Map<number, Page> {
  const queries = findPageQueries(queryClient, list).filter(({ state }) => !state.isInvalidated);
  return new Map(
    queries.flatMap(({ queryKey, state }) =>
      state.data === undefined ? [] : [[Number(queryKey.at(-1)), state.data as Page] as const],
    ),
  );
}

/** The queries of the pages in exactly this view. A partial key would also match views with more filters. */
export function findPageQueries(queryClient: QueryClient, list: FindingList): Query[] {
  const wanted = hashKey(findingPageKey(list, 0).slice(0, -1));
  return queryClient.getQueryCache().findAll({
    queryKey: findingListKey(list.address),
    predicate: ({ queryKey }) => hashKey(queryKey.slice(0, -1)) === wanted,
  });
}

/** The filter that selects the findings of a group. */
export function withGroup(view: FindingView, by: FindingGrouping, key: string): FindingView {
  return { ...view, sort: undefined, [GROUP_FILTERS[by]]: key };
}

const GROUP_FILTERS = { vulnerability: 'cve', fix: 'fix', component: 'component' } as const;

/** The ids of all findings of a group, if the API returns them on one page. */
export async function listGroupIds(address: VersionAddress, view: FindingView): Promise<readonly string[]> {
  const given = { ...filtersOf(view), limit: IDS_MAX };
  const { items } = await getList<WireFinding>(`${versionPath(address)}/finding`, new AbortController().signal, given);
  return items.map(({ id }) => id);
}

/** The maximum number of ids that the API accepts and returns. */
export const IDS_MAX = 1_000;

/** While an analysis runs, the findings are those of the previous one. */
export function nameResult(analysis: WireAnalysis | null | undefined): string {
  if (!analysis) return 'none';
  return isCompleted(analysis.status) ? analysis.id : `before ${analysis.id}`;
}

export async function exportFindings(address: VersionAddress, view: FindingView, type: string): Promise<Blob> {
  return await fetchFile(`${versionPath(address)}/finding`, { ...filtersOf(view), sort: view.sort }, type);
}
