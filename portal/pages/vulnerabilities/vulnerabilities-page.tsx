/** The vulnerabilities of our own services: the findings of the newest version of each, the most urgent first. */
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireFindingSummary } from '../../../src/api/contract/finding.ts';
import { Choices } from '../../parts/choices.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SeverityTiles } from '../../parts/severity-tiles.tsx';
import { ViewLink } from '../../parts/view-link.tsx';
import { countOrganizationFindings, organizationFindings } from '../../queries/organization-findings.ts';
import { FILTER_NAMES, hasFilters, toggleOnly, type FindingView } from '../../views/finding-view.ts';
import { countOf, formatCount } from '../../wording/counts.ts';
import { listChips } from '../../wording/filter-words.ts';
import { hasChecked } from '../../wording/judge-result.ts';
import { toVisibleText } from '../../wording/visible-text.ts';
import { FindingSearch } from '../version/finding-search.tsx';
import { PlacedFindings } from './placed-findings.tsx';
import styles from './vulnerabilities.module.css';

const route = getRouteApi('/vulnerabilities');

export function VulnerabilitiesPage() {
  const view = route.useSearch();
  const list = useInfiniteQuery(organizationFindings(view));
  const all = useQuery(countOrganizationFindings({})).data;
  const counted = useQuery(countOrganizationFindings({ ...view, severity: undefined })).data;
  const findings = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = list.data?.pages ?? [];
  const error = list.error;
  return (
    <>
      <PageHead title="Vulnerabilities">Vulnerabilities</PageHead>
      <p className={styles.what}>
        Findings in the newest version of every service, the most urgent first.
        {all !== undefined && <Coverage summary={all} />}
      </p>
      {all !== undefined && (
        <SeverityTiles counts={hasChecked(all) ? counted?.bySeverity : undefined} hidden={all.hidden} view={view} />
      )}
      <div className={styles.tools}>
        <FindingSearch q={view.q} />
        <Choices label="Filters" choices={toChoices(view)} />
        {first !== undefined && (
          <p className={styles.count}>
            {first.hasMore && 'more than '}
            {countOf(first.total, 'finding')}
            {hasFilters(view) && (
              <>
                {' '}
                <ViewLink view={{}}>Clear filters</ViewLink>
              </>
            )}
          </p>
        )}
      </div>
      {hasFilters(view) && (
        <ul className={styles.active} aria-label="Active filters">
          {listChips(view, FILTER_NAMES).map(({ name, label }) => (
            <li key={name}>
              <ViewLink
                view={{ ...view, [name]: undefined }}
                aria-label={`${toVisibleText(label)}, remove this filter`}
              >
                <HostileText text={label} charactersMax={48} /> <span aria-hidden>✕</span>
              </ViewLink>
            </li>
          ))}
        </ul>
      )}
      {error !== null && <Problem error={error} />}
      {list.data === undefined && error === null && <Loading rows={8} />}
      {first?.items.length === 0 && all !== undefined && <Nothing summary={all} isFiltered={hasFilters(view)} />}
      {findings.length > 0 && <PlacedFindings findings={findings} label="Findings" />}
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function toChoices(view: FindingView) {
  return [
    { name: 'Known exploited', view: { kev: toggleOnly(view.kev, 'true') }, isChosen: view.kev === 'true' },
    { name: 'With a fix', view: { fixable: toggleOnly(view.fixable, 'true') }, isChosen: view.fixable === 'true' },
    { name: 'Direct', view: { direct: toggleOnly(view.direct, 'true') }, isChosen: view.direct === 'true' },
  ];
}

function Coverage({ summary: { coverage } }: { readonly summary: WireFindingSummary }) {
  if (coverage === null) return ' Nothing was checked yet.';
  const { components, checked } = coverage;
  return ` ${formatCount(checked)} of ${countOf(components, 'component')} in them were checked.`;
}

/** Never a bare zero. */
function Nothing({ summary, isFiltered }: { readonly summary: WireFindingSummary; readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Notice kind="neutral">
        No finding matches. {formatCount(summary.total)} without filters.{' '}
        <ViewLink view={{}}>Clear the filters</ViewLink>
      </Notice>
    );
  }
  if (summary.coverage === null) return <Notice kind="neutral">No analysis has ended yet: nothing is known.</Notice>;
  const { components, checked } = summary.coverage;
  return (
    <Notice kind="neutral">
      No known vulnerability among {countOf(checked, 'checked component')}. {formatCount(components - checked)} could
      not be checked.{' '}
      {summary.hidden > 0 && (
        <ViewLink view={{ relevance: 'not_relevant' }}>
          {countOf(summary.hidden, 'finding')} filtered as not relevant
        </ViewLink>
      )}
    </Notice>
  );
}
