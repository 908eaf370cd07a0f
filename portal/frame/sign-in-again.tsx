/** Sign-in dialog over the page when the session has ended. The page stays as it was. */
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { currentSession } from '../queries/account/me.ts';
import { switchOrganization } from '../queries/account/sessions.ts';
import { useMe } from '../session/session.ts';
import { setExpired } from '../session/sign-in-expiry.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-again.module.css';

export function SignInAgain() {
  const before = useMe();
  const queryClient = useQueryClient();
  const resume = async (): Promise<void> => {
    const now = await queryClient.fetchQuery(currentSession());
    // A different user must not see data loaded by the previous one.
    if (before === undefined || now.person?.id !== before.person?.id) {
      window.location.assign('/');
      return;
    }
    // Signing in selects the organization used last, which may be that of another tab.
    if (now.organization.id !== before.organization.id) await switchOrganization(before.organization.id);
    setExpired(false);
    await queryClient.invalidateQueries();
  };
  return (
    <Dialog title="Sign in again" onClose={() => undefined} isFirm>
      <p className={styles.reason}>Your session has expired. This page keeps its state.</p>
      <SignInForm email={before?.person?.email} onSignedIn={resume} />
    </Dialog>
  );
}
