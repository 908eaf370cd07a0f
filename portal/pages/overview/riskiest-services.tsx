/**
 * Services by their most urgent findings. Counts by priority band instead of a sum, which would hide one urgent finding among
 * many that can wait.
 */
import { Link } from '@tanstack/react-router';
import { BANDS } from '../../../src/core/vocabulary/priority.ts';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import styles from './overview.module.css';

type Ranked = WireOverview['riskiest'][number];

export interface RiskiestServicesProps {
  readonly services: readonly Ranked[];
  readonly total: number;
}

export function RiskiestServices({ services, total }: RiskiestServicesProps) {
  return (
    <section aria-labelledby="riskiest" className={styles.section}>
      <div className={styles.head}>
        <h2 id="riskiest">Most urgent services</h2>
        <PathLink path="/services">All {countOf(total, 'service')}</PathLink>
      </div>
      {services.length > 0 && (
        <TableRegion label="Services by urgency">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Service</th>
                <th scope="col">Newest version</th>
                {BANDS.map((band) => (
                  <th key={band} scope="col" className={styles.number}>
                    {band}
                  </th>
                ))}
                <th scope="col" className={styles.number}>
                  Exploited
                </th>
                <th scope="col" className={styles.number}>
                  Not relevant
                </th>
                <th scope="col">Received</th>
              </tr>
            </thead>
            <tbody>
              {services.map((each) => (
                <ServiceRow key={each.service.id} ranked={each} />
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </section>
  );
}

function ServiceRow({ ranked: { service, version, byBand, exploited, hidden } }: { readonly ranked: Ranked }) {
  const params = { service: service.name, version: version.name };
  const highest = BANDS.find((band) => byBand[band] > 0);
  return (
    <tr>
      <td>
        <Link to="/services/$service" params={{ service: service.name }}>
          <UntrustedText text={service.name} charactersMax={48} />
        </Link>
      </td>
      <td>
        <Link to="/services/$service/versions/$version" params={params}>
          <UntrustedText text={version.name} charactersMax={32} />
        </Link>
      </td>
      {BANDS.map((band) => (
        <td key={band} className={`${styles.number} ${band === highest ? styles.highest : ''}`}>
          {byBand[band] === 0 ? <span className={styles.muted}>0</span> : formatCount(byBand[band])}
        </td>
      ))}
      <td className={styles.number}>
        <Link to="/services/$service/versions/$version" params={params} search={{ kev: 'true' }}>
          {formatCount(exploited)}
        </Link>
      </td>
      <td className={styles.number}>
        <Link to="/services/$service/versions/$version" params={params} search={{ relevance: 'not_relevant' }}>
          {formatCount(hidden)}
        </Link>
      </td>
      <td>
        <Age instant={version.createdAt} />
      </td>
    </tr>
  );
}
