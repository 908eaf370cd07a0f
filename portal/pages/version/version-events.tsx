/** Events of a version, newest first: uploads, analyses, aliases, and findings that were escalated or retracted. */
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireEvent } from '../../../src/api/contract/events.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { type VersionAddress, versionKey } from '../../queries/services/versions.ts';
import { describeCause } from '../../text/history/change-text.ts';
import { formatCount } from '../../text/format/counts.ts';
import { describeVersionEvent } from './version-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './version-page.module.css';
import { getList } from '../../api/api-client.ts';

// The history of a finding is part of the finding itself.

const SHOWN_MAX = 100;

/**
 * Leaves out events of introduced and resolved findings: the first analysis alone may introduce thousands, and its own event has
 * the counts.
 */
const TYPES = [
  'version.created',
  'version.alias_moved',
  'version.frozen',
  'sbom.received',
  'sbom.deleted',
  'sbom.restored',
  'analysis.completed',
  'analysis.failed',
  'finding.escalated',
  'finding.retracted',
  'relevance.changed',
  'remediation.planned',
  'remediation.verified',
] as const;

function versionEvents(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'events'],
    queryFn: async ({ signal }) =>
      await getList<WireEvent>('/event', signal, {
        ...address,
        type: TYPES.join(','),
        order: 'newest',
        // One more tells whether there are older ones.
        limit: SHOWN_MAX + 1,
      }),
    placeholderData: keepPreviousData,
  });
}

export function VersionEvents({ address }: { readonly address: VersionAddress }) {
  const { data, error } = useQuery(versionEvents(address));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={4} />;
  const shown = data.items.slice(0, SHOWN_MAX);
  const hasSnapshot = shown.some(({ snapshot }) => snapshot !== null);
  if (shown.length === 0) return <p className={styles.muted}>No events yet.</p>;
  return (
    <>
      <ScrollingTable
        label="Events"
        className={`${styles.analyses} ${cardStyles.lines}`}
        columns={['Time', 'Event', 'Details', 'Cause', ...(hasSnapshot ? ['Data snapshot'] : [])]}
      >
        {shown.map((event) => (
          <EventRow key={event.id} event={event} hasSnapshot={hasSnapshot} />
        ))}
      </ScrollingTable>
      {data.items.length > shown.length && <p className={styles.count}>Older events not shown.</p>}
    </>
  );
}

function EventRow({ event, hasSnapshot }: { readonly event: WireEvent; readonly hasSnapshot: boolean }) {
  const { kind, text } = describeVersionEvent(event);
  return (
    <tr>
      <td>
        <Age instant={event.at} />
      </td>
      <td>{kind}</td>
      <td data-wide>
        <UntrustedText text={text} charactersMax={300} />
      </td>
      <td data-label="Cause">{describeCause(event.cause)}</td>
      {hasSnapshot && (
        <td data-label="Data snapshot">{event.snapshot === null ? null : formatCount(event.snapshot)}</td>
      )}
    </tr>
  );
}
