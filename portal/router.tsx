/**
 * Routes of the portal. Every page is a separate chunk; to add one, write `pages/<page>/<page>-page.tsx`, declare its route like
 * those below and add it to `routeTree`. The server serves the portal only for the prefixes in src/api/portal-files.ts.
 */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { isStatus } from './api/api-client.ts';
import { Frame } from './frame/frame.tsx';
import { isPublicPath, toOwnPath } from './frame/public-paths.ts';
import { openFinding } from './pages/finding/finding-queries.ts';
import { requestVersion } from './pages/version/request-version.ts';
import { NotFound, PageFailed } from './parts/feedback/not-found.tsx';
import { me } from './queries/account/me.ts';
import {
  parseCompareView,
  parseInboxView,
  parseServicesView,
  parseOverviewView,
  parseVulnerabilitiesView,
  parseAuditView,
  parseDocsView,
  parseServiceView,
  parseNotificationView,
  parseAiView,
  parseMembersView,
  parseTokensView,
  parseWebhookView,
} from './search-params/page-views.ts';
import { parseComponentView, parseUsedComponentView } from './pages/components/component-view.ts';
import { parseCveView } from './pages/cve/cve-view.ts';
import { parseVersionView } from './search-params/version-view.ts';

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location, context }) => {
    if (isPublicPath(location.pathname)) return;
    try {
      await context.queryClient.ensureQueryData(me());
    } catch (error) {
      // Other errors are shown by the page itself, which recovers when they are gone.
      if (isStatus(error, 401)) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
    }
  },
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(async () => await import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  validateSearch: parseOverviewView,
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(async () => await import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
  validateSearch: parseInboxView,
});

const services = createRoute({
  getParentRoute: () => root,
  path: '/services',
  component: lazyRouteComponent(async () => await import('./pages/services/services-page.tsx'), 'ServicesPage'),
  validateSearch: parseServicesView,
});

const service = createRoute({
  getParentRoute: () => root,
  path: '/services/$service',
  component: lazyRouteComponent(async () => await import('./pages/service/service-page.tsx'), 'ServicePage'),
  validateSearch: parseServiceView,
});

const version = createRoute({
  getParentRoute: () => root,
  path: '/services/$service/versions/$version',
  loader: ({ context, params, location, cause }) => {
    if (cause === 'enter') requestVersion(context.queryClient, params, parseVersionView({ ...location.search }));
  },
  component: lazyRouteComponent(async () => await import('./pages/version/version-page.tsx'), 'VersionPage'),
  validateSearch: parseVersionView,
});

const finding = createRoute({
  getParentRoute: () => root,
  path: '/findings/$id',
  loader: async ({ context, params }) => await openFinding(context.queryClient, params.id),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/services/$service/compare',
  component: lazyRouteComponent(async () => await import('./pages/compare/compare-page.tsx'), 'ComparePage'),
  validateSearch: parseCompareView,
});

const profiles = createRoute({
  getParentRoute: () => root,
  path: '/services/$service/profile',
  component: lazyRouteComponent(async () => await import('./pages/profile/profiles-page.tsx'), 'ProfilesPage'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/services/$service/profile/$profile',
  component: lazyRouteComponent(async () => await import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});

const cve = createRoute({
  getParentRoute: () => root,
  path: '/services/$service/cve/$id',
  component: lazyRouteComponent(async () => await import('./pages/cve/cve-page.tsx'), 'CvePage'),
  validateSearch: parseCveView,
});

const vulnerabilities = createRoute({
  getParentRoute: () => root,
  path: '/vulnerabilities',
  component: lazyRouteComponent(
    async () => await import('./pages/vulnerabilities/vulnerabilities-page.tsx'),
    'VulnerabilitiesPage',
  ),
  validateSearch: parseVulnerabilitiesView,
});

const vulnerability = createRoute({
  getParentRoute: () => root,
  path: '/vulnerabilities/$id',
  component: lazyRouteComponent(
    async () => await import('./pages/vulnerability/vulnerability-page.tsx'),
    'VulnerabilityPage',
  ),
});

const components = createRoute({
  getParentRoute: () => root,
  path: '/components',
  component: lazyRouteComponent(async () => await import('./pages/components/components-page.tsx'), 'ComponentsPage'),
  validateSearch: parseUsedComponentView,
});

const component = createRoute({
  getParentRoute: () => root,
  path: '/components/$component',
  component: lazyRouteComponent(async () => await import('./pages/components/component-page.tsx'), 'ComponentPage'),
  validateSearch: parseComponentView,
});

const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  component: lazyRouteComponent(async () => await import('./pages/docs/docs-page.tsx'), 'DocsPage'),
  validateSearch: parseDocsView,
});

const docsOfPath = createRoute({
  getParentRoute: () => root,
  path: '/docs/$',
  component: lazyRouteComponent(async () => await import('./pages/docs/docs-page.tsx'), 'DocsPage'),
  validateSearch: parseDocsView,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(async () => await import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  validateSearch: ({ next }: Readonly<Record<string, unknown>>): { next?: string | undefined } => ({
    next: toOwnPath(next),
  }),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$code',
  component: lazyRouteComponent(async () => await import('./pages/invite/invite-page.tsx'), 'InvitePage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(
    async () => await import('./pages/password-reset/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$code',
  component: lazyRouteComponent(
    async () => await import('./pages/password-reset/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$code',
  component: lazyRouteComponent(
    async () => await import('./pages/unsubscribe/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(async () => await import('./pages/account/account-page.tsx'), 'AccountPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/organization', replace: true });
  },
});

const organizationSettings = createRoute({
  getParentRoute: () => root,
  path: '/settings/organization',
  component: lazyRouteComponent(
    async () => await import('./pages/settings/organization/organization-page.tsx'),
    'OrganizationPage',
  ),
});

const tokens = createRoute({
  getParentRoute: () => root,
  path: '/settings/tokens',
  component: lazyRouteComponent(async () => await import('./pages/settings/tokens/tokens-page.tsx'), 'TokensPage'),
  validateSearch: parseTokensView,
});

const members = createRoute({
  getParentRoute: () => root,
  path: '/settings/members',
  component: lazyRouteComponent(async () => await import('./pages/settings/members/members-page.tsx'), 'MembersPage'),
  validateSearch: parseMembersView,
});

const sources = createRoute({
  getParentRoute: () => root,
  path: '/settings/sources',
  component: lazyRouteComponent(async () => await import('./pages/settings/sources-page.tsx'), 'SourcesPage'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/settings/webhooks',
  component: lazyRouteComponent(
    async () => await import('./pages/settings/webhooks/webhooks-page.tsx'),
    'WebhooksPage',
  ),
  validateSearch: parseWebhookView,
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/settings/notifications',
  component: lazyRouteComponent(
    async () => await import('./pages/settings/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
  validateSearch: parseNotificationView,
});

const ai = createRoute({
  getParentRoute: () => root,
  path: '/settings/ai',
  component: lazyRouteComponent(async () => await import('./pages/settings/ai/ai-page.tsx'), 'AiPage'),
  validateSearch: parseAiView,
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/settings/audit',
  component: lazyRouteComponent(async () => await import('./pages/settings/audit/audit-page.tsx'), 'AuditPage'),
  validateSearch: parseAuditView,
});

const settingsRoutes = [
  settings,
  organizationSettings,
  tokens,
  members,
  sources,
  notifications,
  webhooks,
  ai,
  audit,
] as const;

const serviceRoutes = [compare, profiles, profile, cve, vulnerabilities, vulnerability, components, component] as const;

const routeTree = root.addChildren([
  overview,
  inbox,
  services,
  service,
  version,
  finding,
  ...serviceRoutes,
  docs,
  docsOfPath,
  signIn,
  forgotPassword,
  resetPassword,
  unsubscribe,
  invite,
  account,
  ...settingsRoutes,
]);

export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Plain text, as in the API; the default writes JSON and parses `?q=123` as a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return text === '' ? '' : `?${text}`;
    },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createPortalRouter>;
  }
}
