/**
 * Services by their most urgent findings. Counts by priority band instead of a sum, which would hide one urgent finding among
 * many that can wait.
 */
import { Link } from '@tanstack/react-router';
import { BANDS } from '../../../src/core/vocabulary/priority.ts';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Age } from '../../parts/values/age.tsx';
import { ServiceLink, VersionLink } from '../../parts/navigation/service-links.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import styles from './overview.module.css';

type Ranked = WireOverview['riskiest'][number];

interface RiskiestServicesProps {
  readonly services: readonly Ranked[];
  readonly total: number;
}

const COLUMNS = [
  'Service',
  'Newest version',
  ...[...BANDS, 'Exploited', 'Not relevant'].map((name) => ({ name, className: styles.number })),
  'Received',
];

export function RiskiestServices({ services, total }: RiskiestServicesProps) {
  return (
    <section aria-labelledby="riskiest" className={styles.section}>
      <div className={styles.head}>
        <h2 id="riskiest">Most urgent services</h2>
        <PathLink path="/services">All {countOf(total, 'service')}</PathLink>
      </div>
      {services.length > 0 && (
        <ScrollingTable label="Services by urgency" className={styles.table} columns={COLUMNS}>
          {services.map((each) => (
            <ServiceRow key={each.service.id} ranked={each} />
          ))}
        </ScrollingTable>
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
        <ServiceLink service={service.name} charactersMax={48} />
      </td>
      <td>
        <VersionLink {...params} charactersMax={32} />
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
