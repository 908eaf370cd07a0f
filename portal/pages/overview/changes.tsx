/** Findings introduced, resolved or escalated since the last visit. Each number selects the list that it counts. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CHANGE_KINDS, type ChangeKind } from '../../../src/core/vocabulary/change.ts';
import type { WireFindingChange, WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Pager } from '../../parts/navigation/pager.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { markVisited, me } from '../../queries/account/me.ts';
import { changeList, CHANGES_PER_PAGE } from './overview-queries.ts';
import { CHANGE_LABELS, describeCause, describeKind } from '../../text/history/change-text.ts';
import { formatCount } from '../../text/format/counts.ts';
import styles from './overview.module.css';

const route = getRouteApi('/');

export interface ChangesProps {
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
            <KindLink kind={each} count={counts[each]} isChosen={each === kind} />
          </li>
        ))}
      </ul>
      {total === 0 && <p className={styles.muted}>No changes.</p>}
      {kind !== undefined && counts[kind] > 0 && <ChangeTable since={since} kind={kind} offset={offset} />}
    </section>
  );
}

function KindLink({
  kind,
  count,
  isChosen,
}: {
  readonly kind: ChangeKind;
  readonly count: number;
  readonly isChosen: boolean;
}) {
  return (
    <Link
      to="/"
      search={{ changes: isChosen ? undefined : kind }}
      resetScroll={false}
      aria-current={isChosen ? 'true' : undefined}
    >
      <b>{formatCount(count)}</b> {CHANGE_LABELS[kind]}
    </Link>
  );
}

function MarkSeen() {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: markVisited,
    onSuccess: (changed) => queryClient.setQueryData(me().queryKey, changed),
  });
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

function ChangeTable({ since, kind, offset }: ChangeTableProps) {
  const { data, error } = useQuery(changeList(since, kind, offset));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={4} />;
  return (
    <>
      <TableRegion label="Changes">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">Vulnerability</th>
              <th scope="col">Component</th>
              <th scope="col">Service and version</th>
              <th scope="col">Cause</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {data.total > CHANGES_PER_PAGE && (
        <Pager offset={offset} limit={CHANGES_PER_PAGE} total={data.total} noun="change" />
      )}
    </>
  );
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
        <Link to="/services/$service/versions/$version" params={{ service: service.name, version: version.name }}>
          <UntrustedText text={`${service.name} ${version.name}`} charactersMax={48} />
        </Link>
      </td>
      <td className={styles.muted}>{describeCause(cause)}</td>
      <td>
        <Age instant={at} />
      </td>
    </tr>
  );
}
