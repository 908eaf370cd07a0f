/** One row per service, about its newest version. Numbers link to the lists they count. */
import { Link } from '@tanstack/react-router';
import type { WireServiceListItem } from '../../../src/api/contract/services/service.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { SeverityBar } from '../../parts/severity/severity-bar.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { ANALYSIS_STATUS_LABELS } from '../../text/analysis/analysis-text.ts';
import { formatChange, formatCount, formatShare } from '../../text/format/counts.ts';
import { FIXED_ISSUES_ONLY_HELP } from '../../text/analysis/coverage-text.ts';
import { isWellCovered } from '../../text/analysis/result-quality.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './services.module.css';

export function ServiceTable({ services }: { readonly services: readonly WireServiceListItem[] }) {
  const most = Math.max(0, ...services.map(({ latestVersion }) => latestVersion?.findings.total ?? 0));
  return (
    <ScrollingTable
      label="Services"
      className={`${styles.table} ${cardStyles.lines}`}
      columns={[
        'Service',
        'Newest version',
        'Open findings',
        'Change',
        'Checked',
        'Received',
        'State',
        { name: 'Versions', className: styles.number },
      ]}
    >
      {services.map((service) => (
        <tr key={service.id}>
          <td className={styles.name}>
            <Link to="/services/$service" params={{ service: service.name }}>
              <UntrustedText text={service.name} charactersMax={64} />
            </Link>
          </td>
          <NewestCells service={service} most={most} />
          <td className={styles.number} data-label="Versions">
            <Link to="/services/$service" params={{ service: service.name }}>
              {formatCount(service.versionCount)}
            </Link>
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

function NewestCells({
  service: { name, latestVersion, previousVersion },
  most,
}: {
  readonly service: WireServiceListItem;
  readonly most: number;
}) {
  if (latestVersion === null) {
    return (
      <td colSpan={6} className={styles.muted}>
        No versions yet
      </td>
    );
  }
  const { analysis, coverage, findings, createdAt } = latestVersion;
  const address = { service: name, version: latestVersion.name };
  return (
    <>
      <td className={styles.name}>
        <Link to="/services/$service/versions/$version" params={address}>
          <UntrustedText text={latestVersion.name} charactersMax={40} />
        </Link>
      </td>
      <td data-wide>
        {coverage === null ? (
          <span className={styles.muted}>Not checked yet</span>
        ) : (
          <SeverityBar address={address} {...findings} most={most} />
        )}
      </td>
      <td className={styles.text}>
        <Change service={name} head={latestVersion} previous={previousVersion} />
      </td>
      <td data-label="Checked">
        <Checked address={address} coverage={coverage} />
      </td>
      <td>
        <Age instant={createdAt} />
      </td>
      <td className={`${styles.text} ${analysis?.status === 'failed' ? styles.bad : ''}`}>
        {analysis === null ? 'Not analyzed' : ANALYSIS_STATUS_LABELS[analysis.status]}
      </td>
    </>
  );
}

type Latest = NonNullable<WireServiceListItem['latestVersion']>;

function Change({
  service,
  head,
  previous,
}: {
  readonly service: string;
  readonly head: Latest;
  readonly previous: WireServiceListItem['previousVersion'];
}) {
  if (previous === null) return <span className={styles.muted}>First version</span>;
  if (head.coverage === null || previous.findings === null) return <span className={styles.muted}>–</span>;
  return (
    <Link
      to="/services/$service/compare"
      params={{ service }}
      search={{ base: previous.name, head: head.name }}
      className={styles.change}
    >
      {formatChange(head.findings.total - previous.findings.total)}
      <span className={styles.against}>
        {' '}
        {head.findings.total === previous.findings.total ? 'as' : 'vs.'}{' '}
        <UntrustedText text={previous.name} charactersMax={24} />
      </span>
    </Link>
  );
}

function Checked({
  address,
  coverage,
}: {
  readonly address: { readonly service: string; readonly version: string };
  readonly coverage: Latest['coverage'];
}) {
  if (coverage === null) return <span className={styles.muted}>–</span>;
  const { components, checked, fixedIssuesOnly } = coverage;
  return (
    <>
      <Link
        to="/services/$service/versions/$version"
        params={address}
        search={{ tab: 'components', ...(checked < components && { unchecked: 'true' as const }) }}
        className={isWellCovered(coverage) ? undefined : styles.doubtful}
        title={`${formatCount(checked)} of ${formatCount(components)} components`}
      >
        {formatShare(checked, components)}
      </Link>
      {fixedIssuesOnly > 0 && (
        <span className={styles.fixedOnly} title={FIXED_ISSUES_ONLY_HELP}>
          {formatCount(fixedIssuesOnly)} for fixed issues only
        </span>
      )}
    </>
  );
}
