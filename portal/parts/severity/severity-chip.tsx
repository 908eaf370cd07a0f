/** Severity label with its color. */
import { SEVERITY_LABELS, type Severity } from '../../text/severities.ts';
import styles from './severity-chip.module.css';

export function SeverityChip({ severity }: { readonly severity: Severity }) {
  return <span className={`${styles.chip} ${styles[severity]}`}>{SEVERITY_LABELS[severity]}</span>;
}
