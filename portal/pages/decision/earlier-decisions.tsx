/** Earlier decisions about a finding and their outcome. Loaded on request. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireDecision } from '../../../src/api/contract/findings/decision.ts';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { ACTION_LABELS, SCOPE_LABELS } from '../../text/findings/decision-text.ts';
import { decisionList } from './decision-queries.ts';
import styles from './decision.module.css';

export function EarlierDecisions({ findingId }: { readonly findingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Decision history</summary>
      {isOpen && <Decisions findingId={findingId} />}
    </details>
  );
}

function Decisions({ findingId }: { readonly findingId: string }) {
  const { data, error } = useQuery(decisionList(findingId));
  if (error !== null || data === undefined) return <LoadingOrProblem data={data} error={error} rows={1} />;
  if (data.items.length === 0) return <p className={styles.muted}>No decisions yet.</p>;
  return (
    <ul className={styles.reasons}>
      {data.items.map((decision) => (
        <li key={decision.id} className={`${styles.reason} ${decision.active ? styles.deciding : styles.ended}`}>
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
      <span className={styles.head}>
        <b>{decision.suggested ? `Suggested: ${ACTION_LABELS[action].toLowerCase()}` : ACTION_LABELS[action]}</b>
        <span className={styles.muted}>
          <UntrustedText text={by} charactersMax={80} />, <Age instant={at} />
          {batchId !== null && ', bulk decision'}
        </span>
      </span>
      {detail !== null && (
        <span>
          <UntrustedText text={detail} charactersMax={600} />
        </span>
      )}
      <span className={styles.muted}>
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
