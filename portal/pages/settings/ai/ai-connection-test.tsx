/** Connection test: one small request without data, to check that the model can be reached. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { aiCalls, aiUsage, testAiConnection, type AiSettings } from '../../../queries/organization/ai.ts';
import { describeTest } from '../../../text/analysis/ai-text.ts';
import styles from '../settings.module.css';

export function AiConnectionTest({ settings: { baseUrl, model } }: { readonly settings: AiSettings }) {
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
    </div>
  );
}
