/** The findings of a version: counted by severity, searched, filtered, one page of them at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireFindingSummary } from '../../../src/api/contract/finding.ts';
import { hasFilters, type FindingView } from '../../views/finding-view.ts';
import { ActiveFilters } from '../../parts/active-filters.tsx';
import { FindingsTable } from '../../parts/findings-table.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { SeverityTiles } from '../../parts/severity-tiles.tsx';
import { useNow } from '../../parts/use-now.ts';
import { findingPage, findingSummary, FINDINGS_PER_PAGE } from '../../queries/findings.ts';
import type { VersionAddress } from '../../queries/versions.ts';
import type { AnalysisStatus } from '../../wording/analysis-words.ts';
import { countOf } from '../../wording/counts.ts';
import { describeEmptyResult } from '../../wording/empty-result.ts';
import { hasChecked, judgeResult } from '../../wording/judge-result.ts';
import styles from './version-page.module.css';

const route = getRouteApi('/services/$service/versions/$version');

export interface VersionFindingsProps {
  readonly address: VersionAddress;
  /** Without filters. */
  readonly summary: WireFindingSummary;
  readonly status: AnalysisStatus | undefined;
}

export function VersionFindings({ address, summary, status }: VersionFindingsProps) {
  const view = route.useSearch();
  // The same filters as the list, except the severity that the tiles choose.
  const { data: tiles } = useQuery(findingSummary(address, { ...view, severity: undefined }));
  const list = useQuery(findingPage(useQueryClient(), address, view, 0));
  const { coverage } = summary;
  return (
    <section aria-labelledby="findings">
      <div className={styles.head}>
        <h2 id="findings">{view.relevance === undefined ? 'Open findings' : 'Filtered findings'}</h2>
        {coverage !== null && (
          <span className={styles.caption}>among {countOf(coverage.checked, 'checked component')}</span>
        )}
      </div>
      <SeverityTiles counts={hasChecked(summary) ? tiles?.bySeverity : undefined} view={view} />
      {list.error !== null && <Problem error={list.error} />}
      {list.data === undefined && list.error === null && <Loading rows={8} />}
      {list.data !== undefined && (list.data.total > 0 || hasFilters(view)) && (
        <div className={styles.tools}>
          <SearchBox q={view.q} label="Search the findings" placeholder="Search id, title or component" />
          <ActiveFilters view={view} />
          <Pager offset={0} limit={FINDINGS_PER_PAGE} total={list.data.total} noun="finding" />
        </div>
      )}
      {list.data !== undefined && list.data.items.length > 0 && (
        <FindingsTable findings={list.data.items} sort={view.sort} />
      )}
      {list.data?.items.length === 0 && <Empty summary={summary} status={status} view={view} />}
    </section>
  );
}

interface EmptyProps {
  readonly summary: WireFindingSummary;
  readonly status: AnalysisStatus | undefined;
  readonly view: FindingView;
}

function Empty({ summary, status, view }: EmptyProps) {
  const nowMs = useNow();
  const isFiltered = hasFilters(view);
  const { text, action } = describeEmptyResult(summary, isFiltered);
  const standing = isFiltered ? 'neutral' : judgeResult(summary, status, nowMs);
  return (
    <Notice kind={standing === 'unknown' ? 'neutral' : standing}>
      {text}{' '}
      {action === 'clear' && (
        <Link to="." search={{}}>
          Clear the filters
        </Link>
      )}
      {action === 'show-filtered' && (
        <Link to="." search={{ relevance: 'not_relevant' }}>
          Show them
        </Link>
      )}
    </Notice>
  );
}
