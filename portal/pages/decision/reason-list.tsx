/** All reasons about a finding, the deciding one first: source, effect, evidence, and limits. */
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
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
import { CallTrace } from './call-trace.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './decision.module.css';
import { describeVerdict, parseModelActor } from '../../text/analysis/ai-text.ts';
import { describeCitedField } from './cited-field.ts';

interface ReasonListProps {
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
      <button type="button" className={linkStyles.link} onClick={() => onRevert(id)}>
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
            text={
              isSuggestion ? describeSuggestion(reason) : `${describeDecider(reason)}: ${EFFECT_LABELS[reason.effect]}`
            }
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
      {reason.trace !== null && <CallTrace trace={reason.trace} code={reason.code} />}
      {reason.kind === 'ai' && <AiAssessment reason={reason} />}
      {reason.kind !== 'ai' && reason.evidence.length > 0 && (
        <ul className={styles.evidence}>
          {reason.evidence.map(({ type, path, value }) => (
            <li key={`${type} ${path} ${value ?? ''}`}>
              {describeEvidenceType(type)}, <UntrustedCode text={path} charactersMax={160} />
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

/**
 * `Suggested by R13 v1, needs approval (known exploited)`. Without a guard, the settings require a review, or an integration has
 * suggested it.
 */
function describeSuggestion(reason: WireReason): string {
  if (reason.kind === 'human') return `Suggested by ${reason.actor}, needs approval`;
  const author = reason.kind === 'rule' ? reason.actor : describeDecider(reason);
  const why = reason.guards.length === 0 ? 'suggest-only mode' : reason.guards.map(describeGuard).join(', ');
  return `Suggested by ${author}, needs approval (${why})`;
}

function Terms({ reason }: { readonly reason: WireReason }) {
  const { justification, response, expiresAt, applies, changedSince } = reason;
  const parts = [
    ...(justification === null ? [] : [JUSTIFICATION_LABELS[justification]]),
    ...response.map((each) => RESPONSE_LABELS[each]),
    ...(expiresAt === null ? [] : [`expires ${expiresAt.slice(0, 10)}`]),
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

/** Output of a model is as untrusted as an advisory, so all of it is plain text. */
function AiAssessment({ reason }: { readonly reason: WireReason }) {
  const { evidence, actor, at } = reason;
  const { model, prompt } = parseModelActor(actor);
  const quotes = evidence.filter(({ type }) => type === 'advisory');
  const facts = evidence.filter(({ type }) => type !== 'advisory');
  return (
    <dl className={styles.assessment}>
      <dt>Verdict</dt>
      <dd>{describeVerdict(reason)}</dd>
      {quotes.length > 0 && (
        <>
          <dt>Advisory quotes</dt>
          {quotes.map(({ path, value }) => (
            <dd key={`${path} ${value ?? ''}`}>
              <q className={styles.quote}>
                <UntrustedText text={value ?? ''} charactersMax={500} />
              </q>{' '}
              <span className={styles.muted}>
                <UntrustedText text={path} charactersMax={80} />
              </span>
            </dd>
          ))}
        </>
      )}
      {facts.length > 0 && (
        <>
          <dt>Evidence</dt>
          {facts.map(({ type, path, value }) => (
            <dd key={`${type} ${path} ${value ?? ''}`}>
              <Fact type={type} path={path} value={value} />
            </dd>
          ))}
        </>
      )}
      <dt>Model</dt>
      <dd>
        <UntrustedText text={model} charactersMax={80} />
        {prompt !== undefined && (
          <span className={styles.muted}>
            , prompt <UntrustedText text={prompt} charactersMax={40} />
          </span>
        )}
        {at !== null && (
          <>
            , <Age instant={at} />
          </>
        )}
      </dd>
    </dl>
  );
}

function Fact({ type, path, value }: Pick<WireReason['evidence'][number], 'type' | 'path' | 'value'>) {
  const cited = describeCitedField(path, value);
  return (
    <>
      <UntrustedText text={cited.label} charactersMax={160} />
      {cited.value !== undefined && (
        <>
          :{' '}
          <b>
            <UntrustedText text={cited.value} charactersMax={200} />
          </b>
        </>
      )}
      <span className={styles.muted}>
        {', '}
        {describeEvidenceType(type).toLowerCase()}
        {cited.profile !== undefined && (
          <>
            {' '}
            <UntrustedText text={cited.profile} charactersMax={48} />
          </>
        )}
      </span>
    </>
  );
}
