/** Packages in use in the organization, whether they were checked, and links to each. */
import { Button } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireUsedComponent } from '../../../src/api/contract/services/component.ts';
import { getList } from '../../api/api-client.ts';
import { Choices } from '../../parts/navigation/choices.tsx';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { SearchBox } from '../../parts/navigation/search-box.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import type { UsedComponentView } from './component-view.ts';
import { countOf } from '../../text/format/counts.ts';
import { FIXED_ISSUES_ONLY_HELP, describeReason } from '../../text/analysis/coverage-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './components.module.css';

const route = getRouteApi('/components');

export function ComponentsPage() {
  const view = route.useSearch();
  const list = useInfiniteQuery(usedComponents(view));
  const components = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = list.data?.pages ?? [];
  const isFiltered = Object.values(view).some((value) => value !== undefined);
  return (
    <>
      <PageHead title="Components">Components</PageHead>
      <p className={styles.lead}>Every package version that your services use.</p>
      <div className={styles.tools}>
        <SearchBox q={view.q} label="Search components" placeholder="Name or package URL" />
        <Choices label="Component filter" choices={toChoices(view)} />
        {first !== undefined && (
          <p className={styles.count}>
            {first.hasMore && 'more than '}
            {countOf(first.total, 'component')}
            {view.reason !== undefined && `: ${describeReason(view.reason)}`}
            {view.ecosystem !== undefined && (
              <>
                {' in '}
                <UntrustedText text={view.ecosystem} charactersMax={40} />{' '}
                <ViewLink view={{ ...view, ecosystem: undefined }}>Show all ecosystems</ViewLink>
              </>
            )}
          </p>
        )}
      </div>
      <LoadingOrProblem data={list.data} error={list.error} rows={8} />
      {first?.items.length === 0 && (
        <Notice kind="neutral">
          {isFiltered ? (
            <>
              No matching components. <ViewLink view={{}}>Show all</ViewLink>
            </>
          ) : (
            'No components yet. Upload an SBOM.'
          )}
        </Notice>
      )}
      {components.length > 0 && <ComponentTable components={components} />}
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function usedComponents({ q, ecosystem, unchecked, fixedIssuesOnly, reason }: UsedComponentView) {
  const given = { q, ecosystem, unchecked, fixedIssuesOnly, reason };
  return infiniteQueryOptions({
    queryKey: ['components', 'list', given],
    queryFn: async ({ signal, pageParam }) =>
      await getList<WireUsedComponent>('/component', signal, {
        ...given,
        limit: 200,
        cursor: pageParam,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

const ALL = { unchecked: undefined, fixedIssuesOnly: undefined, reason: undefined };

function toChoices({ unchecked, fixedIssuesOnly }: UsedComponentView) {
  const isAll = unchecked === undefined && fixedIssuesOnly === undefined;
  return [
    { name: 'All', view: ALL, isChosen: isAll },
    { name: 'Checked', view: { ...ALL, unchecked: 'false' }, isChosen: unchecked === 'false' },
    { name: 'Fixed issues only', view: { ...ALL, fixedIssuesOnly: 'true' }, isChosen: fixedIssuesOnly === 'true' },
    { name: 'Unchecked', view: { ...ALL, unchecked: 'true' }, isChosen: unchecked === 'true' },
  ];
}

function ComponentTable({ components }: { readonly components: readonly WireUsedComponent[] }) {
  return (
    <ScrollingTable
      label="Components"
      className={`${styles.table} ${cardStyles.lines}`}
      columns={['Component', 'Version', 'Ecosystem', 'Checked', 'Package URL']}
    >
      {components.map(({ id, name, version, ecosystem, checked, notChecked, fixedIssuesOnly, purl }) => (
        <tr key={id}>
          <td className={styles.name}>
            <Link to="/components/$component" params={{ component: id }}>
              <UntrustedText text={name} charactersMax={64} />
            </Link>
          </td>
          <td>
            {version === null ? (
              <span className={styles.muted}>–</span>
            ) : (
              <UntrustedCode text={version} charactersMax={40} />
            )}
          </td>
          <td data-fold>{ecosystem !== null && <UntrustedText text={ecosystem} charactersMax={32} />}</td>
          {fixedIssuesOnly ? (
            <td title={FIXED_ISSUES_ONLY_HELP}>Fixed issues only</td>
          ) : (
            <td className={checked ? undefined : styles.doubt}>
              {checked ? 'Checked' : describeReason(notChecked ?? 'not checked')}
            </td>
          )}
          <td className={styles.purl} data-fold>
            {purl !== null && <UntrustedText text={purl} charactersMax={80} />}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}
