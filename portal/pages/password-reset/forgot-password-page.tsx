/** Requests a password reset link by e-mail. If e-mail is not configured, it says whom to contact. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { change } from '../../api/api-client.ts';
import { passwordResetMethods } from '../../queries/account/password-reset-methods.ts';
import { fieldText } from '../../parts/actions/form-field.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from '../sign-in/sign-in-page.module.css';

export function ForgotPasswordPage() {
  const { data, error } = useQuery(passwordResetMethods());
  return (
    <div className={styles.page}>
      <PageHead title="Forgot password">Forgot password</PageHead>
      {data === undefined && error === null && <Loading rows={2} />}
      {error !== null && <Problem error={error} />}
      {data !== undefined && (data.byMail ? <RequestLink /> : <ContactAdministrator />)}
      <p className={styles.hint}>
        <PathLink path="/sign-in">Back to sign in</PathLink>
      </p>
    </div>
  );
}

function RequestLink() {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: requestPasswordReset });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(fieldText(new FormData(event.currentTarget), 'email').trim());
  };
  if (isSuccess) {
    return (
      <Notice kind="neutral" urgent>
        If this address has an account, a link was sent to it. It can be used once and expires in one hour. If no e-mail
        arrives, check the spam folder, or ask an owner or admin of your organization.
      </Notice>
    );
  }
  return (
    <form onSubmit={onSubmit} className={`${formStyles.form} ${formStyles.alone}`}>
      <TextInput
        name="email"
        type="email"
        label="E-mail"
        description="You receive a link to set a new password."
        autoComplete="username"
        required
        withAsterisk={false}
      />
      {error !== null && <Problem error={error} />}
      <Button type="submit" loading={isPending}>
        Send link
      </Button>
    </form>
  );
}

function ContactAdministrator() {
  return (
    <Notice kind="neutral">
      <p>E-mail is not configured. To reset your password:</p>
      <ul>
        <li>Ask an owner or admin of your organization for a reset link (Settings, Members).</li>
        <li>
          Or ask the operator of the server to run <code>assay person reset-password</code> with your e-mail address.
        </li>
      </ul>
    </Notice>
  );
}

/** The response does not reveal whether the address has an account. */
async function requestPasswordReset(email: string): Promise<void> {
  await change<unknown>('POST', '/password-reset', { email });
}
