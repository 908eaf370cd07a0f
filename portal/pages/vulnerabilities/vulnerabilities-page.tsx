/** Findings in the newest version of every service, most urgent first: by vulnerability, fix or component, or each on its own. */
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { Choices } from '../../parts/navigation/choices.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { SeverityTiles } from '../../parts/severity/severity-tiles.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { countOrganizationFindings, organizationFindings } from '../../queries/findings/organization-findings.ts';
import { chooseGrouping, hasFilters, toggleOnly, type FindingView } from '../../search-params/finding-view.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeFixedOnly, describeNothingFound } from '../../text/analysis/coverage-text.ts';
import { listChips } from '../../search-params/finding-filters.ts';
import { describeMissingData } from '../../text/analysis/data-text.ts';
import { hasChecked } from '../../text/analysis/result-quality.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import { FindingSearch } from '../findings/finding-search.tsx';
import { SavedFilters } from '../findings/saved-filters.tsx';
import { GroupingChoice } from '../findings/table-menu.tsx';
import { useMe } from '../../session/session.ts';
import { FoundGroups } from './found-groups.tsx';
import { FoundVulnerabilities } from './found-vulnerabilities.tsx';
import styles from './vulnerabilities.module.css';
import { Button } from '@mantine/core';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { PlacedFindings } from './placed-findings.tsx';

const route = getRouteApi('/vulnerabilities');

export function VulnerabilitiesPage() {
  const view = route.useSearch();
  const preferred = useMe()?.preferences.groupFindingsBy ?? 'vulnerability';
  // Only open findings are grouped.
  const canGroup = view.state === undefined && view.asOf === undefined;
  const grouping = canGroup ? chooseGrouping(view, preferred) : 'none';
  // Changing filters returns to the first page.
  const fromFirst = { ...view, offset: undefined };
  const all = useQuery(countOrganizationFindings({})).data;
  const counted = useQuery(countOrganizationFindings({ ...view, severity: undefined })).data;
  const total = useQuery(countOrganizationFindings(view)).data?.total;
  return (
    <>
      <PageHead title="Vulnerabilities">Vulnerabilities</PageHead>
      <p className={styles.lead}>
        Vulnerabilities in the newest version of every service, most urgent first.
        {all !== undefined && <Coverage summary={all} />}
      </p>
      {all !== undefined && (
        <SeverityTiles
          counts={hasChecked(all) ? counted?.bySeverity : undefined}
          hidden={counted?.hidden ?? all.hidden}
          view={fromFirst}
        />
      )}
      <div className={styles.tools}>
        <FindingSearch view={view} />
        <Choices label="Filters" choices={toChoices(view)} />
        {canGroup && <GroupingChoice grouping={grouping} />}
        <SavedFilters view={view} />
        {total !== undefined && (
          <p className={styles.count}>
            {countOf(total, 'finding')}
            {hasFilters(view) && (
              <>
                {' '}
                <ViewLink view={{ group: view.group }}>Clear filters</ViewLink>
              </>
            )}
          </p>
        )}
      </div>
      {hasFilters(view) && (
        <ul className={styles.active} aria-label="Active filters">
          {listChips(view).map(({ name, label }) => (
            <li key={name}>
              <ViewLink
                view={{ ...fromFirst, [name]: undefined }}
                aria-label={`${toVisibleText(label)}, remove filter`}
              >
                <UntrustedText text={label} charactersMax={48} /> <span aria-hidden>✕</span>
              </ViewLink>
            </li>
          ))}
        </ul>
      )}
      {total === 0 && all !== undefined && <Nothing summary={all} isFiltered={hasFilters(view)} />}
      {grouping === 'none' && <AllFindings view={view} />}
      {grouping === 'vulnerability' && <FoundVulnerabilities view={view} />}
      {(grouping === 'fix' || grouping === 'component') && <FoundGroups view={view} groupBy={grouping} />}
    </>
  );
}

function toChoices(view: FindingView) {
  return [
    { name: 'Known exploited', view: { kev: toggleOnly(view.kev, 'true') }, isChosen: view.kev === 'true' },
    { name: 'Fix available', view: { fixable: toggleOnly(view.fixable, 'true') }, isChosen: view.fixable === 'true' },
    {
      name: 'Needs review',
      view: { suggested: toggleOnly(view.suggested, 'true') },
      isChosen: view.suggested === 'true',
    },
    { name: 'Direct', view: { direct: toggleOnly(view.direct, 'true') }, isChosen: view.direct === 'true' },
  ].map((choice) => ({ ...choice, view: { ...choice.view, offset: undefined } }));
}

function Coverage({ summary: { coverage } }: { readonly summary: WireFindingSummary }) {
  if (coverage === null) return ' Not checked yet.';
  const { components, checked } = coverage;
  const fixedOnly = describeFixedOnly(coverage);
  return ` ${formatCount(checked)} of ${countOf(components, 'component')} checked${fixedOnly && `, ${fixedOnly}`}.`;
}

/** Text instead of a bare zero. */
function Nothing({ summary, isFiltered }: { readonly summary: WireFindingSummary; readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Notice kind="neutral">
        No findings match. {formatCount(summary.total)} without filters. <ViewLink view={{}}>Clear filters</ViewLink>
      </Notice>
    );
  }
  if (summary.coverage === null) return <Notice kind="neutral">No analysis has completed yet.</Notice>;
  const missing = describeMissingData(summary.data.state);
  return (
    <Notice kind={missing === '' ? 'neutral' : 'doubtful'}>
      {describeNothingFound(summary.coverage)}
      {missing}{' '}
      {summary.hidden > 0 && (
        <ViewLink view={{ relevance: 'not_relevant' }}>{countOf(summary.hidden, 'finding')} not relevant</ViewLink>
      )}
    </Notice>
  );
}

// All findings in the newest version of every service, in pages.
function AllFindings({ view }: { readonly view: FindingView }) {
  const list = useInfiniteQuery(organizationFindings(view));
  const findings = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.error !== null) return <Problem error={list.error} />;
  if (list.data === undefined) return <Loading rows={8} />;
  return (
    <>
      {findings.length > 0 && <PlacedFindings findings={findings} label="Findings" />}
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
