/** Who is signed in, the way to the own account, and out. */
import { IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Disclosure } from '../parts/disclosure.tsx';
import { HostileText } from '../parts/hostile-text.tsx';
import { PathLink } from '../parts/path-link.tsx';
import type { WireMe } from '../../src/api/contract/person.ts';
import { signOut, switchOrganization } from '../queries/sessions.ts';
import { ROLE_WORDS } from '../session.ts';
import styles from './user-menu.module.css';

export function UserMenu({ me, onHelp }: { readonly me: WireMe; readonly onHelp: () => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const leave = async (): Promise<void> => {
    // A session that has ended already needs no ending.
    await signOut().catch(() => undefined);
    queryClient.clear();
    await router.navigate({ to: '/sign-in' });
  };
  const changeTo = async (organizationId: string): Promise<void> => {
    await switchOrganization(organizationId);
    window.location.assign('/');
  };
  const others = me.organizations.filter(({ id }) => id !== me.organization.id);
  const name = me.person?.name || me.person?.email || 'Token';
  return (
    <Disclosure name="Your account" align="end" label={<IconUser size={18} stroke={1.6} aria-hidden />}>
      <div className={styles.who}>
        <b>
          <HostileText text={name} charactersMax={40} />
        </b>
        <span>
          <HostileText text={me.organization.name} charactersMax={40} />
          {me.role !== null && `, ${ROLE_WORDS[me.role]}`}
        </span>
      </div>
      {others.map(({ id, name: other }) => (
        <button key={id} type="button" onClick={() => void changeTo(id)}>
          Switch to <HostileText text={other} charactersMax={40} />
        </button>
      ))}
      <PathLink path="/account">Account</PathLink>
      <button type="button" onClick={onHelp}>
        Keys
      </button>
      <a href="/api/docs">API reference</a>
      <button type="button" onClick={() => void leave()}>
        Sign out
      </button>
    </Disclosure>
  );
}
