/** Findings introduced, resolved or escalated since the last visit. Each number selects the list that it counts. */
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CHANGE_KINDS, type ChangeKind } from '../../../src/core/vocabulary/change.ts';
import type { WireFindingChange, WireOverview } from '../../../src/api/contract/history/overview.ts';
import { getList } from '../../api/api-client.ts';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Pager } from '../../parts/navigation/pager.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { useMarkVisited } from '../../queries/findings/inbox.ts';
import { CHANGE_LABELS, describeCause, describeKind } from '../../text/history/change-text.ts';
import { formatCount } from '../../text/format/counts.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './overview.module.css';

const route = getRouteApi('/');
const CHANGES_PER_PAGE = 20;

interface ChangesProps {
  readonly since: string;
  readonly isVisit: boolean;
  readonly counts: NonNullable<WireOverview['changes']>;
}

export function Changes({ since, isVisit, counts }: ChangesProps) {
  const { changes: kind, offset = 0 } = route.useSearch();
  const total = CHANGE_KINDS.reduce((sum, each) => sum + counts[each], 0);
  return (
    <section aria-labelledby="changes" className={styles.section}>
      <div className={styles.head}>
        <h2 id="changes">
          {isVisit ? (
            <>
              Since your last visit, <Age instant={since} />
            </>
          ) : (
            'In the last 7 days'
          )}
        </h2>
        <MarkSeen />
      </div>
      <ul className={styles.kinds} aria-label="Changes by kind">
        {CHANGE_KINDS.map((each) => (
          <li key={each}>
            <ViewLink
              view={(current) => ({ ...current, changes: each === kind ? undefined : each, offset: undefined })}
              aria-current={each === kind ? 'true' : undefined}
            >
              <b>{formatCount(counts[each])}</b> {CHANGE_LABELS[each]}
            </ViewLink>
          </li>
        ))}
      </ul>
      {total === 0 && <p className={styles.muted}>No changes.</p>}
      {kind !== undefined && counts[kind] > 0 && <ChangeTable since={since} kind={kind} offset={offset} />}
    </section>
  );
}

function MarkSeen() {
  const { mutate, error, isPending } = useMarkVisited();
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        Mark all as seen
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  );
}

interface ChangeTableProps {
  readonly since: string;
  readonly kind: ChangeKind;
  readonly offset: number;
}

function ChangeTable(props: ChangeTableProps) {
  const { offset } = props;
  const { data, error } = useQuery(changeList(props));
  if (error !== null || data === undefined) return <LoadingOrProblem data={data} error={error} rows={4} />;
  return (
    <>
      <ScrollingTable
        label="Changes"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={['Change', 'Vulnerability', 'Component', 'Service and version', 'Cause', 'Time']}
      >
        {data.items.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ScrollingTable>
      {data.total > CHANGES_PER_PAGE && (
        <Pager offset={offset} limit={CHANGES_PER_PAGE} total={data.total} noun="change" />
      )}
    </>
  );
}

function changeList({ since, kind, offset }: ChangeTableProps) {
  return queryOptions({
    queryKey: ['overview', since, 'changes', kind, offset],
    queryFn: async ({ signal }) =>
      await getList<WireFindingChange>('/overview/change', signal, { since, kind, offset, limit: CHANGES_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

function ChangeRow({ change }: { readonly change: WireFindingChange }) {
  const { kind, vulnerability, package: name, packageVersion, service, version, cause, at } = change;
  return (
    <tr>
      <td>{describeKind(kind)}</td>
      <td>
        {vulnerability !== null && (
          <Link
            to="/services/$service/versions/$version"
            params={{ service: service.name, version: version.name }}
            search={{ cve: vulnerability, state: 'open,resolved,retracted' }}
          >
            <UntrustedText text={vulnerability} charactersMax={32} />
          </Link>
        )}
      </td>
      <td>
        <UntrustedText text={`${name ?? ''} ${packageVersion ?? ''}`} charactersMax={48} />
      </td>
      <td>
        <VersionLink service={service.name} version={version.name} charactersMax={48} isFull />
      </td>
      <td className={styles.muted} data-fold>
        {describeCause(cause)}
      </td>
      <td data-fold>
        <Age instant={at} />
      </td>
    </tr>
  );
}
