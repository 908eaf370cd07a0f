/** Filtered findings grouped by the deciding reason, each linked to its list. */
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { Choices } from '../../parts/navigation/choices.tsx';
import type { FindingView } from '../../search-params/finding-view.ts';
import { formatCount } from '../../text/format/counts.ts';
import { describeCode } from '../../text/findings/relevance-text.ts';
import styles from './reason-groups.module.css';

export interface ReasonGroupsProps {
  readonly summary: Pick<WireFindingSummary, 'hidden' | 'hiddenByReason'>;
  readonly view: FindingView;
}

export function ReasonGroups({ summary: { hidden, hiddenByReason }, view: { relevance, reason } }: ReasonGroupsProps) {
  if (relevance !== 'not_relevant' || hiddenByReason.length === 0) return null;
  const groups = hiddenByReason.map(({ code, count }) => ({
    name: describeCode(code),
    view: { reason: code },
    isChosen: reason === code,
    more: formatCount(count),
  }));
  const all = { name: 'All', view: { reason: undefined }, isChosen: reason === undefined, more: formatCount(hidden) };
  return (
    <div className={styles.groups}>
      <p>Reason</p>
      <Choices label="Reasons" choices={[all, ...groups]} />
    </div>
  );
}
