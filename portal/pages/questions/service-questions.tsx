/** The most useful questions about a service, and those that are answered. Left out if there are none. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireQuestion } from '../../../src/api/contract/findings/question.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { serviceQuestions, useRevertAnswer } from '../../queries/services/questions.ts';
import { countOf } from '../../text/format/counts.ts';
import { QuestionCard } from './question-card.tsx';
import { ANSWER_LABELS, ASKED_AGAIN_TEXTS, describeSettled, EFFECT_TEXTS } from './question-text.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './questions.module.css';

const SHORT_LIST = 5;

export function ServiceQuestions({ service }: { readonly service: string }) {
  const [isLong, setIsLong] = useState(false);
  const open = useQuery(serviceQuestions(service, 'open'));
  const answered = useQuery(serviceQuestions(service, 'answered'));
  const error = open.error ?? answered.error;
  if (error !== null) return <Problem error={error} />;
  const questions = open.data?.items ?? [];
  const answers = answered.data?.items ?? [];
  if (questions.length + answers.length === 0) return null;
  const shown = isLong ? questions : questions.slice(0, SHORT_LIST);
  return (
    <Section
      title="Questions"
      id="questions"
      actions={
        questions.length > SHORT_LIST && (
          <button type="button" className={linkStyles.link} onClick={() => setIsLong(!isLong)}>
            {isLong ? `Show the best ${SHORT_LIST}` : `Show all ${questions.length}`}
          </button>
        )
      }
    >
      {questions.length === 0 ? (
        <p className={styles.muted}>All questions are answered.</p>
      ) : (
        <p className={styles.muted}>One answer settles many findings, in this version and later ones.</p>
      )}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((question) => (
            <ServiceQuestion key={question.id} service={service} question={question} />
          ))}
        </ul>
      )}
      {answers.length > 0 && <Answered service={service} questions={answers} />}
    </Section>
  );
}

interface ServiceQuestionProps {
  readonly service: string;
  readonly question: WireQuestion;
}

export function ServiceQuestion({ service, question }: ServiceQuestionProps) {
  return (
    <QuestionCard
      question={question}
      services={[service]}
      facts={
        <>
          {question.askedAgain !== null && `${ASKED_AGAIN_TEXTS[question.askedAgain]}. `}
          {describeSettled(question.settles)}
        </>
      }
    >
      <Findings service={service} question={question} />
    </QuestionCard>
  );
}

function Findings({ service, question: { findings, settles } }: ServiceQuestionProps) {
  if (findings.length === 0) return null;
  const total = settles.dismiss + settles.deprioritize + settles.suggest;
  return (
    <details className={styles.details}>
      <summary>{countOf(total, 'finding')}</summary>
      <ul className={styles.findings}>
        {findings.map(({ id, vulnerability, package: name, version, severity, effect }) => (
          <li key={id}>
            <SeverityChip severity={severity} />
            <Link to="/services/$service/cve/$id" params={{ service, id: vulnerability }}>
              <UntrustedText text={vulnerability} charactersMax={32} />
            </Link>
            <span>
              <UntrustedText text={name} charactersMax={60} /> <UntrustedText text={version ?? ''} charactersMax={40} />
            </span>
            <span className={styles.muted}>{EFFECT_TEXTS[effect]}</span>
          </li>
        ))}
      </ul>
      {total > findings.length && <p className={styles.muted}>The {findings.length} with the highest risk.</p>}
    </details>
  );
}

function Answered({ service, questions }: { readonly service: string; readonly questions: readonly WireQuestion[] }) {
  return (
    <details className={styles.details}>
      <summary>{countOf(questions.length, 'answered question')}</summary>
      <ul className={styles.list}>
        {questions.map((question) => (
          <AnsweredQuestion key={question.id} service={service} question={question} />
        ))}
      </ul>
    </details>
  );
}

function AnsweredQuestion({ service, question }: ServiceQuestionProps) {
  const { mutate, error, isPending } = useRevertAnswer(service, question.id);
  const { answer, settles, text } = question;
  if (answer === null) return null;
  const settled = settles.dismiss + settles.deprioritize;
  return (
    <li className={styles.card}>
      <div className={styles.ask}>
        <div>
          <p className={styles.text}>
            <UntrustedText text={text} charactersMax={300} /> <b>{ANSWER_LABELS[answer.answer]}</b>
          </p>
          <p className={styles.muted}>
            <UntrustedText text={answer.by} charactersMax={60} />, <Age instant={answer.at} />, until{' '}
            {answer.expiresAt.slice(0, 10)}
            {answer.answer === 'no' && `. Settles ${countOf(settled, 'finding')}`}
          </p>
          {answer.note !== null && (
            <p className={styles.muted}>
              <UntrustedText text={answer.note} charactersMax={1_000} />
            </p>
          )}
        </div>
        <GuardedButton scope="triage" loading={isPending} onClick={() => mutate(undefined)}>
          Revert
        </GuardedButton>
      </div>
      {error !== null && <Problem error={error} />}
    </li>
  );
}
