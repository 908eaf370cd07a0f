/** Menu of the signed-in user: name, link to the account, sign out. */
import { IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Disclosure } from '../parts/dialogs/disclosure.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { PathLink } from '../parts/navigation/path-link.tsx';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { signOut } from '../queries/account/sessions.ts';
import { ROLE_LABELS } from '../session/session.ts';
import { setShownOrganization } from '../api/shown-organization.ts';
import styles from './user-menu.module.css';

export function UserMenu({ me, onHelp }: { readonly me: WireMe; readonly onHelp: () => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const leave = async (): Promise<void> => {
    // The session may have ended already.
    await signOut().catch(() => undefined);
    queryClient.clear();
    setShownOrganization(undefined);
    await router.navigate({ to: '/sign-in' });
  };
  const name = me.person?.name || me.person?.email || 'Token';
  return (
    <Disclosure name="Your account" align="end" label={<IconUser size={18} stroke={1.6} aria-hidden />}>
      <div className={styles.user}>
        <b>
          <UntrustedText text={name} charactersMax={40} />
        </b>
        <span>
          <UntrustedText text={me.organization.name} charactersMax={40} />
          {me.role !== null && `, ${ROLE_LABELS[me.role]}`}
        </span>
      </div>
      <PathLink path="/account">Account</PathLink>
      <button type="button" onClick={onHelp}>
        Keyboard shortcuts
      </button>
      <a href="/api/docs">API reference</a>
      <button type="button" onClick={() => void leave()}>
        Sign out
      </button>
    </Disclosure>
  );
}
