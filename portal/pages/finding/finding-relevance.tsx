/** Relevance of a finding, its reasons, and actions to decide about it. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { ACTION_LABELS, type Action } from '../../text/findings/decision-text.ts';
import { PRIORITY_LABEL_TEXTS } from '../../text/findings/relevance-text.ts';
import { describeChanges } from '../../text/findings/relevance-text.ts';
import { EarlierDecisions } from '../decision/earlier-decisions.tsx';
import { ReasonList } from '../decision/reason-list.tsx';
import { StatusChip } from '../decision/status-chip.tsx';
import styles from './finding-drawer.module.css';
import decisionStyles from '../decision/decision.module.css';

/** Actions inside an opened finding. */
export interface FindingActions {
  readonly decide: (action: Action) => void;
  readonly takeBack: (decisionId: string) => void;
}

interface FindingRelevanceProps {
  readonly finding: WireFinding;
  readonly actions: FindingActions;
}

export function FindingRelevance({ finding, actions }: FindingRelevanceProps) {
  const { relevance, decision, state } = finding;
  const { status, basis, label, reasons, suggestion, conflict, escalated } = relevance;
  const isHiddenByMachine = state === 'open' && status === 'not_relevant' && basis !== 'human';
  return (
    <>
      <p className={styles.facts}>
        <StatusChip finding={finding} />
        <b>{STATUS_LABELS[status]}</b>
        {label !== null && <span>{PRIORITY_LABEL_TEXTS[label] ?? label}</span>}
        {label === 'accepted' && decision?.expiresAt && <span>until {decision.expiresAt.slice(0, 10)}</span>}
        {escalated && status !== 'relevant' && (
          <span className={styles.alarm}>Exploited or malicious all the same</span>
        )}
        {isHiddenByMachine && (
          <GuardedButton scope="triage" onClick={() => actions.decide('confirm')}>
            Show it again
          </GuardedButton>
        )}
      </p>
      {decision?.needsReconfirmation === true && (
        <Notice kind="doubtful">
          {decision.applies ? 'Please reconfirm what was decided' : 'What was decided no longer applies'}:{' '}
          {describeChanges(decision.changedSince)}.
        </Notice>
      )}
      {conflict && (
        <Notice kind="doubtful">
          VEX statements contradict each other, or what was matched. The worse one counts.
        </Notice>
      )}
      {suggestion !== null && state === 'open' && (
        <p className={styles.facts}>
          <GuardedButton scope="triage" onClick={() => actions.decide('accept_suggestion')}>
            Accept the suggestion
          </GuardedButton>
          <GuardedButton scope="triage" onClick={() => actions.decide('reject_suggestion')}>
            Reject it
          </GuardedButton>
        </p>
      )}
      {reasons.length === 0 ? (
        <p className={styles.muted}>Nothing speaks against it: no rule lowers or filters it, and nobody has decided.</p>
      ) : (
        <ReasonList
          reasons={reasons}
          isFirstDeciding={basis !== 'default'}
          suggestion={suggestion}
          onTakeBack={state === 'open' ? actions.takeBack : undefined}
        />
      )}
      <EarlierDecisions findingId={finding.id} />
    </>
  );
}

const STATUS_LABELS: Readonly<Record<WireFinding['relevance']['status'], string>> = {
  relevant: 'It matters here.',
  deprioritized: 'It matters less here.',
  not_relevant: 'It is filtered: not relevant here.',
};

export const DECIDE_ACTIONS: readonly Action[] = [
  ...(['confirm', 'in_triage', 'not_affected', 'false_positive', 'accept_risk', 'patched'] as const),
];

export function FindingDecide({ finding, actions }: FindingRelevanceProps) {
  if (finding.state !== 'open') return <p className={styles.muted}>Only what is open can be decided about.</p>;
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
        Nothing is deleted: a decision can be taken back, and what it rests on is checked whenever the version is
        analyzed.
      </p>
    </>
  );
}
