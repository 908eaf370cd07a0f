/** Layout around every page: skip link, header, navigation, banner, and the outlet for the page. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ShortcutHelp } from '../keyboard/shortcut-help.tsx';
import { useKeys, useShortcut } from '../keyboard/use-shortcut.ts';
import { useAnnouncement } from '../live/announce.ts';
import { useEventStream } from '../live/use-event-stream.ts';
import { useMe } from '../session/session.ts';
import { useOrganizationChanged } from '../api/shown-organization.ts';
import { useExpired } from '../session/sign-in-expiry.ts';
import { Banner, useUnreachable } from './banner.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationChanged } from './organization-changed.tsx';
import { isPublicPath } from './public-paths.ts';
import { SignInAgain } from './sign-in-again.tsx';

export function Frame() {
  const isPublic = useRouterState({ select: ({ location }) => isPublicPath(location.pathname) });
  return isPublic ? <PublicFrame /> : <FullFrame />;
}

function PublicFrame() {
  return (
    <>
      <SkipLink />
      <Header />
      <Main className={styles.alone} />
      <Announcer />
    </>
  );
}

function FullFrame() {
  const me = useMe();
  const hasExpired = useExpired();
  const isUnreachable = useUnreachable();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const hasChanged = useOrganizationChanged();
  useEventStream(me !== undefined && !hasExpired && !hasChanged);
  useKeys(me?.preferences.singleKeys ?? false);
  useShortcut({ keys: '?', label: 'Show keyboard shortcuts', group: 'Global', run: () => setIsHelpOpen(true) });
  return (
    <>
      <SkipLink />
      <Header me={me} onHelp={() => setIsHelpOpen(true)} />
      <div className={styles.columns}>
        <Navigation />
        <Main className={styles.main} isUnreachable={isUnreachable} />
      </div>
      <Announcer />
      {isHelpOpen && <ShortcutHelp onClose={() => setIsHelpOpen(false)} />}
      {hasExpired && <SignInAgain />}
      {hasChanged && !hasExpired && <OrganizationChanged />}
    </>
  );
}

function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      Skip to content
    </a>
  );
}

function Main({
  className,
  isUnreachable,
}: {
  readonly className: string | undefined;
  readonly isUnreachable?: boolean;
}) {
  const main = useRef<HTMLElement>(null);
  useFocusOnHeading(main);
  return (
    <main id="content" ref={main} tabIndex={-1} className={className} data-unreachable={isUnreachable || undefined}>
      {isUnreachable !== undefined && <Banner />}
      <Outlet />
    </main>
  );
}

/** Moves the focus to the heading of the new page after a link was clicked. The first page is left alone. */
function useFocusOnHeading(main: { readonly current: HTMLElement | null }): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== pathname)
      main.current?.querySelector('h1')?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [main, pathname]);
}

function Announcer() {
  const text = useAnnouncement();
  return (
    <div aria-live="polite" className={styles.visuallyHidden}>
      {text}
    </div>
  );
}
