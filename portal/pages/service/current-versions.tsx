/** The versions that matter now: the newest, and those with an alias, for example the deployed ones. */
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { SeverityBar } from '../../parts/severity/severity-bar.tsx';
import { Age } from '../../parts/values/age.tsx';
import type { WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import type { WireVersion } from '../../../src/api/contract/services/service.ts';
import { Labels, mostFindings } from './version-table.tsx';
import styles from './service-page.module.css';

interface CurrentVersionsProps {
  readonly service: string;
  /** Newest first. */
  readonly versions: readonly WireVersion[];
  /** Undefined until loaded. */
  readonly history: WireServiceHistory | undefined;
}

const SHOWN_MAX = 6;

export function CurrentVersions({ service, versions, history }: CurrentVersionsProps) {
  const shown = versions.filter(({ aliases }, index) => index === 0 || aliases.length > 0).slice(0, SHOWN_MAX);
  const counted = new Map(history?.versions.map((each) => [each.id, each]));
  return (
    <ul className={styles.current} aria-label="Newest and deployed versions">
      {shown.map(({ id, name, aliases, createdAt }) => {
        const counts = counted.get(id);
        return (
          <li key={id}>
            <p className={styles.place}>
              <b>
                <VersionLink service={service} version={name} charactersMax={40} />
              </b>
              <Labels texts={[...(id === versions[0]?.id ? ['newest'] : []), ...aliases]} />
            </p>
            {counts !== undefined && counts.analyzedAt !== null ? (
              <SeverityBar address={{ service, version: name }} {...counts} most={mostFindings(history)} />
            ) : (
              <span className={styles.muted}>{counts === undefined ? '–' : 'Not analyzed yet'}</span>
            )}
            <small className={styles.muted}>
              Received <Age instant={createdAt} />
            </small>
          </li>
        );
      })}
    </ul>
  );
}
