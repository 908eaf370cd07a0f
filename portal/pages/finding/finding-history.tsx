/** History of a finding across the versions of its service, with causes. */
import { useQuery } from '@tanstack/react-query';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { findingHistory } from './finding-queries.ts';
import { CAUSE_LABELS, describeEvent } from '../../text/history/finding-history-text.ts';
import styles from './finding-drawer.module.css';

const EVENTS_SHOWN = 10;

export function FindingHistory({ id }: { readonly id: string }) {
  const { data, error } = useQuery(findingHistory(id));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={1} />;
  return (
    <>
      <p>
        First seen <Age instant={data.firstSeen.at} />.
      </p>
      <ul className={styles.events}>
        {data.events.slice(0, EVENTS_SHOWN).map(({ id: eventId, type, at, version, cause }) => (
          <li key={eventId}>
            <b>{describeEvent(type)}</b> <Age instant={at} />
            {version !== null && (
              <>
                {' '}
                in <UntrustedText text={version.name} charactersMax={60} />
              </>
            )}
            {cause !== null && <span className={styles.muted}>: {CAUSE_LABELS[cause]}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
