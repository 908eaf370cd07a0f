/** Header bar: organization, search, state of the advisory data, color scheme, and the signed-in user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { isStatus } from '../api/api-client.ts';
import { setShownOrganization } from '../api/shown-organization.ts';
import { Disclosure } from '../parts/dialogs/disclosure.tsx';
import { Problem } from '../parts/feedback/problem.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { signOut } from '../queries/account/me.ts';
import { ROLE_LABELS } from '../session/session.ts';
import { PathLink } from '../parts/navigation/path-link.tsx';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { readiness } from '../queries/organization/readiness.ts';
import mark from '../icon.svg';
import styles from './header.module.css';
import { OrganizationMenu } from './organization-menu.tsx';
import { SearchEverything } from './search-everything.tsx';

interface HeaderProps {
  /** Undefined on pages that need no sign-in. */
  readonly me?: WireMe | undefined;
  readonly onHelp?: () => void;
}

export function Header({ me, onHelp }: HeaderProps) {
  return (
    <header className={styles.header}>
      <PathLink path="/" className={styles.name}>
        <img src={mark} width={24} height={24} alt="" />
        <span className={styles.wordmark}>Assay</span>
      </PathLink>
      {me !== undefined && <OrganizationMenu me={me} />}
      <div className={styles.middle}>{onHelp !== undefined && <SearchEverything />}</div>
      {onHelp !== undefined && <DataStatus />}
      <ColorSchemeButton />
      {me !== undefined && onHelp !== undefined && <UserMenu me={me} onHelp={onHelp} />}
    </header>
  );
}

const DATA_LABELS: Readonly<Record<string, string>> = {
  none: 'No advisory data',
  starter: 'Starter data only',
  syncing: 'Syncing advisories',
  stale: 'Advisories outdated',
};

/** Renders nothing while the data is ready. */
function DataStatus() {
  const state = useQuery(readiness()).data?.advisories.state;
  if (state === undefined || state === 'ready') return null;
  return (
    <PathLink
      path="/settings/sources"
      className={state === 'syncing' ? styles.status : `${styles.status} ${styles.doubtful}`}
    >
      {DATA_LABELS[state] ?? state}
    </PathLink>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  const label = `Switch to ${other} mode`;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </button>
  );
}

/** Menu of the signed-in user: name, link to the account, sign out. */
function UserMenu({ me, onHelp }: { readonly me: WireMe; readonly onHelp: () => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const leaving = useMutation({
    mutationFn: async () =>
      await signOut().catch((error: unknown) => {
        // The session may have ended already.
        if (!isStatus(error, 401)) throw error;
      }),
    onSuccess: async () => {
      queryClient.clear();
      setShownOrganization(undefined);
      await router.navigate({ to: '/sign-in' });
    },
  });
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
      <button type="button" aria-haspopup="dialog" onClick={onHelp}>
        Keyboard shortcuts
      </button>
      <PathLink path="/docs">Documentation</PathLink>
      <a href="/api/docs">API reference</a>
      <button type="button" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out
      </button>
      {leaving.error !== null && <Problem error={leaving.error} />}
    </Disclosure>
  );
}
