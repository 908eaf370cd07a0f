/** AI step of the organization: whether it runs, provider, shared data, permitted effects, and cost. */
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireAiSettings } from '../../../../src/api/contract/ai.ts';
import { LoadingOrProblem } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { Section } from '../../../parts/layout/section.tsx';
import { aiSettings, aiCalls, aiUsage, testAiConnection } from '../../../queries/organization/ai.ts';
import { SettingsHead } from '../settings-head.tsx';
import { AiForm } from './ai-form.tsx';
import { ExchangeShown } from './ai-exchange.tsx';
import { AiPreview } from './ai-preview.tsx';
import { AiCost } from './ai-cost.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { describeSharing, describeTest } from '../../../text/analysis/ai-text.ts';
import styles from '../settings.module.css';
import aiStyles from './ai.module.css';

const route = getRouteApi('/settings/ai');

export function AiPage() {
  const { enable = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error } = useQuery(aiSettings());
  return (
    <>
      <SettingsHead title="AI">
        A model reads advisories and lists their preconditions. Assay verifies every quote and compares the
        preconditions with the facts about your services. Unverified claims have no effect.
      </SettingsHead>
      <LoadingOrProblem data={data} error={error} rows={6} />
      {data !== undefined && (
        <div className={styles.sections}>
          <dl className={aiStyles.sharing}>
            {describeSharing(data).map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <UntrustedText text={text} charactersMax={400} />
                </dd>
              </div>
            ))}
          </dl>
          <AiForm
            settings={data}
            startsEnabled={enable}
            onDone={() => void navigate({ search: {}, replace: true })}
            key={String(enable)}
          />
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

/** Connection test: one small request without data, to check that the model can be reached. */
function AiConnectionTest({ settings: { baseUrl, model } }: { readonly settings: WireAiSettings }) {
  const queryClient = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: testAiConnection,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: aiUsage().queryKey });
      await queryClient.invalidateQueries({ queryKey: aiCalls().queryKey });
    },
  });
  const isReady = baseUrl !== null && model !== null;
  return (
    <div className={styles.section}>
      <p className={styles.muted}>
        Sends one question about a fictional vulnerability to the saved model, without your data. Works while AI is off.
      </p>
      <div className={styles.row}>
        <GuardedButton
          scope="settings:write"
          onClick={() => mutate()}
          loading={isPending}
          reason={isReady ? undefined : 'Save a base URL and a model first.'}
        >
          Test connection
        </GuardedButton>
      </div>
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <Notice kind={data.ok ? 'good' : 'bad'} urgent>
          <UntrustedText text={describeTest(data)} charactersMax={400} />
        </Notice>
      )}
      {data !== undefined && data.bodies !== null && <ExchangeShown bodies={data.bodies} about="connection test" />}
    </div>
  );
}
