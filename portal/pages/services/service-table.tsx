/** One row per service, about its newest version. Numbers link to the lists they count. */
import { Link } from '@tanstack/react-router';
import type { WireServiceListItem } from '../../../src/api/contract/services/service.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { SeverityBar } from '../../parts/severity/severity-bar.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { ANALYSIS_STATUS_LABELS } from '../../text/analysis/analysis-text.ts';
import { formatCount } from '../../text/format/counts.ts';
import { FIXED_ISSUES_ONLY_HELP } from '../../text/analysis/coverage-text.ts';
import { toShare, toSigned } from './count-change.ts';
import { isWellCovered } from '../../text/analysis/result-quality.ts';
import styles from './service-table.module.css';

export function ServiceTable({ services }: { readonly services: readonly WireServiceListItem[] }) {
  return (
    <TableRegion label="Services">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Newest version</th>
            <th scope="col">Open findings</th>
            <th scope="col">Change</th>
            <th scope="col">Checked</th>
            <th scope="col">Received</th>
            <th scope="col">State</th>
            <th scope="col" className={styles.number}>
              Versions
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <tr key={service.id}>
              <td className={styles.name}>
                <Link to="/services/$service" params={{ service: service.name }}>
                  <UntrustedText text={service.name} charactersMax={64} />
                </Link>
              </td>
              <NewestCells service={service} />
              <td className={styles.number}>
                <Link to="/services/$service" params={{ service: service.name }}>
                  {formatCount(service.versionCount)}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

function NewestCells({ service: { name, latestVersion, previousVersion } }: { readonly service: WireServiceListItem }) {
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
      <td>
        {coverage === null ? (
          <span className={styles.muted}>Not checked yet</span>
        ) : (
          <SeverityBar address={address} {...findings} />
        )}
      </td>
      <td className={styles.text}>
        <Change service={name} head={latestVersion} previous={previousVersion} />
      </td>
      <td>
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
      {toSigned(head.findings.total - previous.findings.total)}
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
        {toShare(checked, components)}
      </Link>
      {fixedIssuesOnly > 0 && (
        <span className={styles.fixedOnly} title={FIXED_ISSUES_ONLY_HELP}>
          {formatCount(fixedIssuesOnly)} for fixed issues only
        </span>
      )}
    </>
  );
}
