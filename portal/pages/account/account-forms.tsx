/** Forms of the user's own account. Changing the password requires the current one and ends all other sessions. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { messageOf } from '../../api/api-client.ts';
import { changeMe, me, NAME_CODES, type MeChange } from '../../queries/account/me.ts';
import formStyles from '../../parts/actions/form.module.css';

const PASSWORD_CHARACTERS_MIN = 12;

export function NameForm({ name }: { readonly name: string }) {
  const { mutate, error, isPending, isSuccess } = useChange();
  const nameProblem = messageOf(error, NAME_CODES);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate({ name: textOf(event.currentTarget, 'name').trim() });
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

export function PasswordForm() {
  const { mutate, error, isPending, isSuccess } = useChange();
  const currentProblem = messageOf(error, ['PASSWORD_WRONG']);
  const nextProblem = messageOf(error, ['PASSWORD_REFUSED']);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const wanted = { password: textOf(form, 'password'), currentPassword: textOf(form, 'currentPassword') };
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

interface PasswordProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
  readonly minLength?: number;
  readonly description?: string;
  readonly error?: string | undefined;
}

function Password(props: PasswordProps) {
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

function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
