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
        label="Keep this service away from AI"
        description={
          reason ??
          (isOut
            ? 'Nothing about it is sent to a model, and what a model has said about it no longer counts.'
            : 'Its findings may be read by a model, as far as the settings of the organization let it.')
        }
        checked={isOut}
        disabled={!isAllowed || isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {isEnabled === false && (
        <p className={styles.muted}>
          AI is off for the whole organization at the moment. <Link to="/settings/ai">Settings</Link>
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </div>
  );
}
