/** Form for e-mail and password. An error never tells which of the two was wrong. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { isStatus } from '../api/api-client.ts';
import { signIn } from '../queries/account/me.ts';
import { fieldText } from '../parts/actions/form-field.ts';
import formStyles from '../parts/actions/form.module.css';

interface SignInFormProps {
  readonly email?: string | undefined;
  readonly onSignedIn: () => void | Promise<void>;
}

export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const submit = async (form: FormData): Promise<void> => {
    setIsPending(true);
    setProblem(undefined);
    try {
      await signIn({ email: fieldText(form, 'email').trim(), password: fieldText(form, 'password') });
      await onSignedIn();
    } catch (error) {
      setProblem(toProblem(error));
    } finally {
      setIsPending(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={onSubmit} className={`${formStyles.form} ${formStyles.alone}`}>
      <TextInput
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        defaultValue={email}
        required
        withAsterisk={false}
      />
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        error={problem}
        errorProps={{ role: 'alert' }}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
      <Button type="submit" loading={isPending}>
        Sign in
      </Button>
    </form>
  );
}

function toProblem(error: unknown): string {
  if (isStatus(error, 401)) return 'Incorrect e-mail or password.';
  return error instanceof Error ? error.message : String(error);
}
