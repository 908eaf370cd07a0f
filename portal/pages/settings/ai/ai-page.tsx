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
        A model assesses findings based on advisories and security profiles. Assay verifies every claim, and unverified
        claims have no effect. Off by default: while it is off, nothing is sent.
      </SettingsHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <div className={styles.sections}>
          <AiForm settings={data} key={JSON.stringify(data)} />
          <Section title="Connection test">
            <AiConnectionTest settings={data} />
          </Section>
          <Section title="Request preview" id="preview">
            <AiPreview settings={data} />
          </Section>
          <Section title="Usage and cost">
            <AiCost />
          </Section>
        </div>
      )}
    </>
  );
}
