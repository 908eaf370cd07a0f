/** Which address shows which page. Everything but the sign-in page asks for a token first and then comes back. */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { readFindingView, readListView } from './finding-view.ts';
import { ServicePage } from './pages/service-page.tsx';
import { ServicesPage } from './pages/services-page.tsx';
import { readReturn, SignInPage } from './pages/sign-in-page.tsx';
import { VersionPage } from './pages/version-page.tsx';
import { Frame } from './parts/frame.tsx';
import { NothingHere } from './parts/nothing-here.tsx';
import { readToken } from './token.ts';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NothingHere,
  beforeLoad: ({ location }) => {
    if (location.pathname === '/sign-in' || readToken() !== undefined) return;
    throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/services', replace: true });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: readReturn,
});

const services = createRoute({
  getParentRoute: () => root,
  path: '/services',
  component: ServicesPage,
  validateSearch: readListView,
});

const service = createRoute({
  getParentRoute: () => root,
  path: '/services/$service',
  component: ServicePage,
  validateSearch: readListView,
});

const version = createRoute({
  getParentRoute: () => root,
  path: '/services/$service/versions/$version',
  component: VersionPage,
  validateSearch: readFindingView,
});

export const router = createRouter({
  routeTree: root.addChildren([overview, signIn, services, service, version]),
  // Plain text, as the API has it; the default writes JSON and reads `?q=123` as a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router;
  }
}
