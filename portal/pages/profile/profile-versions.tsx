/** Versions of a profile, newest first, each with its changes. Versions are immutable. */
import { useQuery } from '@tanstack/react-query';
import type { WireProfileVersion, WireProfileField } from '../../../src/api/contract/services/profile.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { profileVersions, type ProfileAddress } from './profile-queries.ts';
import { countOf } from '../../text/format/counts.ts';
import { labelOf } from '../../text/profile/profile-fields.ts';
import { describeValue, UNKNOWN } from '../../text/profile/profile-values.ts';
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

type Known = Pick<WireProfileVersion, 'fields' | 'appliesTo' | 'documents'>;

/** Differences between two versions of a security profile, one per line. */
function listProfileChanges(before: Known | undefined, after: Known): readonly string[] {
  const [from, to] = [before?.fields ?? {}, after.fields];
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted();
  const fields = paths
    .filter((path) => toKey(from[path]) !== toKey(to[path]))
    .map((path) => `${labelOf(path)}: ${describeField(from[path])} → ${describeField(to[path])}`);
  const isElsewhere = before !== undefined && JSON.stringify(before.appliesTo) !== JSON.stringify(after.appliesTo);
  return [...fields, ...(isElsewhere ? ['Scope changed.'] : []), ...listDocuments(before, after)];
}

function listDocuments(before: Known | undefined, after: Known): readonly string[] {
  const kept = new Map(before?.documents.map((each) => [each.sha256, each.inForce]));
  const now = new Map(after.documents.map((each) => [each.sha256, each.inForce]));
  const changed = [...now].flatMap(([sha256, inForce]) => {
    if (kept.get(sha256) === inForce) return [];
    const state = inForce ? 'is enforced' : 'is no longer enforced';
    return [`Document ${sha256.slice(0, 12)}… ${kept.has(sha256) ? state : 'was added'}`];
  });
  const gone = [...kept.keys()].filter((sha256) => !now.has(sha256));
  return [...changed, ...gone.map((sha256) => `Document ${sha256.slice(0, 12)}… was removed`)];
}

function describeField(field: WireProfileField | undefined): string {
  if (field === undefined) return describeValue(UNKNOWN);
  return `${describeValue(field.value)}${field.basis === null ? ' (not confirmed)' : ''}`;
}

function toKey(field: WireProfileField | undefined): string {
  if (field === undefined) return '';
  const { value, complete, confirmedBy, evidence } = field;
  return JSON.stringify([value, complete, confirmedBy, evidence]);
}
