/** The versions that matter now: the newest, and those with an alias, for example the deployed ones. */
import { useQuery } from '@tanstack/react-query';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { SeverityBar } from '../../parts/severity/severity-bar.tsx';
import { Age } from '../../parts/values/age.tsx';
import type { WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import type { WireVersion } from '../../../src/api/contract/services/service.ts';
import { findingSummary } from '../../queries/findings/findings.ts';
import { aliasedVersions, type VersionAddress } from '../../queries/services/versions.ts';
import { Labels, mostFindings } from './version-table.tsx';
import styles from './service-page.module.css';

interface CurrentVersionsProps {
  readonly service: string;
  /** Undefined until loaded. */
  readonly newest: WireVersion | undefined;
  /** Undefined until loaded. */
  readonly history: WireServiceHistory | undefined;
}

const SHOWN_MAX = 6;

export function CurrentVersions({ service, newest, history }: CurrentVersionsProps) {
  const aliased = useQuery(aliasedVersions(service, SHOWN_MAX)).data?.items;
  if (newest === undefined || aliased === undefined) return null;
  const shown = [newest, ...aliased.filter(({ id }) => id !== newest.id)].slice(0, SHOWN_MAX);
  return (
    <ul className={styles.current} aria-label="Newest and deployed versions">
      {shown.map(({ id, name, aliases, createdAt }) => (
        <li key={id}>
          <p className={styles.place}>
            <b>
              <VersionLink service={service} version={name} charactersMax={40} />
            </b>
            <Labels texts={[...(id === newest.id ? ['newest'] : []), ...aliases]} />
          </p>
          <Counts address={{ service, version: name }} id={id} history={history} />
          <small className={styles.muted}>
            Received <Age instant={createdAt} />
          </small>
        </li>
      ))}
    </ul>
  );
}

interface CountsProps extends Pick<CurrentVersionsProps, 'history'> {
  readonly address: VersionAddress;
  readonly id: string;
}

/** The history has the newest versions; an older one that is still deployed is counted by itself. */
function Counts({ address, id, history }: CountsProps) {
  const known = history?.versions.find((version) => version.id === id);
  const isOlder = history !== undefined && known === undefined;
  const summary = useQuery({ ...findingSummary(address, {}), enabled: isOlder }).data;
  const counts = known ?? summary;
  if (counts === undefined) return <span className={styles.muted}>–</span>;
  const isAnalyzed = 'analyzedAt' in counts ? counts.analyzedAt !== null : counts.coverage !== null;
  if (!isAnalyzed) return <span className={styles.muted}>Not analyzed yet</span>;
  const { total, bySeverity } = counts;
  const most = Math.max(total, mostFindings(history));
  return <SeverityBar address={address} total={total} bySeverity={bySeverity} most={most} />;
}
