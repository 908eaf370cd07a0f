/** Relevance of a finding: all reasons, the deciding one first. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { Notice } from '../../parts/feedback/notice.tsx';
import { ReasonList } from '../decision/reason-list.tsx';
import type { FindingActions } from './finding-decision.tsx';
import styles from './finding-drawer.module.css';

interface FindingRelevanceProps {
  readonly finding: WireFinding;
  readonly actions: FindingActions;
}

export function FindingRelevance({ finding, actions }: FindingRelevanceProps) {
  const { relevance, decision, state } = finding;
  const { basis, suggestion, conflict } = relevance;
  // The decision in effect is shown and reverted in its own section.
  const reasons = relevance.reasons.filter(({ sourceId }) => sourceId === null || sourceId !== decision?.id);
  return (
    <>
      {conflict && (
        <Notice kind="doubtful">
          VEX statements conflict with each other or with the match. The most severe one applies.
        </Notice>
      )}
      {reasons.length === 0 ? (
        <p className={styles.muted}>
          {decision === null ? 'No rule or decision applies.' : 'No other rule or decision applies.'}
        </p>
      ) : (
        <ReasonList
          reasons={reasons}
          isFirstDeciding={basis !== 'default' && reasons[0] === relevance.reasons[0]}
          suggestion={suggestion}
          onRevert={state === 'open' ? actions.revert : undefined}
        />
      )}
    </>
  );
}
