/** Layout around every page: skip link, header, navigation, banner, the outlet for the page, and dialogs about the session. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useQuery, useQueryClient, useMutation, type Query } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { ShortcutHelp } from '../keyboard/shortcut-help.tsx';
import { useKeys, useShortcut } from '../keyboard/use-shortcut.ts';
import { announcement } from '../live/announce.ts';
import { refreshAll } from '../live/apply-event.ts';
import { useSharedValue } from '../live/shared-value.ts';
import { useEventStream } from '../live/use-event-stream.ts';
import { usePainted } from '../live/use-painted.ts';
import { sessionExpired, useMe } from '../session/session.ts';
import { organizationChanged } from '../api/shown-organization.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { isPublicPath } from './public-paths.ts';
import { SignInForm } from './sign-in-form.tsx';
import { isStatus } from '../api/api-client.ts';
import { Notice } from '../parts/feedback/notice.tsx';
import { useNow } from '../parts/values/use-now.ts';
import type { WireReadiness } from '../../src/api/contract/health.ts';
import { describeSource } from '../text/source-text.ts';
import { readiness } from '../queries/organization/readiness.ts';
import { tokenList } from '../queries/organization/tokens.ts';
import { usage } from '../queries/organization/organization.ts';
import { chooseBanner, type BannerFacts } from './choose-banner.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { PathLink } from '../parts/navigation/path-link.tsx';
import { Problem } from '../parts/feedback/problem.tsx';
import { currentSession, switchOrganization } from '../queries/account/me.ts';
import styles from './frame.module.css';
import formStyles from '../parts/actions/form.module.css';

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
  const hasExpired = useSharedValue(sessionExpired);
  const isUnreachable = useUnreachable();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const hasChanged = useSharedValue(organizationChanged);
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
  const text = useSharedValue(announcement);
  return (
    <div aria-live="polite" className="visually-hidden">
      {text}
    </div>
  );
}

/** Banner for conditions that affect every page. Shows at most one, the most important. */
function Banner() {
  const isUnreachable = useUnreachable();
  const hasExpired = useSharedValue(sessionExpired);
  const data = useQuery(readiness()).data;
  useFreshResults(data?.advisories.state);
  const scopes = useMe()?.scopes ?? [];
  const mayManageTokens = scopes.includes('token:write');
  const isPainted = usePainted();
  const tokens = useQuery({ ...tokenList(), enabled: isPainted && mayManageTokens && !hasExpired }).data;
  // Owners and admins can delete data or contact the operator.
  const quotas = useQuery({ ...usage(), enabled: isPainted && scopes.includes('settings:write') && !hasExpired }).data;
  const banner = chooseBanner({
    isUnreachable,
    hasExpired,
    serverProblem: data?.status === 'unavailable' ? data.problems[0]?.message : undefined,
    dataState: data?.advisories.state,
    outdated: listOutdated(data),
    missing: listMissing(data),
    quotas: quotas?.quotas ?? [],
    tokens: tokens?.items ?? [],
    nowMs: useNow(),
  });
  if (banner === undefined) return null;
  return (
    <div className={styles.banner}>
      <Notice kind={banner.kind} urgent={banner.kind === 'bad'}>
        {banner.text} {banner.link !== undefined && <PathLink path={banner.link.path}>{banner.link.text}</PathLink>}
      </Notice>
    </div>
  );
}

/** Results state the advisory data that they are based on. A sync that ends without new records, or fails, sends no event. */
function useFreshResults(dataState: string | undefined): void {
  const queryClient = useQueryClient();
  const previous = useRef(dataState);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== dataState) void refreshAll(queryClient);
    previous.current = dataState;
  }, [queryClient, dataState]);
}

function listOutdated(data: WireReadiness | undefined): readonly string[] {
  return (data?.advisories.sources ?? []).flatMap(({ name, staleText }) =>
    staleText === null ? [] : [describeSource(name).name],
  );
}

/** A source that is disabled and has no records is not listed. The starter set is complete from the start. */
function listMissing(data: WireReadiness | undefined): BannerFacts['missing'] {
  return (data?.advisories.sources ?? [])
    .filter(({ ageSeconds }) => ageSeconds === null)
    .map(({ name, state }) => ({ name: describeSource(name).name, hasFailed: state === 'failed' }));
}

/** True while the latest attempt of any query of the page failed to reach the server. Data that is already loaded stays on the page. */
function useUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().some((query) => query.isActive() && hasNotReached(query)),
  );
}

function hasNotReached({ state }: Query): boolean {
  return isStatus(state.error, 0) || isStatus(state.fetchFailureReason, 0);
}

/** Dialog shown when another tab has switched the organization: follow the switch, or switch back and keep this page. */
function OrganizationChanged() {
  const shown = useMe()?.organization;
  const { data: now } = useQuery(currentSession());
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await switchOrganization(shown?.id ?? ''),
    onSuccess: async () => {
      organizationChanged.set(false);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog title="Organization switched" onClose={() => undefined} isFirm>
      <div className={formStyles.form}>
        <p>
          This tab shows <Name name={shown?.name} />, but you switched to <Name name={now?.organization.name} /> in
          another tab. No data was changed.
        </p>
        {error !== null && <Problem error={error} />}
        <div className={formStyles.buttons}>
          <Button onClick={() => window.location.assign('/')}>
            <span>
              Open <Name name={now?.organization.name} />
            </span>
          </Button>
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            <span>
              Switch back to <Name name={shown?.name} />
            </span>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Name({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return 'the other organization';
  return (
    <b>
      <UntrustedText text={name} charactersMax={40} />
    </b>
  );
}

/** Sign-in dialog over the page when the session has ended. The page stays as it was. */
function SignInAgain() {
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
    sessionExpired.set(false);
    await queryClient.invalidateQueries();
  };
  return (
    <Dialog title="Sign in again" onClose={() => undefined} isFirm>
      <p className={styles.reason}>Your session has expired. This page keeps its state.</p>
      <SignInForm email={before?.person?.email} onSignedIn={resume} />
    </Dialog>
  );
}
