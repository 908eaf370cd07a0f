/** Accepts an invitation, once: with a new account, or with the password of the existing account for the address. */
import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { isStatus, messageOf, change, getOne, toPath } from '../../api/api-client.ts';
import { fieldText } from '../../parts/actions/form-field.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { NAME_CODES, type Role } from '../../queries/account/me.ts';
import { ROLE_LABELS } from '../../session/session.ts';
import { setShownOrganization } from '../../api/shown-organization.ts';
import formStyles from '../../parts/actions/form.module.css';
import { PASSWORD_CHARACTERS_MIN } from '../../../src/core/vocabulary/access.ts';
import styles from './invite-page.module.css';

const route = getRouteApi('/invite/$code');

export function InvitePage() {
  const { code } = route.useParams();
  const { data, error } = useQuery(invitationByCode(code));
  return (
    <div className={styles.page}>
      <PageHead title="Invitation">Invitation</PageHead>
      {data === undefined && error === null && <Loading rows={2} />}
      {error !== null && (
        <Notice kind="bad" urgent>
          {error.message}
        </Notice>
      )}
      {data !== undefined && <Accept code={code} invitation={data} />}
    </div>
  );
}

interface AcceptProps {
  readonly code: string;
  readonly invitation: OpenInvitation;
}

function Accept({ code, invitation: { organization, email, role } }: AcceptProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<unknown>();
  const [isPending, setIsPending] = useState(false);
  const [hasAccount, setHasAccount] = useState(false);
  const nameProblem = messageOf(problem, NAME_CODES);
  const otherProblem = problem === undefined ? undefined : toProblem(problem);
  const accept = async (form: FormData): Promise<void> => {
    setIsPending(true);
    try {
      const name = fieldText(form, 'name').trim();
      const person = { ...(!hasAccount && { name }), password: fieldText(form, 'password') };
      // Also signs in.
      await change<unknown>('POST', toPath('invitation', 'by-code', code), person);
      queryClient.clear();
      setShownOrganization(undefined);
      router.history.push('/');
    } catch (error) {
      setProblem(error);
    } finally {
      setIsPending(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void accept(new FormData(event.currentTarget));
  };
  return (
    <>
      <p className={styles.lead}>
        You are invited to{' '}
        <b>
          <UntrustedText text={organization.name} />
        </b>{' '}
        as {ROLE_LABELS[role].toLowerCase()}, with the address{' '}
        <b>
          <UntrustedText text={email} />
        </b>
        .
      </p>
      <form onSubmit={onSubmit} className={`${formStyles.form} ${formStyles.alone}`}>
        <SegmentedControl
          aria-label="Account"
          fullWidth
          data={[
            { value: 'new', label: 'New account' },
            { value: 'existing', label: 'Existing account' },
          ]}
          value={hasAccount ? 'existing' : 'new'}
          onChange={(value) => {
            setHasAccount(value === 'existing');
            setProblem(undefined);
          }}
        />
        {!hasAccount && (
          <TextInput
            name="name"
            label="Your name"
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={200}
            error={nameProblem}
            errorProps={{ role: 'alert' }}
          />
        )}
        <PasswordInput
          key={String(hasAccount)}
          name="password"
          label={hasAccount ? 'Account password' : 'New password'}
          {...(!hasAccount && {
            description: `At least ${PASSWORD_CHARACTERS_MIN} characters, hard to guess.`,
            minLength: PASSWORD_CHARACTERS_MIN,
          })}
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          required
          withAsterisk={false}
          error={nameProblem === undefined ? otherProblem : undefined}
          errorProps={{ role: 'alert' }}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <Button type="submit" loading={isPending}>
          Join
        </Button>
        {hasAccount && <PathLink path="/forgot-password">Forgot password?</PathLink>}
      </form>
    </>
  );
}

function toProblem(error: unknown): string {
  if (isStatus(error, 401)) return 'This address already has an account. Enter its password, or reset it.';
  return error instanceof Error ? error.message : String(error);
}

/** An invitation as the holder of its link sees it. */
interface OpenInvitation {
  readonly organization: { readonly name: string };
  readonly email: string;
  readonly role: Role;
}

function invitationByCode(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => await getOne<OpenInvitation>(toPath('invitation', 'by-code', code), signal),
  });
}
