/** Versions of services that contain the component, newest first. Details of one are shown below. */
import { Link } from '@tanstack/react-router';
import type { WireComponentUses } from '../../../src/api/contract/services/component.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { countOf } from '../../text/format/counts.ts';
import styles from './component.module.css';

export interface ComponentUsesProps {
  readonly component: WireComponentUses;
  readonly chosen: string | undefined;
}

export function ComponentUses({ component: { uses, useCount }, chosen }: ComponentUsesProps) {
  return (
    <Section title={`Used in ${countOf(useCount, 'version')}`}>
      <TableRegion label="Used in">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Service</th>
              <th scope="col">Version</th>
              <th scope="col">Received</th>
              <th scope="col">Dependency paths</th>
            </tr>
          </thead>
          <tbody>
            {uses.map(({ serviceName, versionId, versionName, createdAt }) => (
              <tr key={versionId} aria-current={versionId === chosen ? 'true' : undefined}>
                <td>
                  <Link to="/services/$service" params={{ service: serviceName }}>
                    <UntrustedText text={serviceName} charactersMax={48} />
                  </Link>
                </td>
                <td>
                  <Link
                    to="/services/$service/versions/$version"
                    params={{ service: serviceName, version: versionName }}
                  >
                    <UntrustedText text={versionName} charactersMax={40} />
                  </Link>
                </td>
                <td>
                  <Age instant={createdAt} />
                </td>
                <td>
                  {versionId === chosen ? (
                    'Shown below'
                  ) : (
                    <ViewLink view={(current) => ({ ...current, in: versionId })}>Show paths</ViewLink>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {useCount > uses.length && (
        <p className={styles.muted}>{countOf(useCount - uses.length, 'older version')} not shown.</p>
      )}
    </Section>
  );
}
