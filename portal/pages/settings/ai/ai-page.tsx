/** AI step of the organization: whether it runs, provider, shared data, permitted effects, and cost. */
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { Section } from '../../../parts/layout/section.tsx';
import { aiSettings } from '../../../queries/organization/ai.ts';
import { SettingsHead } from '../settings-head.tsx';
import styles from '../settings.module.css';
import { AiForm } from './ai-form.tsx';
import { AiPreview } from './ai-preview.tsx';
import { AiConnectionTest } from './ai-connection-test.tsx';
import { AiCost } from './ai-cost.tsx';

export function AiPage() {
  const { data, error } = useQuery(aiSettings());
  return (
    <>
      <SettingsHead title="AI">
        A model reads advisories and security profiles, and code verifies every claim before a finding is filtered: what
        cannot be verified changes nothing. Off by default, and while it is off nothing is sent anywhere.
      </SettingsHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <div className={styles.sections}>
          <AiForm settings={data} key={JSON.stringify(data)} />
          <Section title="Try it">
            <AiConnectionTest settings={data} />
          </Section>
          <Section title="What is sent" id="preview">
            <AiPreview settings={data} />
          </Section>
          <Section title="What it has cost">
            <AiCost />
          </Section>
        </div>
      )}
    </>
  );
}
