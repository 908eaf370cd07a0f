/** Relevance of a finding, its reasons, and actions to decide about it. */
import { OWN_ACTIONS } from '../../../src/core/vocabulary/decision.ts';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { ACTION_LABELS, type Action } from '../../text/findings/decision-text.ts';
import { RELEVANCE_LABELS } from '../../text/findings/filter-text.ts';
import { describeStatus } from '../../text/findings/finding-text.ts';
import { describeChanges, PRIORITY_LABEL_TEXTS } from '../../text/findings/relevance-text.ts';
import { EarlierDecisions } from '../decision/earlier-decisions.tsx';
import { ReasonList } from '../decision/reason-list.tsx';
import { StatusChip } from '../decision/status-chip.tsx';
import styles from './finding-drawer.module.css';
import decisionStyles from '../decision/decision.module.css';

/** Actions inside an opened finding. */
export interface FindingActions {
  readonly decide: (action: Action) => void;
  readonly revert: (decisionId: string) => void;
}

interface FindingRelevanceProps {
  readonly finding: WireFinding;
  readonly actions: FindingActions;
}

export function FindingRelevance({ finding, actions }: FindingRelevanceProps) {
  const { relevance, decision, state } = finding;
  const { status, basis, label, reasons, suggestion, conflict, escalated } = relevance;
  const relevanceLabel = RELEVANCE_LABELS[status];
  const isHiddenByMachine = state === 'open' && status === 'not_relevant' && basis !== 'human';
  return (
    <>
      <p className={styles.facts}>
        <StatusChip finding={finding} />
        {describeStatus(finding).text !== relevanceLabel && <b>{relevanceLabel}</b>}
        {label !== null && <span>{PRIORITY_LABEL_TEXTS[label] ?? label}</span>}
        {label === 'accepted' && decision?.expiresAt && <span>expires {decision.expiresAt.slice(0, 10)}</span>}
        {escalated && status !== 'relevant' && <span className={styles.alarm}>Exploited or malicious</span>}
        {isHiddenByMachine && (
          <GuardedButton scope="triage" onClick={() => actions.decide('confirm')}>
            Mark as relevant
          </GuardedButton>
        )}
      </p>
      {decision?.needsReconfirmation === true && (
        <Notice kind="doubtful">
          {decision.applies ? 'Reconfirm the decision' : 'The decision no longer applies'}:{' '}
          {describeChanges(decision.changedSince)}.
        </Notice>
      )}
      {conflict && (
        <Notice kind="doubtful">
          VEX statements conflict with each other or with the match. The most severe one applies.
        </Notice>
      )}
      {suggestion !== null && state === 'open' && (
        <p className={styles.facts}>
          <GuardedButton scope="triage" onClick={() => actions.decide('accept_suggestion')}>
            Accept suggestion
          </GuardedButton>
          <GuardedButton scope="triage" onClick={() => actions.decide('reject_suggestion')}>
            Reject suggestion
          </GuardedButton>
        </p>
      )}
      {reasons.length === 0 ? (
        <p className={styles.muted}>No rule or decision applies.</p>
      ) : (
        <ReasonList
          reasons={reasons}
          isFirstDeciding={basis !== 'default'}
          suggestion={suggestion}
          onRevert={state === 'open' ? actions.revert : undefined}
        />
      )}
      <EarlierDecisions findingId={finding.id} />
    </>
  );
}

export const DECIDE_ACTIONS: readonly Action[] = OWN_ACTIONS;

export function FindingDecide({ finding, actions }: FindingRelevanceProps) {
  if (finding.state !== 'open') return <p className={styles.muted}>You can decide only on open findings.</p>;
  return (
    <>
      <div className={decisionStyles.actions}>
        {DECIDE_ACTIONS.map((action) => (
          <GuardedButton key={action} scope="triage" onClick={() => actions.decide(action)}>
            {ACTION_LABELS[action]}
          </GuardedButton>
        ))}
      </div>
      <p className={styles.muted}>
        Decisions can be reverted. Every analysis checks whether their conditions still hold.
      </p>
    </>
  );
}
