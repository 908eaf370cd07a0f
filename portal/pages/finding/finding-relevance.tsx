/** Relevance of a finding, its reasons, and actions to decide about it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OWN_ACTIONS } from '../../../src/core/vocabulary/decision.ts';
import type { WireDecision } from '../../../src/api/contract/findings/decision.ts';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { ACTION_LABELS, SCOPE_LABELS, type Action } from '../../text/findings/decision-text.ts';
import { RELEVANCE_LABELS } from '../../text/findings/filter-text.ts';
import { describeStatus } from '../../text/findings/finding-text.ts';
import { describeChanges, PRIORITY_LABEL_TEXTS } from '../../text/findings/relevance-text.ts';
import { decisionList } from '../decision/decision-queries.ts';
import { ReasonList } from '../decision/reason-list.tsx';
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
  const { text, kind } = describeStatus(finding);
  const chipStyle = kind === 'open' || kind === 'gone' ? '' : decisionStyles[kind];
  const relevanceLabel = RELEVANCE_LABELS[status];
  const isHiddenByMachine = state === 'open' && status === 'not_relevant' && basis !== 'human';
  return (
    <>
      <p className={styles.facts}>
        <span className={`${decisionStyles.chip} ${chipStyle}`}>{text}</span>
        {text !== relevanceLabel && <b>{relevanceLabel}</b>}
        {label !== null && <span>{PRIORITY_LABEL_TEXTS[label] ?? label}</span>}
        {label === 'accepted' && decision?.expiresAt && <span>expires {decision.expiresAt.slice(0, 10)}</span>}
        {escalated && status !== 'relevant' && <span className={styles.alarm}>Exploited, malicious or called</span>}
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

/** Earlier decisions and their outcome. Loaded on request. */
function EarlierDecisions({ findingId }: { readonly findingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={decisionStyles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Decision history</summary>
      {isOpen && <Decisions findingId={findingId} />}
    </details>
  );
}

function Decisions({ findingId }: { readonly findingId: string }) {
  const { data, error } = useQuery(decisionList(findingId));
  if (error !== null || data === undefined) return <LoadingOrProblem data={data} error={error} rows={1} />;
  if (data.items.length === 0) return <p className={decisionStyles.muted}>No decisions yet.</p>;
  return (
    <ul className={decisionStyles.reasons}>
      {data.items.map((decision) => (
        <li
          key={decision.id}
          className={`${decisionStyles.reason} ${decision.active ? decisionStyles.deciding : decisionStyles.ended}`}
        >
          <Decision decision={decision} />
        </li>
      ))}
    </ul>
  );
}

function Decision({ decision }: { readonly decision: WireDecision }) {
  const { action, by, at, scope, version, detail, expiresAt, batchId, active, supersededAt } = decision;
  return (
    <>
      <span className={decisionStyles.head}>
        <b>{ACTION_LABELS[action]}</b>
        <span className={decisionStyles.muted}>
          <UntrustedText text={by} charactersMax={80} />, <Age instant={at} />
          {batchId !== null && ', bulk decision'}
        </span>
      </span>
      {detail !== null && (
        <span>
          <UntrustedText text={detail} charactersMax={600} />
        </span>
      )}
      <span className={decisionStyles.muted}>
        {SCOPE_LABELS[scope]}
        {version !== null && (
          <>
            {' '}
            (<UntrustedText text={version.name} charactersMax={60} />)
          </>
        )}
        {expiresAt !== null && `, expires ${expiresAt.slice(0, 10)}`}
        {toEndText(active, action, supersededAt)}
      </span>
    </>
  );
}

function toEndText(active: boolean, action: WireDecision['action'], supersededAt: string | null): string {
  if (active || action === 'reverted') return '';
  return supersededAt === null ? ', no longer applies' : `, replaced on ${supersededAt.slice(0, 10)}`;
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
