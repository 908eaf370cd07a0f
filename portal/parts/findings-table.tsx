/**
 * The findings, in the order of the server. Cells are plain elements with one style sheet: components of the kit in every cell
 * doubled the time of a frame while scrolling.
 */
import { Link } from '@tanstack/react-router';
import type { WireFinding } from '../../src/api/contract/finding.ts';
import type { FindingView } from '../views/finding-view.ts';
import { describeFix } from '../wording/fix-words.ts';
import { findWebAddress } from '../wording/web-address.ts';
import styles from './findings-table.module.css';
import { HostileText } from './hostile-text.tsx';
import { SeverityChip } from './severity-chip.tsx';
import { TableRegion } from './table-region.tsx';

export interface FindingsTableProps {
  readonly findings: readonly WireFinding[];
  readonly sort: FindingView['sort'];
}

export function FindingsTable({ findings, sort }: FindingsTableProps) {
  return (
    <TableRegion label="Findings">
      <table className={styles.table}>
        <thead>
          <tr>
            <SortableHead label="Severity" sort="severity" isSorted={sort === 'severity'} direction="descending" />
            <th scope="col">Vulnerability</th>
            <SortableHead label="Component" sort="package" isSorted={sort === 'package'} direction="ascending" />
            <th scope="col">Fixed in</th>
            <th scope="col">Confidence</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

interface SortableHeadProps {
  readonly label: string;
  readonly sort: FindingView['sort'];
  readonly isSorted: boolean;
  readonly direction: 'ascending' | 'descending';
}

function SortableHead({ label, sort, isSorted, direction }: SortableHeadProps) {
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <Link to="." search={(view) => ({ ...view, sort })} resetScroll={false}>
        {label}
      </Link>
    </th>
  );
}

const CLASS_WORDS = {
  malicious: 'Malicious package',
  informational: 'Informational',
  vulnerability: undefined,
} as const;
const RELEVANCE_WORDS = { relevant: undefined, deprioritized: 'Lower priority', not_relevant: 'Filtered' } as const;
const CONFIDENCE_WORDS = { high: 'High', medium: 'Medium', low: 'Low' } as const;

function FindingRow({ finding }: { readonly finding: WireFinding }) {
  const { vulnerability, component, match, fix, relevance } = finding;
  const address = findWebAddress(vulnerability.references);
  const classWord = CLASS_WORDS[finding.class];
  const relevanceWord = RELEVANCE_WORDS[relevance.status];
  const fixWords = describeFix(fix);
  return (
    <tr>
      <td>
        <SeverityChip severity={vulnerability.severity} />
      </td>
      <td>
        <span className={styles.id}>
          <HostileText text={vulnerability.id} charactersMax={48} />
        </span>
        {classWord !== undefined && <span className={styles.class}>{classWord}</span>}
        {relevanceWord !== undefined && <span className={styles.relevance}>{relevanceWord}</span>}
        {address !== undefined && (
          <a className={styles.address} href={address.href} target="_blank" rel="noopener nofollow">
            <HostileText text={address.host} charactersMax={32} />
          </a>
        )}
        <span className={styles.title}>
          <HostileText text={vulnerability.title} charactersMax={240} />
        </span>
        {relevance.reasons.map(({ code, text }) => (
          <span key={code} className={styles.reason}>
            <HostileText text={text} charactersMax={240} />
          </span>
        ))}
      </td>
      <td>
        <span className={styles.name}>
          <HostileText text={component.name} />
        </span>
        <span className={styles.version}>
          <HostileText text={component.version} charactersMax={40} />
        </span>
      </td>
      <td className={fixWords.isVersion ? styles.version : styles.without}>
        <HostileText text={fixWords.text} charactersMax={40} />
        {fixWords.note !== undefined && <span className={styles.record}>{fixWords.note}</span>}
      </td>
      <td>
        {CONFIDENCE_WORDS[match.confidence]}
        {match.recordId !== vulnerability.id && (
          <span className={styles.record}>
            <HostileText text={match.recordId} charactersMax={32} />
          </span>
        )}
      </td>
    </tr>
  );
}
