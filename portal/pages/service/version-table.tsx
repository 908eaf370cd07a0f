/** Versions of a service: aliases, open findings, and findings introduced and resolved by each. */
import { Link } from '@tanstack/react-router';
import type { WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import type { WireVersion } from '../../../src/api/contract/services/service.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { SeverityBar } from '../../parts/severity/severity-bar.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { formatCount } from '../../text/format/counts.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './service-page.module.css';

interface VersionTableProps {
  readonly service: string;
  readonly versions: readonly WireVersion[];
  /** History of the newest versions; undefined until loaded. */
  readonly history: WireServiceHistory | undefined;
}

type Counted = WireServiceHistory['versions'][number];

export function VersionTable({ service, versions, history }: VersionTableProps) {
  const counted = new Map(history?.versions.map((each) => [each.id, each]));
  const most = mostFindings(history);
  // Columns without a value are left out.
  const shown = {
    aliases: versions.some(({ aliases }) => aliases.length > 0),
    branch: versions.some(({ id }) => (counted.get(id)?.branch ?? '') !== ''),
    tags: versions.some(({ tags }) => tags.length > 0),
  };
  return (
    <ScrollingTable
      label="Versions"
      className={`${styles.table} ${cardStyles.lines}`}
      columns={[
        'Version',
        ...(shown.aliases ? ['Aliases'] : []),
        ...(shown.branch ? ['Branch'] : []),
        ...(shown.tags ? ['Tags'] : []),
        'Open findings by severity',
        { name: 'Introduced', className: styles.number },
        { name: 'Fixed', className: styles.number },
        'Received',
      ]}
    >
      {versions.map((version) => (
        <VersionRow
          key={version.id}
          service={service}
          version={version}
          counted={counted.get(version.id)}
          most={most}
          shown={shown}
        />
      ))}
    </ScrollingTable>
  );
}

interface VersionRowProps {
  readonly service: string;
  readonly version: WireVersion;
  readonly counted: Counted | undefined;
  readonly most: number;
  readonly shown: Readonly<Record<'aliases' | 'branch' | 'tags', boolean>>;
}

/** The highest number of findings of a version. */
export function mostFindings(history: WireServiceHistory | undefined): number {
  return Math.max(0, ...(history?.versions ?? []).map(({ total }) => total));
}

function VersionRow({ service, version: { name, createdAt, aliases, tags }, counted, most, shown }: VersionRowProps) {
  const address = { service, version: name };
  return (
    <tr>
      <td className={styles.name}>
        <Link to="/services/$service/versions/$version" params={address}>
          <UntrustedText text={name} charactersMax={48} />
        </Link>
      </td>
      {shown.aliases && (
        <td className={styles.labels}>
          <Labels texts={aliases} />
        </td>
      )}
      {shown.branch && (
        <td className={styles.name}>{counted?.branch && <UntrustedText text={counted.branch} charactersMax={32} />}</td>
      )}
      {shown.tags && (
        <td className={styles.labels}>
          <Labels texts={tags} />
        </td>
      )}
      <td data-wide>
        {counted === undefined && <span className={styles.muted}>–</span>}
        {counted?.analyzedAt === null && <span className={styles.muted}>Not analyzed yet</span>}
        {counted !== undefined && counted.analyzedAt !== null && (
          <SeverityBar address={address} {...counted} most={most} />
        )}
      </td>
      <td className={styles.number} data-label="Introduced">
        <Changed service={service} head={name} count={counted?.introduced} section="introduced" />
      </td>
      <td className={styles.number} data-label="Fixed">
        <Changed service={service} head={name} count={counted?.resolved} section="resolved" />
      </td>
      <td>
        <Age instant={createdAt} />
      </td>
    </tr>
  );
}

interface ChangedProps {
  readonly service: string;
  readonly head: string;
  readonly count: number | null | undefined;
  readonly section: 'introduced' | 'resolved';
}

/** Change since the previous version, as in the comparison. */
function Changed({ service, head, count, section }: ChangedProps) {
  if (count === null || count === undefined) return <span className={styles.muted}>–</span>;
  return (
    <Link to="/services/$service/compare" params={{ service }} search={{ head }} hash={section}>
      {formatCount(count)}
    </Link>
  );
}

export function Labels({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className={styles.label}>
      <UntrustedText text={text} charactersMax={40} />
    </span>
  ));
}
