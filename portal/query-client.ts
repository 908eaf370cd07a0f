/** How server state is kept in the browser: what is asked again, and what happens when the API does not know the caller. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isStatus, mayPass } from './api-client.ts';

const RETRY_DELAY_MS = 5_000;

/** For all queries: what failed for a passing reason is asked again, so that a page heals by itself. */
export function toRetryDelay(error: Error | null): number | false {
  return mayPass(error) && RETRY_DELAY_MS;
}

export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (isStatus(error, 401)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A browser that takes itself for offline still reaches a server on the same machine or network.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: 500,
        refetchInterval: ({ state }) => toRetryDelay(state.error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
