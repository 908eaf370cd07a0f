/** Starts the portal in the page that the server has sent. */
import '@mantine/core/styles.css';
import './colors.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './query-client.ts';
import { router } from './router.tsx';
import { colorSchemes, resolveCssVariables, theme } from './theme.ts';
import { dropToken, readToken } from './token.ts';

const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const queryClient = createQueryClient(askForToken);
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

/** Several requests of one page fail together; the first one leads away. */
function askForToken(): void {
  if (readToken() === undefined) return;
  dropToken();
  const next = router.state.location.href;
  void router
    .navigate({ to: '/sign-in', search: { next, refused: true }, replace: true })
    .then(() => queryClient.clear());
}
