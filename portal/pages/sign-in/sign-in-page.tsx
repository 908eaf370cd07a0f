/** Sign-in page. Afterwards it returns to the requested page. */
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { SignInForm } from '../../frame/sign-in-form.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { setShownOrganization } from '../../api/shown-organization.ts';
import { sessionExpired } from '../../session/session.ts';
import styles from './sign-in-page.module.css';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const resume = (): void => {
    queryClient.clear();
    setShownOrganization(undefined);
    sessionExpired.set(false);
    router.history.push(next);
  };
  return (
    <div className={styles.page}>
      <PageHead title="Sign in">Sign in</PageHead>
      <SignInForm onSignedIn={resume} />
      <p className={styles.hint}>
        <PathLink path="/forgot-password">Forgot password?</PathLink>
      </p>
      <p className={styles.hint}>
        Assay prints the first owner and password at its first start. Other users need an invitation from an owner or
        admin.
      </p>
    </div>
  );
}
