/** Impact of unknown and unconfirmed fields: the effect of each possible value, largest first. */
import { useQuery } from '@tanstack/react-query';
import type { WireImpact } from '../../../src/api/contract/services/profile.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { profileImpact, type ProfileAddress } from './profile-queries.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { labelOf } from '../../text/profile/profile-fields.ts';
import { describeImpact, describeValue } from '../../text/profile/profile-values.ts';
import styles from './profile.module.css';

type Assumption = WireImpact['assumptions'][number];
type Value = Assumption['values'][number];

export interface ImpactMeterProps {
  readonly address: ProfileAddress;
  readonly isReadOnly: boolean;
  readonly onAssume: (assumption: Assumption, value: Value) => void;
}

export function ImpactMeter({ address, isReadOnly, onAssume }: ImpactMeterProps) {
  const { data, error } = useQuery(profileImpact(address));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={4} />;
  const effective = data.assumptions.filter(({ largestTotal }) => largestTotal > 0);
  const ineffectiveCount = data.assumptions.length - effective.length;
  return (
    <>
      <p className={styles.muted}>
        {data.version === null ? (
          'No impact: the service has no versions yet.'
        ) : (
          <>
            Based on {data.truncated ? 'the most urgent ' : ''}
            {countOf(data.findings, 'finding')} of <UntrustedText text={data.version.name} charactersMax={60} /> and the
            saved profile.
          </>
        )}{' '}
        Without AI, a profile does not mark findings as not relevant.
      </p>
      <ul className={styles.impacts}>
        {effective.map((assumption) => (
          <li key={assumption.path ?? assumption.document}>
            <Impact assumption={assumption} isReadOnly={isReadOnly} onAssume={onAssume} />
          </li>
        ))}
      </ul>
      {ineffectiveCount > 0 && <p className={styles.muted}>{formatCount(ineffectiveCount)} more without impact.</p>}
    </>
  );
}

function Impact({
  assumption,
  isReadOnly,
  onAssume,
}: Omit<ImpactMeterProps, 'address'> & { readonly assumption: Assumption }) {
  const { path, document, values } = assumption;
  const name = path === null ? `Document ${document?.slice(0, 12) ?? ''}…` : labelOf(path);
  return (
    <>
      <b>{name}</b>
      <ul className={styles.values}>
        {values
          .filter(({ total }) => total > 0)
          .toSorted((a, b) => b.total - a.total)
          .map((value) => (
            <li key={JSON.stringify(value.value)}>
              <span>
                {path === null ? 'Enforced' : <UntrustedText text={describeValue(value.value)} charactersMax={80} />}:{' '}
                {describeImpact(value)}
              </span>
              {!isReadOnly && (
                <button
                  type="button"
                  className={styles.link}
                  aria-label={`Confirm ${name}: ${path === null ? 'enforced' : describeValue(value.value)}`}
                  onClick={() => onAssume(assumption, value)}
                >
                  Confirm
                </button>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}
