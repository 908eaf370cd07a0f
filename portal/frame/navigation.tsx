/** Main navigation. Collapses into a menu button below 768 px. */
import { IconAffiliate, IconBox, IconBug, IconHome, IconInbox, IconMenu2, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { usePainted } from '../live/use-painted.ts';
import { inboxCount } from '../queries/findings/inbox.ts';
import { formatCount } from '../text/format/counts.ts';
import { PathLink } from '../parts/navigation/path-link.tsx';
import styles from './navigation.module.css';

const PLACES = [
  { path: '/', name: 'Overview', Icon: IconHome },
  { path: '/inbox', name: 'Inbox', Icon: IconInbox },
  { path: '/services', name: 'Services', Icon: IconBox },
  { path: '/vulnerabilities', name: 'Vulnerabilities', Icon: IconBug },
  { path: '/components', name: 'Components', Icon: IconAffiliate },
  { path: '/settings', name: 'Settings', Icon: IconSettings },
] as const;

export function Navigation() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [isOpen, setIsOpen] = useState(false);
  useGoTo('g o', '/', 'Go to overview');
  useGoTo('g i', '/inbox', 'Go to inbox');
  useGoTo('g s', '/services', 'Go to services');
  useGoTo('g v', '/vulnerabilities', 'Go to vulnerabilities');
  useGoTo('g c', '/components', 'Go to components');
  return (
    <nav aria-label="Main" className={styles.navigation}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls="places"
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconMenu2 size={18} stroke={1.6} aria-hidden /> Menu
      </button>
      <ul id="places" className={`${styles.places} ${isOpen ? styles.open : ''}`}>
        {PLACES.map(({ path, name, Icon }) => (
          <li key={path}>
            <PathLink
              path={path}
              onClick={() => setIsOpen(false)}
              aria-current={isInside(pathname, path) ? 'page' : undefined}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {name}
              {path === '/inbox' && <InboxCount />}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Left out while the inbox is empty. */
function InboxCount() {
  const { data = 0 } = useQuery({ ...inboxCount(), enabled: usePainted() });
  return data === 0 ? null : <span className={styles.count}>{formatCount(data)}</span>;
}

function useGoTo(keys: string, path: string, label: string): void {
  const router = useRouter();
  useShortcut({ keys, label, group: 'Global', run: () => router.history.push(path) });
}

function isInside(pathname: string, path: string): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}
