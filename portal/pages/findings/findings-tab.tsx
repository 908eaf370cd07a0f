/** Findings of a version: search, filters, sorting, and the opened finding. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouterState } from '@tanstack/react-router';
import { memo, startTransition, useCallback, useEffect, useState } from 'react';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { WireFindingGroup, WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { announce } from '../../live/announce.ts';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { findingListKey, findingPageKey, findingSummary, nameResult } from '../../queries/findings/findings.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { FIRST_ADDRESS } from '../../search-params/first-address.ts';
import { placeOf, type OpenGroup } from '../../queries/findings/group-layout.ts';
import {
  chooseGrouping,
  hasFilters,
  listIgnored,
  type FindingView,
  type Grouping,
} from '../../search-params/finding-view.ts';
import { useMe } from '../../session/session.ts';
import { describeDelta } from '../../text/analysis/analysis-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeEmptyResult } from './empty-result.ts';
import { rateResult } from '../../text/analysis/result-quality.ts';
import { ActiveFilters, FilterMenu, ReasonGroups } from './finding-filters.tsx';
import { countGroups } from './group-text.ts';
import { GroupingChoice, TableMenu } from './table-menu.tsx';
import { useTableSettings, type SettingsChoice } from './table-settings.ts';
import { FindingDrawer } from '../finding/finding-drawer.tsx';
import { FindingSearch } from './finding-search.tsx';
import { FindingsTable, isSamePages } from './findings-table.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { UndoNotice } from '../decision/last-decision.tsx';
import { FirstSteps } from '../remediation/first-steps.tsx';
import { SelectionBar, useSelection } from './selection.tsx';
import { SuggestionQueue } from './suggestion-queue.tsx';
import { FIRST_ROWS, type RowRange } from '../../queries/findings/list-pages.ts';
import { useFindingRows, type TableRows } from '../../queries/findings/use-finding-pages.ts';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from '../version/version-page.module.css';

/** Too narrow for all columns and the titles. On a phone, columns are lines of a row, which have room. */
const NARROW = '(min-width: 48.01rem) and (max-width: 84.99rem)';

const route = getRouteApi('/services/$service/versions/$version');

interface FindingsTabProps {
  readonly address: VersionAddress;
  /** Without filters. */
  readonly summary: WireFindingSummary;
  readonly analysis: WireAnalysis | null;
}

export function FindingsTab({ address, summary, analysis }: FindingsTabProps) {
  const view = route.useSearch();
  const navigate = useNavigate();
  const grouping = chooseGrouping(view, useMe()?.preferences.groupFindingsBy ?? 'vulnerability');
  const viewKey = JSON.stringify([findingPageKey({ address, view }, 0), grouping]);
  const [seen, setSeen] = useState(() => toTop(viewKey));
  const { range, step, open } = seen.viewKey === viewKey ? seen : toTop(viewKey);
  const see = useCallback(
    (change: Partial<SeenRows>) =>
      setSeen((before) => ({ ...(before.viewKey === viewKey ? before : toTop(viewKey)), ...change })),
    [viewKey],
  );
  const onStep = useCallback((next: number) => see({ step: next }), [see]);
  const rows = useFindingRows(address, view, { range, step, grouping, open });
  // Counts are requested after the rows, which are awaited and would share the same cores.
  const counted = useQuery({ ...findingSummary(address, view), enabled: !rows.isOld }).data;
  const choice = useTableSettings(window.matchMedia(NARROW).matches);
  const selection = useSelection({ viewKey, address, view, grouping, rows });
  const isEmpty = rows.count === 0 && !rows.isOld;
  return (
    <>
      <Ignored />
      {summary.total > 0 && !hasFilters(view) && <FirstSteps address={address} />}
      {(rows.count !== 0 || hasFilters(view)) && (
        <Tools view={view} counted={counted} groups={rows.groups} grouping={grouping} choice={choice} />
      )}
      <ActiveFilters />
      <ReasonGroups address={address} view={view} />
      {/* An open finding shows it itself, because nothing behind it can be reached. */}
      {view.finding === undefined && <UndoNotice />}
      <SelectionBar selection={selection} address={address} view={view} total={counted?.total ?? 0} />
      <NewerResultNotice address={address} rows={rows} analysis={analysis} />
      {rows.error !== null && <Problem error={rows.error} />}
      {view.suggested === 'true' && <SuggestionQueue rows={rows.findings} onStep={onStep} />}
      {rows.count === undefined && rows.error === null && <Loading rows={8} />}
      {rows.count !== undefined && rows.count > 0 && (
        <FindingsTable
          rows={rows}
          viewKey={viewKey}
          grouping={grouping}
          sort={view.sort}
          choice={choice}
          openId={view.finding}
          selection={selection}
          onRange={(next) => {
            // The rows that are already loaded scroll on while the next ones are requested.
            if (!isSamePages(next, range)) startTransition(() => see({ range: next }));
          }}
          onOpen={({ id }) =>
            void navigate({ to: '.', search: (current) => ({ ...current, finding: id }), resetScroll: false })
          }
          onToggle={(index, group) => see({ open: toggleGroup(open, index, group) })}
        />
      )}
      {isEmpty && <Empty summary={summary} analysis={analysis} view={view} />}
      {view.finding !== undefined && <FindingDrawer id={view.finding} rows={rows.findings} onStep={onStep} />}
    </>
  );
}

type OpenGroups = ReadonlyMap<string, OpenGroup>;

interface SeenRows {
  readonly viewKey: string;
  readonly range: RowRange;
  /** Position of the finding in the drawer, or of the next suggestion. */
  readonly step: number | undefined;
  readonly open: OpenGroups;
}

const NONE_OPEN: OpenGroups = new Map();

function toTop(viewKey: string): SeenRows {
  return { viewKey, range: FIRST_ROWS, step: undefined, open: NONE_OPEN };
}

/** `row` is the row of the group, which is below the findings of the open groups above it. */
function toggleGroup(open: OpenGroups, row: number, { key, findings }: WireFindingGroup): OpenGroups {
  const next = new Map(open);
  const groups = [...open.values()].toSorted((a, b) => a.index - b.index);
  if (!next.delete(key)) next.set(key, { index: placeOf(row, groups).group, count: findings });
  return next;
}

interface ToolsProps extends Pick<CountProps, 'view' | 'groups' | 'grouping'> {
  readonly counted: WireFindingSummary | undefined;
  readonly choice: SettingsChoice;
}

/** Rendered only if it changes, because the tab is rendered whenever scrolling needs another page. */
const Tools = memo(function Tools({ view, counted, groups, grouping, choice }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <FindingSearch view={view} />
      {counted !== undefined && <Count summary={counted} view={view} groups={groups} grouping={grouping} />}
      <GroupingChoice grouping={grouping} />
      <FilterMenu />
      <SavedFilters view={view} />
      <TableMenu {...choice} />
    </div>
  );
});

interface CountProps extends Pick<EmptyProps, 'summary' | 'view'> {
  /** Number of groups; undefined without grouping. */
  readonly groups: number | undefined;
  readonly grouping: Grouping;
}

/** Always shows both the count and how many the default filters hide. */
function Count({ summary: { total, hidden }, view, groups, grouping }: CountProps) {
  const isShowingHidden = view.relevance?.includes('not_relevant') ?? false;
  return (
    <p className={styles.count} aria-live="off">
      {groups !== undefined && grouping !== 'none' && `${countGroups(groups, grouping)}, `}
      {countOf(total, 'finding')}
      {!isShowingHidden && hidden > 0 && (
        <>
          {', '}
          <ViewLink view={{ ...view, relevance: 'not_relevant' }}>{formatCount(hidden)} not relevant</ViewLink>
        </>
      )}
    </p>
  );
}

/** A link may be invalid or from an older version of the portal. */
function Ignored() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const view = route.useSearch();
  const names = listIgnored(FIRST_ADDRESS.search).filter((name) => view[name] === undefined);
  if (names.length === 0 || pathname !== FIRST_ADDRESS.pathname) return null;
  return <Notice kind="doubtful">Invalid parameters in the URL were ignored: {names.join(', ')}.</Notice>;
}

interface NewerResultNoticeProps extends Pick<FindingsTabProps, 'address' | 'analysis'> {
  readonly rows: Pick<TableRows, 'result' | 'count'>;
}

/** Keeps the rows and offers to load newer ones. If there were none, it loads the newer ones at once. */
function NewerResultNotice({ address, rows, analysis }: NewerResultNoticeProps) {
  const queryClient = useQueryClient();
  const result = nameResult(analysis);
  const isNewer = rows.result !== undefined && result !== rows.result && !result.startsWith('before ');
  const isNothingShown = rows.count === 0;
  const changes = analysis?.delta && describeDelta(analysis.delta);
  const { service, version } = address;
  useEffect(() => {
    if (!isNewer) return;
    announce(`Analysis completed. ${changes ?? ''}`);
    if (isNothingShown) void queryClient.resetQueries({ queryKey: findingListKey({ service, version }) });
  }, [isNewer, isNothingShown, queryClient, service, version, changes]);
  if (!isNewer || isNothingShown) return null;
  return (
    <Notice kind="neutral">
      A newer analysis is available. {changes ?? ''}{' '}
      <button
        type="button"
        className={linkStyles.link}
        onClick={() => void queryClient.resetQueries({ queryKey: findingListKey(address) })}
      >
        Show findings
      </button>
    </Notice>
  );
}

interface EmptyProps extends Pick<FindingsTabProps, 'summary' | 'analysis'> {
  readonly view: FindingView;
}

function Empty({ summary, analysis, view }: EmptyProps) {
  const isFiltered = hasFilters(view);
  const { text, action } = describeEmptyResult(summary, isFiltered);
  const quality = isFiltered ? 'neutral' : rateResult(summary, analysis?.status);
  return (
    <Notice kind={quality === 'unknown' ? 'neutral' : quality}>
      {text} {action === 'clear' && <ViewLink view={{}}>Clear filters</ViewLink>}
      {action === 'show-filtered' && <ViewLink view={{ relevance: 'not_relevant' }}>Show findings</ViewLink>}
    </Notice>
  );
}
