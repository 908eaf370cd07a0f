/** The user's own account: name, password, keyboard shortcuts, and sessions. */
import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Loading } from '../../parts/feedback/loading.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import type { WireMe } from '../../../src/api/contract/organization/person.ts';
import { changeMe, me } from '../../queries/account/me.ts';
import { ROLE_LABELS, useMe } from '../../session/session.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import styles from './account-page.module.css';
import { NameForm, PasswordForm } from './account-forms.tsx';
import { SessionTable } from './session-table.tsx';

export function AccountPage() {
  const user = useMe();
  return (
    <>
      <PageHead title="Account">Account</PageHead>
      {user === undefined ? <Loading /> : <Account user={user} />}
    </>
  );
}

function Account({ user }: { readonly user: WireMe }) {
  return (
    <div className={styles.sections}>
      <section aria-labelledby="person" className={styles.section}>
        <h2 id="person">User</h2>
        <p>
          <UntrustedText text={user.person?.email ?? 'API token'} />
          {user.role !== null && `, ${ROLE_LABELS[user.role]} of `}
          <UntrustedText text={user.organization.name} />
        </p>
        {user.person !== null && <NameForm name={user.person.name ?? ''} />}
      </section>
      {user.person !== null && (
        <section aria-labelledby="password" className={styles.section}>
          <h2 id="password">Password</h2>
          <PasswordForm />
        </section>
      )}
      <section aria-labelledby="keys" className={styles.section}>
        <h2 id="keys">Keyboard</h2>
        <SingleKeys isOn={user.preferences.singleKeys} />
      </section>
      <section aria-labelledby="sessions" className={styles.wide}>
        <h2 id="sessions">Active sessions</h2>
        <SessionTable />
      </section>
    </div>
  );
}

function SingleKeys({ isOn }: { readonly isOn: boolean }) {
  const queryClient = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: async (singleKeys: boolean) => await changeMe({ preferences: { singleKeys } }),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: me().queryKey }),
  });
  return (
    <>
      <Switch
        checked={isOn}
        onChange={(event) => mutate(event.currentTarget.checked)}
        label="Single-key shortcuts"
        description="For example, press / to search. Press ? to list all shortcuts."
      />
      {error !== null && <Problem error={error} />}
    </>
  );
}
