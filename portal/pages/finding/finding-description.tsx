/** Description and references of the advisory. All of it is untrusted text. */
import { useQuery } from '@tanstack/react-query';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { toPath } from '../../api/api-client.ts';
import { AdvisoryText } from '../../parts/values/advisory-text.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { vulnerabilityDetails } from '../../queries/findings/vulnerability.ts';
import { countOf } from '../../text/format/counts.ts';
import { findWebAddress } from '../../text/untrusted/web-address.ts';
import styles from './finding-drawer.module.css';

const REFERENCES_SHOWN = 20;

export function FindingDescription({ vulnerability }: { readonly vulnerability: WireFinding['vulnerability'] }) {
  const { data, error } = useQuery(vulnerabilityDetails(vulnerability.id));
  return (
    <>
      {data === undefined && error === null && <Loading rows={2} />}
      {error !== null && <Problem error={error} />}
      {data !== undefined && data.details !== '' && <AdvisoryText markdown={data.details} />}
      <References references={vulnerability.references} />
      <p>
        <PathLink path={toPath('vulnerabilities', vulnerability.id)}>Vulnerability details</PathLink>
      </p>
    </>
  );
}

function References({ references }: { readonly references: readonly string[] }) {
  if (references.length === 0) return null;
  return (
    <ul className={styles.references}>
      {[...new Set(references)].slice(0, REFERENCES_SHOWN).map((reference) => {
        const address = findWebAddress([reference]);
        return (
          <li key={reference}>
            {address === undefined ? (
              <UntrustedText text={reference} charactersMax={120} />
            ) : (
              <a href={address.href} target="_blank" rel="noopener nofollow">
                <UntrustedText text={address.href} charactersMax={120} />
              </a>
            )}
          </li>
        );
      })}
      {references.length > REFERENCES_SHOWN && (
        <li className={styles.muted}>and {countOf(references.length - REFERENCES_SHOWN, 'more reference')}</li>
      )}
    </ul>
  );
}
