/** The user's own account: name, password, preferences, and sessions. */
import { Button, PasswordInput, Switch, TextInput, type PasswordInputProps } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldText } from '../../parts/actions/form-field.ts';
import { Loading } from '../../parts/feedback/loading.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import type { WireMe, WireSession } from '../../../src/api/contract/organization/person.ts';
import {
  changeMe,
  endSession,
  me,
  NAME_CODES,
  sessionList,
  signOutEverywhere,
  type MeChange,
} from '../../queries/account/me.ts';
import { ROLE_LABELS, useMe } from '../../session/session.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './account-page.module.css';
import type { FormEvent } from 'react';
import { Notice } from '../../parts/feedback/notice.tsx';
import { messageOf } from '../../api/api-client.ts';
import formStyles from '../../parts/actions/form.module.css';
import { PASSWORD_CHARACTERS_MIN } from '../../../src/core/vocabulary/access.ts';

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
      <section aria-labelledby="preferences" className={styles.section}>
        <h2 id="preferences">Preferences</h2>
        <Preferences preferences={user.preferences} />
      </section>
      <section aria-labelledby="sessions" className={styles.wide}>
        <h2 id="sessions">Active sessions</h2>
        <SessionTable />
      </section>
    </div>
  );
}

function Preferences({ preferences }: Pick<WireMe, 'preferences'>) {
  const queryClient = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: async (changed: Partial<WireMe['preferences']>) => await changeMe({ preferences: changed }),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: me().queryKey }),
  });
  return (
    <>
      <Switch
        checked={preferences.singleKeys}
        onChange={(event) => mutate({ singleKeys: event.currentTarget.checked })}
        label="Single-key shortcuts"
        description="For example, press / to search. Press ? to list all shortcuts."
      />
      <Switch
        checked={preferences.setupChecklist}
        onChange={(event) => mutate({ setupChecklist: event.currentTarget.checked })}
        label="Setup checklist"
        description="Shown on the overview until every step is done."
      />
      {error !== null && <Problem error={error} />}
    </>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const { mutate, error, isPending, isSuccess } = useChange();
  const nameProblem = messageOf(error, NAME_CODES);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate({ name: fieldText(new FormData(event.currentTarget), 'name').trim() });
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <TextInput
        name="name"
        label="Name"
        autoComplete="name"
        defaultValue={name}
        maxLength={200}
        error={nameProblem}
        errorProps={{ role: 'alert' }}
      />
      <Button type="submit" variant="default" loading={isPending}>
        Save name
      </Button>
      {error !== null && nameProblem === undefined && <Problem error={error} />}
      {isSuccess && <Notice kind="neutral">Name saved.</Notice>}
    </form>
  );
}

/** Changing the password requires the current one and ends all other sessions. */
function PasswordForm() {
  const { mutate, error, isPending, isSuccess } = useChange();
  const currentProblem = messageOf(error, ['PASSWORD_WRONG']);
  const nextProblem = messageOf(error, ['PASSWORD_REFUSED']);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const wanted = { password: fieldText(fields, 'password'), currentPassword: fieldText(fields, 'currentPassword') };
    mutate(wanted, { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <Password
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={currentProblem}
      />
      <Password
        name="password"
        label="New password"
        autoComplete="new-password"
        minLength={PASSWORD_CHARACTERS_MIN}
        description={`At least ${PASSWORD_CHARACTERS_MIN} characters, hard to guess. Ends your other sessions.`}
        error={nextProblem}
      />
      <Button type="submit" variant="default" loading={isPending}>
        Change password
      </Button>
      {error !== null && currentProblem === undefined && nextProblem === undefined && <Problem error={error} />}
      {isSuccess && <Notice kind="neutral">Password changed.</Notice>}
    </form>
  );
}

function Password(props: PasswordInputProps & { readonly label: string }) {
  return (
    <PasswordInput
      {...props}
      errorProps={{ role: 'alert' }}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${props.label.toLowerCase()}` }}
    />
  );
}

function useChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: MeChange) => await changeMe(wanted),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: me().queryKey });
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}

/** Sessions of the user, and a button to end each. */
function SessionTable() {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(sessionList());
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => window.location.assign('/sign-in'),
  });
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: sessionList().queryKey }),
  });
  const signOut = (
    <Button size="compact-xs" variant="default" onClick={() => everywhere.mutate()}>
      Sign out everywhere
    </Button>
  );
  const problem = error ?? everywhere.error ?? ending.error;
  return (
    <>
      {problem !== null && <Problem error={problem} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && (
        <ScrollingTable
          label="Sessions"
          className={cardStyles.lines}
          columns={['Browser', 'Signed in', 'Last used', 'Expires', { name: signOut }]}
        >
          {data.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
          ))}
        </ScrollingTable>
      )}
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: WireSession; readonly onEnd: () => void }) {
  const { current, createdAt, lastUsedAt, expiresAt, userAgent, address } = session;
  return (
    <tr>
      <td data-wide>
        <UntrustedText text={`${userAgent || 'Unknown browser'}, from ${address}`} charactersMax={80} />
      </td>
      <td data-label="Signed in">
        <Age instant={createdAt} />
      </td>
      <td data-label="Last used">
        <Age instant={lastUsedAt} />
      </td>
      <td data-label="Expires">{expiresAt.slice(0, 10)}</td>
      <td>
        {current ? (
          'Current session'
        ) : (
          <Button size="compact-xs" variant="default" onClick={onEnd}>
            End session
          </Button>
        )}
      </td>
    </tr>
  );
}
