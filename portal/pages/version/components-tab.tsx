/** Components of a version: which were checked, and why others were not. */
import { useInfiniteQuery, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import type { WireComponent } from '../../../src/api/contract/services/component.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { SearchBox } from '../../parts/navigation/search-box.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { toPath, getList } from '../../api/api-client.ts';
import { type VersionAddress, versionKey, versionPath } from '../../queries/services/versions.ts';
import type { VersionView } from '../../search-params/version-view.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { FIXED_ISSUES_ONLY_HELP, describeReason } from '../../text/analysis/coverage-text.ts';
import { describeOrigin } from '../../text/findings/finding-text.ts';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './version-page.module.css';

const COMPONENTS_PER_PAGE = 200;

type ComponentView = Pick<
  VersionView,
  'q' | 'ecosystem' | 'unchecked' | 'fixedIssuesOnly' | 'reason' | 'scope' | 'direct'
>;

function versionComponents(address: VersionAddress, view: ComponentView) {
  const { q, ecosystem, unchecked, fixedIssuesOnly, reason, scope, direct } = view;
  const given = { q, ecosystem, unchecked, fixedIssuesOnly, reason, scope, direct };
  return infiniteQueryOptions({
    queryKey: [...versionKey(address), 'components', given],
    queryFn: async ({ signal, pageParam }) =>
      await getList<WireComponent>(`${versionPath(address)}/component`, signal, {
        ...given,
        limit: COMPONENTS_PER_PAGE,
        cursor: pageParam,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

const route = getRouteApi('/services/$service/versions/$version');

const ALL = { unchecked: undefined, fixedIssuesOnly: undefined, reason: undefined, direct: undefined };
const FILTERS: readonly { readonly name: string; readonly search: VersionView }[] = [
  { name: 'All', search: { ...ALL, ecosystem: undefined, scope: undefined } },
  { name: 'Unchecked', search: { ...ALL, unchecked: 'true' } },
  { name: 'Fixed issues only', search: { ...ALL, fixedIssuesOnly: 'true' } },
  { name: 'Direct dependencies', search: { ...ALL, direct: 'true' } },
];

export function ComponentsTab({ address }: { readonly address: VersionAddress }) {
  const view = route.useSearch();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    versionComponents(address, view),
  );
  const components = data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = data?.pages ?? [];
  const chosen = [view.unchecked, view.fixedIssuesOnly, view.direct].indexOf('true') + 1;
  const isNarrower = view.ecosystem !== undefined || view.scope !== undefined || view.reason !== undefined;
  return (
    <>
      <div className={styles.tools}>
        <SearchBox q={view.q} label="Search components" placeholder="Name or package URL" />
        <ul className={styles.choices} aria-label="Component filter">
          {FILTERS.map(({ name, search }, index) => (
            <li key={name}>
              <ViewLink
                view={{ ...view, ...search }}
                aria-current={index === chosen && (index > 0 || !isNarrower) ? 'true' : undefined}
              >
                {name}
              </ViewLink>
            </li>
          ))}
        </ul>
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
      <LoadingOrProblem data={data} error={error} rows={8} />
      {first?.items.length === 0 && <Notice kind="neutral">No matching components.</Notice>}
      {components.length > 0 && <ComponentTable components={components} />}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function ComponentTable({ components }: { readonly components: readonly WireComponent[] }) {
  return (
    <ScrollingTable
      label="Components"
      className={`${styles.components} ${cardStyles.lines}`}
      columns={['Component', 'Version', 'Ecosystem', 'Dependency', 'Scope', 'Images', 'Findings', 'Checked']}
    >
      {components.map((component) => (
        <ComponentRow key={component.id} component={component} />
      ))}
    </ScrollingTable>
  );
}

function ComponentRow({ component }: { readonly component: WireComponent }) {
  const { id, name, version, ecosystem, scope, sboms, findings, checked, notChecked, fixedIssuesOnly } = component;
  const images = sboms.flatMap(({ image }) => (image === null ? [] : [image]));
  return (
    <tr>
      <td className={styles.name}>
        <PathLink path={toPath('components', id)}>
          <UntrustedText text={name} charactersMax={64} />
        </PathLink>
      </td>
      <td className={styles.mono}>{version === null ? '–' : <UntrustedText text={version} charactersMax={40} />}</td>
      <td data-fold>{ecosystem !== null && <UntrustedText text={ecosystem} charactersMax={32} />}</td>
      <td data-fold>{describeOrigin(component)}</td>
      <td data-fold>{scope}</td>
      <td data-fold data-label="Images" title={images.join('\n')}>
        {images.length === 0 ? '–' : formatCount(images.length)}
      </td>
      <td data-label="Findings">
        {findings > 0 ? (
          <ViewLink view={{ component: id }}>{formatCount(findings)}</ViewLink>
        ) : (
          <span className={styles.muted}>{checked ? 'None known' : '–'}</span>
        )}
      </td>
      {fixedIssuesOnly ? (
        <td title={FIXED_ISSUES_ONLY_HELP} data-label="Checked">
          Fixed issues only
        </td>
      ) : (
        <td className={checked ? undefined : styles.doubt} data-label="Checked">
          {checked ? 'Yes' : `No: ${describeReason(notChecked ?? 'unknown')}`}
        </td>
      )}
    </tr>
  );
}
