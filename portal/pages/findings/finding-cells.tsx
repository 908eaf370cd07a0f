/**
 * Columns and cells of the table of findings: plain elements with one style sheet. Library components in every cell doubled the
 * frame time.
 */
import { IconFlame } from '@tabler/icons-react';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { AgeAt } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import type { FindingView } from '../../search-params/finding-view.ts';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { CLASS_LABELS, toPercent } from '../../text/findings/filter-text.ts';
import {
  describeFix,
  describeOrigin,
  describeStatus,
  findDueDate,
  toDueText,
} from '../../text/findings/finding-text.ts';
import { splitComponentName } from '../../text/findings/component-name.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import styles from './findings-table.module.css';

interface CellProps {
  readonly finding: WireFinding;
  readonly nowMs: number;
}

/** Short for a cell: `due 3 d`. */
function shorten(dueText: string): string {
  return dueText.replace('due in', 'due').replace(DAYS, ' d');
}

const DAYS = / days?$/;

export const CELLS = {
  priority: PriorityCell,
  severity: ({ finding }: CellProps) => <SeverityChip severity={finding.vulnerability.severity} />,
  vulnerability: VulnerabilityCell,
  component: ComponentCell,
  introduced: ({ finding }: CellProps) => describeOrigin(finding.component),
  fix: FixCell,
  epss: EpssCell,
  status: StatusCell,
  since: ({ finding, nowMs }: CellProps) => AgeAt({ instant: finding.firstSeen.at, nowMs }),
  confidence: ({ finding }: CellProps) => ({ high: 'High', medium: 'Medium', low: 'Low' })[finding.match.confidence],
} as const;

export interface Column {
  readonly id: keyof typeof CELLS;
  readonly name: string;
  readonly title?: string;
  /** How the server sorts by it; `by` is undefined for the default order. */
  readonly sort?: { readonly by: FindingView['sort']; readonly direction: 'ascending' | 'descending' };
  /** Cannot be hidden, because it identifies the row. */
  readonly isFixed?: boolean;
  /** Shown only if a row has a value. */
  readonly hasValue?: (finding: WireFinding) => boolean;
}

export const COLUMNS: readonly Column[] = [
  {
    id: 'priority',
    name: 'Priority',
    title: 'Sorted by risk. Due dates follow CISA BOD 26-04 and only order findings of equal risk.',
    sort: { by: undefined, direction: 'descending' },
    isFixed: true,
  },
  { id: 'severity', name: 'Severity', sort: { by: 'severity', direction: 'descending' } },
  { id: 'vulnerability', name: 'Vulnerability', isFixed: true },
  { id: 'component', name: 'Component', sort: { by: 'package', direction: 'ascending' } },
  { id: 'introduced', name: 'Dependency', hasValue: ({ component }) => component.direct !== null },
  { id: 'fix', name: 'Fix' },
  {
    id: 'epss',
    name: 'EPSS',
    title: 'Probability of exploitation in the next 30 days',
    hasValue: ({ vulnerability }) => vulnerability.epss !== null,
  },
  { id: 'status', name: 'Status' },
  { id: 'since', name: 'Since', sort: { by: 'firstSeen', direction: 'descending' } },
  { id: 'confidence', name: 'Confidence' },
];

function PriorityCell({ finding, nowMs }: CellProps) {
  const { priority } = finding;
  const { kev } = finding.vulnerability;
  const due = toDueText(findDueDate(finding), nowMs);
  return (
    <>
      <span className={`${styles.band} ${styles[priority.band]}`}>{priority.band}</span>
      {kev !== null && (
        <span className={styles.kev} title={`Known exploited since ${kev.dateAdded}`}>
          <IconFlame size={14} stroke={1.8} aria-hidden />
          {due === undefined ? 'Exploited' : shorten(due)}
        </span>
      )}
      {kev === null && due !== undefined && <span className={styles.due}>{shorten(due)}</span>}
    </>
  );
}

interface LinkProps {
  /** The address of the list, to which the id of the opened finding is added. */
  readonly address: string;
  readonly isActive: boolean;
}

/** Its link can be reached by keyboard only in the active row. The table handles its click. */
function VulnerabilityCell({ finding, address, isActive }: CellProps & LinkProps) {
  const { id, vulnerability } = finding;
  return (
    <>
      <a href={`${address}${id}`} className={styles.id} tabIndex={isActive ? 0 : -1}>
        <UntrustedText text={vulnerability.id} charactersMax={32} />
      </a>
      {finding.class !== 'vulnerability' && (
        <span className={finding.class === 'malicious' ? styles.malicious : styles.mark}>
          {CLASS_LABELS[finding.class]}
        </span>
      )}
      <span className={styles.title} title={toVisibleText(vulnerability.title)}>
        <UntrustedText text={vulnerability.title} charactersMax={160} />
      </span>
    </>
  );
}

function ComponentCell({ finding: { component } }: CellProps) {
  const images = new Set(component.occurrences.map(({ image }) => image)).size;
  const { artifact } = splitComponentName(component.name);
  return (
    <span title={toVisibleText(`${component.name} ${component.version}`)}>
      <UntrustedText text={artifact} charactersMax={48} />{' '}
      <span className={styles.version}>
        <UntrustedText text={component.version} charactersMax={28} />
      </span>
      {images > 1 && <span className={styles.muted}> in {images} images</span>}
    </span>
  );
}

function FixCell({ finding: { fix } }: CellProps) {
  const { text, isVersion, note } = describeFix(fix);
  return (
    <span className={isVersion ? styles.fixed : styles.muted} title={note}>
      <UntrustedText text={text} charactersMax={32} />
      {note !== undefined && ' *'}
    </span>
  );
}

function EpssCell({ finding: { vulnerability } }: CellProps) {
  const { epss } = vulnerability;
  if (epss === null) return null;
  return (
    <span className={styles.chance}>
      {toPercent(epss.score)}
      <span className={styles.bar} style={{ backgroundSize: `${epss.score * 100}%` }} />
    </span>
  );
}

function StatusCell({ finding }: CellProps) {
  const { text, why, kind } = describeStatus(finding);
  return (
    <span className={styles[`${kind}Status`]} title={why}>
      {text}
      {why !== undefined && <span className={styles.why}> {why}</span>}
    </span>
  );
}
