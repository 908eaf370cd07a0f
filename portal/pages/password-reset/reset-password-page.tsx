/** Sets a new password with a reset link, which works once. */
import { Button, PasswordInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { WireOpenPasswordReset } from '../../../src/api/contract/organization/person.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { change, getOne, toPath } from '../../api/api-client.ts';
import { setShownOrganization } from '../../api/shown-organization.ts';
import { fieldText } from '../../parts/actions/form-field.ts';
import formStyles from '../../parts/actions/form.module.css';
import { PASSWORD_CHARACTERS_MIN } from '../../../src/core/vocabulary/access.ts';
import styles from '../sign-in/sign-in-page.module.css';

const route = getRouteApi('/reset-password/$code');

export function ResetPasswordPage() {
  const { code } = route.useParams();
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...passwordResetByCode(code), staleTime: Infinity });
  const choice = useMutation({
    mutationFn: async (password: string) => await choosePassword(code, password),
    // The session of this browser may have belonged to the account.
    onSuccess: () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'password-reset' });
      setShownOrganization(undefined);
    },
  });
  return (
    <div className={styles.page}>
      <PageHead title="New password">Set a new password</PageHead>
      {data === undefined && error === null && <Loading rows={2} />}
      {error !== null && (
        <Notice kind="bad" urgent>
          {error.message} <PathLink path="/forgot-password">Forgot password</PathLink>
        </Notice>
      )}
      {choice.isSuccess && (
        <Notice kind="neutral" urgent>
          The password was changed. All sessions of the account have ended. <PathLink path="/sign-in">Sign in</PathLink>
        </Notice>
      )}
      {data !== undefined && !choice.isSuccess && (
        <Choose
          email={data.email}
          problem={choice.error?.message}
          isPending={choice.isPending}
          onPassword={(password) => choice.mutate(password)}
        />
      )}
    </div>
  );
}

interface ChooseProps {
  readonly email: string;
  readonly problem: string | undefined;
  readonly isPending: boolean;
  readonly onPassword: (password: string) => void;
}

function Choose({ email, problem, isPending, onPassword }: ChooseProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onPassword(fieldText(new FormData(event.currentTarget), 'password'));
  };
  return (
    <form onSubmit={onSubmit} className={`${formStyles.form} ${formStyles.alone}`}>
      <p>
        For the account{' '}
        <b>
          <UntrustedText text={email} />
        </b>
        . All sessions end.
      </p>
      {/* Password managers save the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        name="password"
        label="New password"
        description={`At least ${PASSWORD_CHARACTERS_MIN} characters.`}
        autoComplete="new-password"
        minLength={PASSWORD_CHARACTERS_MIN}
        required
        withAsterisk={false}
        error={problem}
        errorProps={{ role: 'alert' }}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
      <Button type="submit" loading={isPending}>
        Change password
      </Button>
    </form>
  );
}

function passwordResetByCode(code: string) {
  return queryOptions({
    queryKey: ['password-reset', code],
    queryFn: async ({ signal }) => await getOne<WireOpenPasswordReset>(toPath('password-reset', code), signal),
  });
}

async function choosePassword(code: string, password: string): Promise<void> {
  await change('POST', toPath('password-reset', code), { password });
}
