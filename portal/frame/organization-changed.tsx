/** Dialog shown when another tab has switched the organization: follow the switch, or switch back and keep this page. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { Problem } from '../parts/feedback/problem.tsx';
import { currentSession } from '../queries/account/me.ts';
import { switchOrganization } from '../queries/account/sessions.ts';
import { useMe } from '../session/session.ts';
import { setOrganizationChanged } from '../api/shown-organization.ts';
import formStyles from '../parts/actions/form.module.css';

export function OrganizationChanged() {
  const shown = useMe()?.organization;
  const { data: now } = useQuery(currentSession());
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await switchOrganization(shown?.id ?? ''),
    onSuccess: async () => {
      setOrganizationChanged(false);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog title="Organization switched" onClose={() => undefined} isFirm>
      <div className={formStyles.form}>
        <p>
          This tab shows <Name name={shown?.name} />, but you switched to <Name name={now?.organization.name} /> in
          another tab. No data was changed.
        </p>
        {error !== null && <Problem error={error} />}
        <div className={formStyles.buttons}>
          <Button onClick={() => window.location.assign('/')}>
            <span>
              Open <Name name={now?.organization.name} />
            </span>
          </Button>
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            <span>
              Switch back to <Name name={shown?.name} />
            </span>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Name({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return 'the other organization';
  return (
    <b>
      <UntrustedText text={name} charactersMax={40} />
    </b>
  );
}
