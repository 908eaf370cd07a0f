/** Versions of a profile, newest first, each with its changes. Versions are immutable. */
import { useQuery } from '@tanstack/react-query';
import type { WireProfileVersion } from '../../../src/api/contract/services/profile.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { profileVersions, type ProfileAddress } from './profile-queries.ts';
import { countOf } from '../../text/format/counts.ts';
import { listProfileChanges } from './profile-changes.ts';
import styles from './profile.module.css';

export function ProfileVersions({ address }: { readonly address: ProfileAddress }) {
  const { data, error } = useQuery(profileVersions(address));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={2} />;
  return (
    <ol className={styles.versions}>
      {data.items.map((version, index) => (
        <li key={version.version}>
          <Version version={version} before={data.items[index + 1]} isFirst={version.version === 1} />
        </li>
      ))}
    </ol>
  );
}

interface VersionProps {
  readonly version: WireProfileVersion;
  /** Undefined for the first version and for the last one of the page. */
  readonly before: WireProfileVersion | undefined;
  readonly isFirst: boolean;
}

function Version({ version, before, isFirst }: VersionProps) {
  const changes = before === undefined && !isFirst ? [] : listProfileChanges(before, version);
  return (
    <>
      <b>Version {version.version}</b>{' '}
      <span className={styles.muted}>
        <UntrustedText text={version.createdBy} charactersMax={40} />, <Age instant={version.createdAt} />
      </span>
      {changes.length > 0 && (
        <details>
          <summary>{countOf(changes.length, 'change')}</summary>
          <ul className={styles.facts}>
            {changes.map((change) => (
              <li key={change}>
                <UntrustedText text={change} charactersMax={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
