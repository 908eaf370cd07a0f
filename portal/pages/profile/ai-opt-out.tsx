/** Excludes a service from AI assessments, whatever the settings of the organization. */
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Problem } from '../../parts/feedback/problem.tsx';
import { aiSettings } from '../../queries/organization/ai.ts';
import { serviceDetails, serviceKey, setAiOptOut } from '../../queries/services/services.ts';
import { usePermission } from '../../session/session.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from './profile.module.css';

export function AiOptOut({ service }: { readonly service: string }) {
  const queryClient = useQueryClient();
  const details = useQuery(serviceDetails(service)).data;
  const isEnabled = useQuery(aiSettings()).data?.enabled;
  const { isAllowed, reason } = usePermission('settings:write');
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (isOut: boolean) => await setAiOptOut(service, isOut),
    onSuccess: async (saved) => {
      queryClient.setQueryData(serviceDetails(service).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: serviceKey(service) });
    },
  });
  if (details === undefined) return null;
  const isOut = isPending ? variables : details.aiOptOut;
  return (
    <div className={formStyles.form}>
      <Switch
        label="Exclude from AI"
        description={
          reason ??
          (isOut
            ? 'No data of this service is sent to a model, and earlier AI assessments no longer apply.'
            : 'AI can assess findings of this service, within the settings of the organization.')
        }
        checked={isOut}
        disabled={!isAllowed || isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {isEnabled === false && (
        <p className={styles.muted}>
          AI is disabled for the organization. <Link to="/settings/ai">Settings</Link>
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </div>
  );
}
