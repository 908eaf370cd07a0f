/** Status of a finding as a chip: always a word, with line or color in addition. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { describeStatus } from '../../text/findings/finding-text.ts';
import styles from './decision.module.css';

export function StatusChip({ finding }: { readonly finding: WireFinding }) {
  const { text, kind } = describeStatus(finding);
  const style = kind === 'open' || kind === 'gone' ? '' : styles[kind];
  return <span className={`${styles.chip} ${style}`}>{text}</span>;
}
