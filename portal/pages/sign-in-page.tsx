/** Asks once for an integration token and goes back to where the reader wanted to be. */
import { Button, PasswordInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiFailure, getList } from '../api-client.ts';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { dropToken, keepToken } from '../token.ts';
import styles from './sign-in-page.module.css';

export interface Return {
  /** A path of the portal. */
  readonly next?: string | undefined;
  /** The token that was used until now is not accepted any more. */
  readonly refused?: boolean | undefined;
}

const route = getRouteApi('/sign-in');
/** One slash and then something else: `//host` and `/\host` would lead to another server. */
const OWN_PATH = /^\/(?![/\\])/;

/** Every key is named, so that none of the raw text gets through; see `readFindingView`. */
export function readReturn(search: Readonly<Record<string, unknown>>): Return {
  const { next, refused } = search;
  return {
    next: typeof next === 'string' && OWN_PATH.test(next) ? next : undefined,
    refused: refused === true || refused === 'true' ? true : undefined,
  };
}

export function SignInPage() {
  const { next = '/services', refused = false } = route.useSearch();
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);

  const signIn = async (token: string): Promise<void> => {
    setIsAsking(true);
    const found = await findProblem(token);
    setIsAsking(false);
    setProblem(found);
    if (found === undefined) router.history.push(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    void signIn(typeof token === 'string' ? token.trim() : '');
  };
  return (
    <div className={styles.page}>
      <PageHead title="Sign in">Sign in</PageHead>
      {refused && <Notice kind="doubtful">The token that was used is not accepted any more. Enter another one.</Notice>}
      <form onSubmit={submit} className={styles.form}>
        <PasswordInput
          name="token"
          label="Integration token"
          description="Printed at the first start of Assay; an administrator can create more. It is forgotten with this tab."
          placeholder="asy_…"
          autoComplete="off"
          required
          withAsterisk={false}
          error={problem}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the token' }}
        />
        <Button type="submit" loading={isAsking}>
          Sign in
        </Button>
      </form>
    </div>
  );
}

/** Undefined when the API knows the token, which is then kept. */
async function findProblem(token: string): Promise<string | undefined> {
  keepToken(token);
  try {
    await getList('/service', new AbortController().signal, { limit: 1 });
    return undefined;
  } catch (error) {
    dropToken();
    if (error instanceof ApiFailure && error.status === 401)
      return 'This token is not accepted: it is wrong, expired or revoked.';
    return error instanceof Error ? error.message : String(error);
  }
}
