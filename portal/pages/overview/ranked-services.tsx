/**
 * Services by urgency, risk or number of findings, each with its last 30 days. By default, counts by priority band decide instead
 * of a sum, which would hide one urgent finding among many that can wait.
 */
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { BANDS } from '../../../src/core/vocabulary/priority.ts';
import type { ServiceSort } from '../../../src/core/vocabulary/service.ts';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Age } from '../../parts/values/age.tsx';
import { ServiceLink, VersionLink } from '../../parts/navigation/service-links.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './overview.module.css';

type Ranked = WireOverview['riskiest'][number];

interface RankedServicesProps {
  readonly services: readonly Ranked[];
  readonly total: number;
  readonly sort: ServiceSort;
}

export function RankedServices({ services, total, sort }: RankedServicesProps) {
  const toHead = (name: string, by: ServiceSort, className?: string) => ({
    name: <SortLink name={name} sort={by} isChosen={by === sort} />,
    className,
  });
  return (
    <section aria-labelledby="riskiest" className={styles.section}>
      <div className={styles.head}>
        <h2 id="riskiest">Services by risk</h2>
        <PathLink path="/services">All {countOf(total, 'service')}</PathLink>
      </div>
      {services.length > 0 && (
        <ScrollingTable
          label="Services"
          className={`${styles.table} ${styles.services} ${cardStyles.lines}`}
          columns={[
            'Service',
            'Newest version',
            ...BANDS.map((band, index) =>
              index === 0 ? toHead(band, 'urgency', styles.number) : { name: band, className: styles.number },
            ),
            toHead('Exploited', 'exploited', styles.number),
            toHead('Risk', 'risk', styles.number),
            toHead('Findings', 'findings', styles.number),
            '30 days',
            { name: 'Not relevant', className: styles.number },
            'Received',
          ]}
        >
          {services.map((each) => (
            <ServiceRow key={each.service.id} ranked={each} />
          ))}
        </ScrollingTable>
      )}
    </section>
  );
}

function SortLink({
  name,
  sort,
  isChosen,
}: {
  readonly name: string;
  readonly sort: ServiceSort;
  readonly isChosen: boolean;
}) {
  return (
    <ViewLink
      view={(current) => ({ ...current, sort: sort === 'urgency' ? undefined : sort })}
      aria-current={isChosen ? 'true' : undefined}
      aria-label={`${name}, sort by ${sort}`}
      className={styles.sort}
    >
      {name} <span aria-hidden>{isChosen ? '▾' : '↕'}</span>
    </ViewLink>
  );
}

function ServiceRow({ ranked }: { readonly ranked: Ranked }) {
  const { service, version, byBand, exploited, hidden, risk, trend } = ranked;
  const params = { service: service.name, version: version.name };
  const highest = BANDS.find((band) => byBand[band] > 0);
  const toCell = (label: string, count: number, search: Readonly<Record<string, string>>, className = '') => (
    <td className={`${styles.number} ${className}`} data-label={label}>
      {count === 0 ? (
        <span className={styles.muted}>0</span>
      ) : (
        <Link to="/services/$service/versions/$version" params={params} search={search}>
          {formatCount(count)}
        </Link>
      )}
    </td>
  );
  return (
    <tr>
      <td>
        <ServiceLink service={service.name} charactersMax={48} />
      </td>
      <td>
        <VersionLink {...params} charactersMax={32} />
      </td>
      {BANDS.map((band) => (
        <Fragment key={band}>{toCell(band, byBand[band], { band }, band === highest ? styles.highest : '')}</Fragment>
      ))}
      {toCell('Exploited', exploited, { kev: 'true' })}
      <td className={styles.number} data-label="Risk">
        {formatCount(Math.round(risk))}
      </td>
      {toCell(
        'Findings',
        BANDS.reduce((sum, band) => sum + byBand[band], 0),
        {},
      )}
      <td>
        <Sparkline values={trend} unit="open" />
      </td>
      {toCell('Not relevant', hidden, { relevance: 'not_relevant' })}
      <td data-label="Received">
        <Age instant={version.createdAt} />
      </td>
    </tr>
  );
}
