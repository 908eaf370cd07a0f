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
  readonly onTakeBack?: ((decisionId: string) => void) | undefined;
}

export function ReasonList({ reasons, isFirstDeciding, suggestion, onTakeBack }: ReasonListProps) {
  return (
    <ul className={styles.reasons}>
      {reasons.map((reason, index) => (
        <li
          key={`${reason.code} ${reason.actor} ${reason.sourceId ?? ''}`}
          className={`${styles.reason} ${index === 0 && isFirstDeciding ? styles.deciding : ''} ${reason.applies ? '' : styles.ended}`}
        >
          <Reason reason={reason} isSuggestion={suggestion !== null && isSame(reason, suggestion)} />
          {reason.kind === 'human' && reason.sourceId !== null && onTakeBack !== undefined && (
            <RevertButton id={reason.sourceId} onTakeBack={onTakeBack} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RevertButton({ id, onTakeBack }: { readonly id: string; readonly onTakeBack: (id: string) => void }) {
  return (
    <span>
      <button type="button" className={styles.link} onClick={() => onTakeBack(id)}>
        Take back
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
          <UntrustedText text={describeDecider(reason)} charactersMax={120} />{' '}
          {isSuggestion ? 'would filter it, and may not' : EFFECT_LABELS[reason.effect]}
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
      {isSuggestion && <Why guards={reason.guards} />}
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

/** Without a guard, the settings of the organization require a review. */
function Why({ guards }: Pick<WireReason, 'guards'>) {
  const why = guards.length === 0 ? 'a model may only suggest here' : guards.map(describeGuard).join(' and ');
  return <span>A person has to decide, because {why}.</span>;
}

function Terms({ reason }: { readonly reason: WireReason }) {
  const { kind, justification, response, expiresAt, confidence, applies, changedSince } = reason;
  const parts = [
    ...(justification === null ? [] : [JUSTIFICATION_LABELS[justification]]),
    ...response.map((each) => RESPONSE_LABELS[each]),
    ...(expiresAt === null ? [] : [`until ${expiresAt.slice(0, 10)}`]),
    ...(confidence === null || kind === 'ai' ? [] : [`confidence ${confidence}`]),
  ];
  return (
    <>
      {parts.length > 0 && <span className={styles.muted}>{parts.join(', ')}</span>}
      {changedSince.length > 0 && (
        <span>
          <b>{applies ? 'Reconfirm:' : 'No longer applied:'}</b> {describeChanges(changedSince)}.
        </span>
      )}
    </>
  );
}

function isSame(a: WireReason, b: WireReason): boolean {
  return a.code === b.code && a.actor === b.actor && a.sourceId === b.sourceId;
}
