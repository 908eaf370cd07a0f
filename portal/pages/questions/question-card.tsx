/** One question: its text, what "no" would do, three answers, and the details on request. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WireOrganizationQuestion } from '../../../src/api/contract/findings/question.ts';
import { ANSWERS } from '../../../src/core/vocabulary/question.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useAnswer } from '../../queries/services/questions.ts';
import { ANSWER_LABELS } from './question-text.ts';
import styles from './questions.module.css';

/** The limit of the API. */
const NOTE_CHARACTERS_MAX = 1_000;

interface QuestionCardProps {
  readonly question: Pick<WireOrganizationQuestion, 'id' | 'text' | 'help'>;
  /** Ids or names of the services that get the answer. */
  readonly services: readonly string[];
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

export function QuestionCard({ question, services, facts, children }: QuestionCardProps) {
  const [note, setNote] = useState('');
  const { mutate, error, isPending, variables } = useAnswer(question.id, services);
  return (
    <li className={styles.card}>
      <div className={styles.ask}>
        <div>
          <p className={styles.text}>
            <UntrustedText text={question.text} charactersMax={300} />
          </p>
          <p className={styles.muted}>{facts}</p>
        </div>
        <fieldset className={styles.answers} aria-label={`Answer: ${question.text}`}>
          {ANSWERS.map((answer) => (
            <GuardedButton
              key={answer}
              scope="triage"
              loading={isPending && variables.answer === answer}
              onClick={() => mutate({ answer, note: note.trim() })}
            >
              {ANSWER_LABELS[answer]}
            </GuardedButton>
          ))}
        </fieldset>
      </div>
      {error !== null && <Problem error={error} />}
      <p className={styles.muted}>
        <UntrustedText text={question.help} charactersMax={300} />
      </p>
      {children}
      <details className={styles.details}>
        <summary>Add note</summary>
        <TextInput
          size="sm"
          maw="40rem"
          maxLength={NOTE_CHARACTERS_MAX}
          aria-label={`Note: ${question.text}`}
          placeholder="Reason, shown on the findings"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </details>
    </li>
  );
}
