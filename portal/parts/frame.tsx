/** What surrounds every page: the way past the header, the header, and the one place where pages appear. */
import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { dropToken, readToken } from '../token.ts';
import styles from './frame.module.css';

export function Frame() {
  const main = useRef<HTMLElement>(null);
  useFocusOnHeading(main);
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/services" className={styles.name}>
            Assay
          </Link>
          <nav aria-label="Main" className={styles.navigation}>
            <Link to="/services" activeProps={{ 'aria-current': 'page' }}>
              Services
            </Link>
            <a href="/api/docs">API</a>
          </nav>
          <ColorSchemeButton />
          <SignOutButton />
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </>
  );
}

/** After a click on a link, reading goes on at the heading of the new page; the first page is left alone. */
function useFocusOnHeading(main: { readonly current: HTMLElement | null }): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== pathname) main.current?.querySelector('h1')?.focus();
    previous.current = pathname;
  }, [main, pathname]);
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  const label = `Switch to the ${other} color scheme`;
  return (
    <Button size="compact-sm" variant="default" aria-label={label} title={label} onClick={() => setColorScheme(other)}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </Button>
  );
}

function SignOutButton() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === '/sign-in' });
  if (isSignIn || readToken() === undefined) return null;
  const signOut = async (): Promise<void> => {
    dropToken();
    await navigate({ to: '/sign-in' });
    queryClient.clear();
  };
  return (
    <Button size="compact-sm" variant="default" onClick={() => void signOut()}>
      Sign out
    </Button>
  );
}
