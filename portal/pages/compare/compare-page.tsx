/** Comparison of two versions of a service: their changes and the causes. */
import { NativeSelect } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouterState } from '@tanstack/react-router';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import type { WireVersion } from '../../../src/api/contract/services/service.ts';
import { fetchFile, getOne, isStatus, toPath, type ListAnswer } from '../../api/api-client.ts';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Skeleton, SkeletonColumns, SkeletonRows } from '../../parts/feedback/skeleton.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { PageHead, ServiceTrail } from '../../parts/layout/page-head.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { serviceDetails, serviceKey } from '../../queries/services/services.ts';
import { versionList } from '../../queries/services/versions.ts';
import { parseCompareView } from '../../search-params/page-views.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { cutMiddle, toVisibleText } from '../../text/untrusted/visible-text.ts';
import { useState } from 'react';
import { CompareResult } from './compare-result.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './compare.module.css';

const route = getRouteApi('/services/$service/compare');

export function ComparePage() {
  const { service } = route.useParams();
  const { head } = route.useSearch();
  const details = useQuery(serviceDetails(service));
  if (isStatus(details.error, 404)) return <NotFound />;
  const name = details.data?.name ?? service;
  return (
    <>
      <PageHead title={`Compare versions of ${name}`} trail={<ServiceTrail service={name} />}>
        Compare versions
      </PageHead>
      <VersionComparison key={service} service={service} head={head} />
    </>
  );
}

interface VersionComparisonProps {
  readonly service: string;
  /** Undefined: the newest. */
  readonly head: string | undefined;
  /** The head is fixed because this is its page; only the base can be chosen. */
  readonly isHeadFixed?: boolean;
}

/** Also a tab of a version, which is then the newer one. */
export function VersionComparison({ service, head, isHeadFixed = false }: VersionComparisonProps) {
  const { base, cause } = parseCompareView(useRouterState({ select: ({ location }) => location.search }));
  const versions = useQuery(versionList(service, { offset: 0 }));
  const newer = head ?? versions.data?.items[0]?.name;
  const hasTwo = (versions.data?.total ?? 0) > 1;
  const isOldest = newer !== undefined && isLast(versions.data, newer);
  const diff = useQuery({
    ...versionDiff(service, { base, head: newer ?? '' }),
    // The oldest version has no version before it.
    enabled: hasTwo && newer !== undefined && !(base === undefined && isOldest),
  });
  if (versions.error !== null) return <Problem error={versions.error} />;
  if (versions.data === undefined || newer === undefined) return <CompareSkeleton />;
  if (!hasTwo) {
    return <Notice kind="neutral">This service has only one version. Upload another version to compare.</Notice>;
  }
  // The URL may hold aliases or ids, or no base.
  const named = diff.isPlaceholderData || diff.error !== null ? undefined : diff.data;
  const isFirst = base === undefined && (isOldest || isStatus(diff.error, 404));
  return (
    <>
      <CompareTools
        service={service}
        pair={named === undefined ? { base, head: newer } : { base: named.base.name, head: named.head.name }}
        versions={versions.data.items}
        isHeadFixed={isHeadFixed}
      />
      {isFirst && <Notice kind="neutral">No earlier version. Choose a version to compare with.</Notice>}
      {diff.error !== null && !isFirst && <Problem error={diff.error} />}
      {diff.data === undefined && diff.error === null && !isFirst && <CompareSkeleton />}
      {diff.data !== undefined && diff.error === null && !isFirst && (
        <>
          <CompareResult service={service} diff={diff.data} cause={cause} />
          <ChangedComponents components={diff.data.components} />
        </>
      )}
    </>
  );
}

/** The two versions, and their differences. */
function CompareSkeleton() {
  return (
    <Skeleton>
      <SkeletonColumns count={2} height="5.5rem" minWidth="20rem" />
      <SkeletonRows rows={8} />
    </Skeleton>
  );
}

/** The oldest version is known only if the list is complete. */
function isLast(list: ListAnswer<WireVersion> | undefined, name: string): boolean {
  return list !== undefined && list.items.length === list.total && list.items.at(-1)?.name === name;
}

interface ComparedPair {
  /** Undefined: the version before the head. */
  readonly base: string | undefined;
  readonly head: string;
}

interface CompareToolsProps {
  readonly service: string;
  readonly pair: ComparedPair;
  /** The newest ones. */
  readonly versions: readonly WireVersion[];
  readonly isHeadFixed: boolean;
}

/** Selects the two versions, swaps them, and copies the result as release notes. */
function CompareTools({ service, pair, versions, isHeadFixed }: CompareToolsProps) {
  const { base, head } = pair;
  const navigate = useNavigate();
  const choose = (change: Partial<ComparedPair>): void =>
    void navigate({ to: '.', search: (view) => ({ ...view, ...change, cause: undefined }), resetScroll: false });
  return (
    <div className={styles.tools}>
      <NativeSelect
        size="sm"
        label="From"
        value={base ?? ''}
        data={[
          ...(base === undefined ? [{ value: '', label: 'Choose a version' }] : []),
          ...toOptions(versions, base).filter(({ value }) => value === base || value !== head),
        ]}
        onChange={(event) => choose({ base: event.currentTarget.value || undefined })}
      />
      {!isHeadFixed && (
        <NativeSelect
          size="sm"
          label="To"
          value={head}
          data={toOptions(versions, head).filter(({ value }) => value === head || value !== base)}
          onChange={(event) => choose({ base, head: event.currentTarget.value })}
        />
      )}
      {base !== undefined && (
        <div className={styles.actions}>
          <Link
            to="/services/$service/compare"
            params={{ service }}
            search={{ base: head, head: base }}
            className={styles.action}
          >
            <IconArrowsExchange size={16} stroke={1.7} aria-hidden /> Swap
          </Link>
          <CopyNotes service={service} pair={pair} />
        </div>
      )}
    </div>
  );
}

/** Browsers allow writing to the clipboard only right after a click, so the text is loaded beforehand. */
function CopyNotes({ service, pair }: { readonly service: string; readonly pair: ComparedPair }) {
  const notes = useQuery(releaseNotes(service, pair)).data;
  if (notes === undefined) return null;
  return (
    <span className={styles.copy}>
      <CopyButton text={notes} label="Copy as Markdown">
        Copy as Markdown
      </CopyButton>
    </span>
  );
}

/** Includes a chosen version that is older than the list or was given by an alias. */
function toOptions(versions: readonly WireVersion[], chosen: string | undefined): { value: string; label: string }[] {
  const names = versions.map(({ name }) => name);
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({ value: name, label: cutMiddle(toVisibleText(name), 48) }));
}

function versionDiff(service: string, { base, head }: ComparedPair) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'diff', base, head],
    queryFn: async ({ signal }) => await getOne<WireDiff>(toPath('service', service, 'diff'), signal, { base, head }),
    placeholderData: keepPreviousData,
  });
}

function releaseNotes(service: string, { base, head }: ComparedPair) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'release notes', base, head],
    queryFn: async () =>
      await (await fetchFile(toPath('service', service, 'diff'), { base, head }, 'text/markdown')).text(),
  });
}

const COMPONENTS_SHOWN_AT_FIRST = 25;

function ChangedComponents({ components }: Pick<WireDiff, 'components'>) {
  const { added, removed, changed } = components.counts;
  const [isWhole, setIsWhole] = useState(false);
  const rows = toRows(components);
  const shown = isWhole ? rows : rows.slice(0, COMPONENTS_SHOWN_AT_FIRST);
  const left = added + removed + changed - rows.length;
  return (
    <Section
      title={`Components: ${formatCount(changed)} changed, ${formatCount(added)} added, ${formatCount(removed)} removed`}
    >
      {rows.length === 0 && <p className={styles.muted}>No component changes.</p>}
      {rows.length > 0 && (
        <ScrollingTable
          label="Changed components"
          className={`${styles.components} ${cardStyles.lines}`}
          columns={['Component', 'Change', 'From', 'To']}
        >
          {shown.map(({ name, kind, from, to }, index) => (
            // Names may repeat, and rows are never reordered.
            <tr key={index}>
              <td>
                <UntrustedText text={name} charactersMax={80} />
              </td>
              <td>{kind}</td>
              <VersionCell label="From" version={from} />
              <VersionCell label="To" version={to} />
            </tr>
          ))}
        </ScrollingTable>
      )}
      {shown.length < rows.length && (
        <p>
          <button type="button" className={styles.action} onClick={() => setIsWhole(true)}>
            Show all {countOf(rows.length, 'component')}
          </button>
        </p>
      )}
      {isWhole && left > 0 && <p className={styles.muted}>{countOf(left, 'more component')} not shown.</p>}
    </Section>
  );
}

function VersionCell({ label, version }: { readonly label: string; readonly version: string | null }) {
  if (version === null)
    return (
      <td className={styles.muted} data-label={label}>
        –
      </td>
    );
  return (
    <td data-label={label}>
      <UntrustedCode text={version} charactersMax={48} />
    </td>
  );
}

function toRows({ changed, added, removed }: WireDiff['components']) {
  return [
    ...changed.map(({ name, from, to }) => ({ name, kind: 'Changed', from, to })),
    ...added.map(({ name, version }) => ({ name, kind: 'Added', from: null, to: version })),
    ...removed.map(({ name, version }) => ({ name, kind: 'Removed', from: version, to: null })),
  ];
}
