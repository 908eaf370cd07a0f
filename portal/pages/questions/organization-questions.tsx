/** The most useful questions over all services. One answer is given for all services that ask it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WireOrganizationQuestion } from '../../../src/api/contract/findings/question.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { organizationQuestions } from '../../queries/services/questions.ts';
import { countOf } from '../../text/format/counts.ts';
import { QuestionCard } from './question-card.tsx';
import { describeSettled } from './question-text.ts';
import styles from './questions.module.css';

const SHORT_LIST = 5;

/** Left out if there are none: the rest of the page does not depend on them. */
export function OrganizationQuestions({ className }: { readonly className?: string | undefined }) {
  const { data } = useQuery(organizationQuestions(SHORT_LIST));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="questions" className={className}>
      <h2 id="questions">Questions</h2>
      <p className={styles.muted}>
        An answer here counts for every listed service. Open a service to answer for it alone.
      </p>
      <ul className={styles.list}>
        {data.items.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            services={question.services.map(({ id }) => id)}
            facts={`${describeSettled(question.settles)} in ${countOf(question.serviceCount, 'service')}`}
          >
            <Services question={question} />
          </QuestionCard>
        ))}
      </ul>
    </section>
  );
}

function Services({ question: { services, serviceCount } }: { readonly question: WireOrganizationQuestion }) {
  return (
    <details className={styles.details}>
      <summary>{countOf(serviceCount, 'service')}</summary>
      <ul className={styles.findings}>
        {services.map(({ id, name, settles }) => (
          <li key={id}>
            <Link to="/services/$service" params={{ service: name }} hash="questions">
              <UntrustedText text={name} charactersMax={60} />
            </Link>
            <span className={styles.muted}>{describeSettled(settles)}</span>
          </li>
        ))}
      </ul>
      {serviceCount > services.length && (
        <p className={styles.muted}>The {services.length} that gain most; the answer counts for these.</p>
      )}
    </details>
  );
}
