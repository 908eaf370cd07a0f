/** Entry point of the portal. */
import './search-params/first-address.ts';
import './mantine.css';
import './colors.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPublicPath } from './frame/public-paths.ts';
import { me } from './queries/account/me.ts';
import { createQueryClient } from './api/query-client.ts';
import { createPortalRouter } from './router.tsx';
import { sessionExpired } from './session/session.ts';
import { colorSchemes, resolveCssVariables, theme } from './theme.ts';

const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const queryClient = createQueryClient(askToSignIn);
const router = createPortalRouter(queryClient);
const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root".');

createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** Asks for sign-in over the page if the user was signed in; otherwise the router redirects to the sign-in page. */
function askToSignIn(): void {
  const wasSignedIn = queryClient.getQueryData(me().queryKey) !== undefined;
  if (wasSignedIn && !isPublicPath(router.state.location.pathname)) sessionExpired.set(true);
}
