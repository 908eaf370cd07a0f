/** Severity label with its color. */
import type { Severity } from '../../../src/core/vocabulary/severity.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import styles from './severity-chip.module.css';

export function SeverityChip({ severity }: { readonly severity: Severity }) {
  return <span className={`${styles.chip} ${styles[severity]}`}>{SEVERITY_LABELS[severity]}</span>;
}
