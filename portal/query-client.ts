/** How server state is kept in the browser, and what happens when the API does not know the token. */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure, mayPass } from './api-client.ts';
import { toRetryDelay } from './queries.ts';

export function createQueryClient(onTokenRefused: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiFailure && error.status === 401) onTokenRefused();
      },
    }),
    defaultOptions: {
      queries: {
        // A browser that takes itself for offline still reaches a server on the same machine or network.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: 500,
        refetchInterval: ({ state }) => toRetryDelay(state.error),
      },
    },
  });
}
