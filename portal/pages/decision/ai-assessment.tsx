/**
 * AI assessment of a finding and how it was applied: verdict, quotes and profile fields, confidence, model, and time. Output of a
 * model is as untrusted as an advisory, so all of it is plain text.
 */
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { describeConfidence, describeVerdict, parseModelActor } from '../../text/analysis/ai-text.ts';
import { describeCitedField } from './cited-field.ts';
import { describeEvidenceType } from '../../text/findings/relevance-text.ts';
import styles from './decision.module.css';

export function AiAssessment({ reason }: { readonly reason: WireReason }) {
  const { evidence, confidence, actor, at } = reason;
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
      {confidence !== null && (
        <>
          <dt>Confidence</dt>
          <dd>{describeConfidence(confidence)} (reported by the model)</dd>
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
