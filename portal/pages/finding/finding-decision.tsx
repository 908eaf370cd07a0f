/** What is decided about a finding, by whom and why, and the actions to decide about it. */
import { OWN_ACTIONS } from '../../../src/core/vocabulary/decision.ts';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireActiveDecision, WireReason } from '../../../src/api/contract/findings/relevance.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { ACTION_LABELS, DECIDED_STATE_LABELS, SCOPE_LABELS, type Action } from '../../text/findings/decision-text.ts';
import { RELEVANCE_LABELS } from '../../text/findings/filter-text.ts';
import { describeStatus } from '../../text/findings/finding-text.ts';
import {
  describeChanges,
  describeCode,
  describeDecider,
  PRIORITY_LABEL_TEXTS,
} from '../../text/findings/relevance-text.ts';
import { Reason } from '../decision/reason-list.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import decisionStyles from '../decision/decision.module.css';
import styles from './finding-drawer.module.css';

/** Actions inside an opened finding. */
export interface FindingActions {
  readonly decide: (action: Action) => void;
  readonly revert: (decisionId: string) => void;
}

interface FindingDecisionProps {
  readonly finding: WireFinding;
  readonly actions: FindingActions;
}

export const DECIDE_ACTIONS: readonly Action[] = OWN_ACTIONS;

export function FindingDecision({ finding, actions }: FindingDecisionProps) {
  const { decision, state, relevance } = finding;
  const isOpen = state === 'open';
  const isHiddenByMachine = isOpen && relevance.status === 'not_relevant' && relevance.basis !== 'human';
  return (
    <>
      <Status finding={finding} />
      {decision === null ? (
        <Decider finding={finding} />
      ) : (
        <CurrentDecision
          decision={decision}
          reason={relevance.reasons.find(({ sourceId }) => sourceId === decision.id)}
          onRevert={isOpen && decision.kind === 'human' ? () => actions.revert(decision.id) : undefined}
        />
      )}
      {decision?.needsReconfirmation === true && (
        <Notice kind="doubtful">
          {decision.applies ? 'Reconfirm the decision' : 'The decision no longer applies'}:{' '}
          {describeChanges(decision.changedSince)}.
        </Notice>
      )}
      {isOpen && (relevance.suggestion !== null || isHiddenByMachine) && (
        <div className={decisionStyles.actions}>
          {isHiddenByMachine && (
            <GuardedButton scope="triage" onClick={() => actions.decide('confirm')}>
              Mark as relevant
            </GuardedButton>
          )}
          {relevance.suggestion !== null && (
            <>
              <GuardedButton scope="triage" onClick={() => actions.decide('accept_suggestion')}>
                Accept suggestion
              </GuardedButton>
              <GuardedButton scope="triage" onClick={() => actions.decide('reject_suggestion')}>
                Reject suggestion
              </GuardedButton>
            </>
          )}
        </div>
      )}
      {isOpen ? (
        <div className={decisionStyles.actions}>
          {DECIDE_ACTIONS.map((action) => (
            <GuardedButton key={action} scope="triage" onClick={() => actions.decide(action)}>
              {ACTION_LABELS[action]}
            </GuardedButton>
          ))}
        </div>
      ) : (
        <p className={styles.muted}>You can decide only on open findings.</p>
      )}
    </>
  );
}

function Status({ finding }: { readonly finding: WireFinding }) {
  const { status, label, escalated } = finding.relevance;
  const { text, kind } = describeStatus(finding);
  const chipStyle = kind === 'open' || kind === 'gone' ? '' : decisionStyles[kind];
  const relevanceLabel = RELEVANCE_LABELS[status];
  return (
    <p className={styles.facts}>
      <span className={`${decisionStyles.chip} ${chipStyle}`}>{text}</span>
      {text !== relevanceLabel && <b>{relevanceLabel}</b>}
      {label !== null && <span>{PRIORITY_LABEL_TEXTS[label] ?? label}</span>}
      {escalated && status !== 'relevant' && <span className={styles.alarm}>Exploited, malicious or called</span>}
    </p>
  );
}

interface CurrentDecisionProps {
  readonly decision: WireActiveDecision;
  /** Undefined if the version was not analyzed since the decision. */
  readonly reason: WireReason | undefined;
  readonly onRevert: (() => void) | undefined;
}

function CurrentDecision({ decision, reason, onRevert }: CurrentDecisionProps) {
  const { action, state, by, at, detail, scope, expiresAt } = decision;
  const stateLabel = state === null ? 'VEX statement' : DECIDED_STATE_LABELS[state];
  const terms = [
    ...(scope === null ? [] : [SCOPE_LABELS[scope]]),
    ...(expiresAt === null ? [] : [`expires ${expiresAt.slice(0, 10)}`]),
  ];
  return (
    <div className={`${decisionStyles.reason} ${decision.applies ? decisionStyles.deciding : decisionStyles.ended}`}>
      <span className={decisionStyles.head}>
        <b>{action === null ? stateLabel : ACTION_LABELS[action]}</b>
        <span className={decisionStyles.muted}>{terms.join(', ')}</span>
        {onRevert !== undefined && (
          <button type="button" className={linkStyles.link} onClick={onRevert}>
            Revert
          </button>
        )}
      </span>
      {reason === undefined ? (
        <>
          <span className={decisionStyles.muted}>
            <UntrustedText text={by} charactersMax={80} />
            {at !== null && (
              <>
                , <Age instant={at} />
              </>
            )}
          </span>
          <span>
            <UntrustedText text={detail} charactersMax={600} />
          </span>
        </>
      ) : (
        <Reason reason={reason} isSuggestion={false} />
      )}
    </div>
  );
}

/** The rule, model or analysis that set the relevance, if there is no decision. */
function Decider({ finding: { relevance } }: { readonly finding: WireFinding }) {
  const [first] = relevance.reasons;
  if (first === undefined || relevance.basis === 'default') return <p className={styles.muted}>No decision yet.</p>;
  return (
    <p>
      <b>{describeCode(first.code)}</b>
      <span className={styles.muted}>
        {' '}
        (<UntrustedText text={describeDecider(first)} charactersMax={80} />)
      </span>
    </p>
  );
}
