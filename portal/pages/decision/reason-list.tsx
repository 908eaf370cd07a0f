/** All reasons about a finding, the deciding one first: source, effect, evidence, and limits. */
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { JUSTIFICATION_LABELS, RESPONSE_LABELS } from '../../text/findings/decision-text.ts';
import {
  describeChanges,
  describeCode,
  describeDecider,
  describeEvidenceType,
  describeGuard,
  EFFECT_LABELS,
} from '../../text/findings/relevance-text.ts';
import { AiAssessment } from './ai-assessment.tsx';
import styles from './decision.module.css';

export interface ReasonListProps {
  readonly reasons: readonly WireReason[];
  /** The first one decides. */
  readonly isFirstDeciding: boolean;
  /** The suggestion that needs review. */
  readonly suggestion: WireReason | null;
  /** Set if the decision can be reverted. */
  readonly onRevert?: ((decisionId: string) => void) | undefined;
}

export function ReasonList({ reasons, isFirstDeciding, suggestion, onRevert }: ReasonListProps) {
  return (
    <ul className={styles.reasons}>
      {reasons.map((reason, index) => (
        <li
          key={`${reason.code} ${reason.actor} ${reason.sourceId ?? ''}`}
          className={`${styles.reason} ${index === 0 && isFirstDeciding ? styles.deciding : ''} ${reason.applies ? '' : styles.ended}`}
        >
          <Reason reason={reason} isSuggestion={suggestion !== null && isSame(reason, suggestion)} />
          {reason.kind === 'human' && reason.sourceId !== null && onRevert !== undefined && (
            <RevertButton id={reason.sourceId} onRevert={onRevert} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RevertButton({ id, onRevert }: { readonly id: string; readonly onRevert: (id: string) => void }) {
  return (
    <span>
      <button type="button" className={styles.link} onClick={() => onRevert(id)}>
        Revert
      </button>
    </span>
  );
}

export function Reason({ reason, isSuggestion }: { readonly reason: WireReason; readonly isSuggestion: boolean }) {
  return (
    <>
      <span className={styles.head}>
        <b>{describeCode(reason.code)}</b>
        <span className={styles.muted}>
          <UntrustedText
            text={isSuggestion ? describeSuggestion(reason) : describeEffect(reason)}
            charactersMax={200}
          />
          {reason.at !== null && reason.kind !== 'ai' && (
            <>
              , <Age instant={reason.at} />
            </>
          )}
        </span>
      </span>
      <span>
        <UntrustedText text={reason.text} charactersMax={600} />
      </span>
      <Terms reason={reason} />
      {reason.kind === 'ai' && <AiAssessment reason={reason} />}
      {reason.kind !== 'ai' && reason.evidence.length > 0 && (
        <ul className={styles.evidence}>
          {reason.evidence.map(({ type, path, value }) => (
            <li key={`${type} ${path} ${value ?? ''}`}>
              {describeEvidenceType(type)},{' '}
              <code>
                <UntrustedText text={path} charactersMax={160} />
              </code>
              {value !== null && (
                <>
                  :{' '}
                  <q className={styles.quote}>
                    <UntrustedText text={value} charactersMax={400} />
                  </q>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function describeEffect(reason: WireReason): string {
  return `${describeDecider(reason)}: ${EFFECT_LABELS[reason.effect]}`;
}

/** `Suggested by R13 v1, needs approval (known exploited)`. Without a guard, the settings require a review. */
function describeSuggestion(reason: WireReason): string {
  const author = reason.kind === 'rule' ? reason.actor : describeDecider(reason);
  const why = reason.guards.length === 0 ? 'suggest-only mode' : reason.guards.map(describeGuard).join(', ');
  return `Suggested by ${author}, needs approval (${why})`;
}

function Terms({ reason }: { readonly reason: WireReason }) {
  const { kind, justification, response, expiresAt, confidence, applies, changedSince } = reason;
  const parts = [
    ...(justification === null ? [] : [JUSTIFICATION_LABELS[justification]]),
    ...response.map((each) => RESPONSE_LABELS[each]),
    ...(expiresAt === null ? [] : [`expires ${expiresAt.slice(0, 10)}`]),
    ...(confidence === null || kind === 'ai' ? [] : [`confidence ${confidence}`]),
  ];
  return (
    <>
      {parts.length > 0 && <span className={styles.muted}>{parts.join(', ')}</span>}
      {changedSince.length > 0 && (
        <span>
          <b>{applies ? 'Reconfirm:' : 'No longer applies:'}</b> {describeChanges(changedSince)}.
        </span>
      )}
    </>
  );
}

function isSame(a: WireReason, b: WireReason): boolean {
  return a.code === b.code && a.actor === b.actor && a.sourceId === b.sourceId;
}
