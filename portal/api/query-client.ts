/** Cache of server state: retries, and handling of responses with status 401. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isStatus, isRetryable } from './api-client.ts';

const RETRY_DELAY_MS = 5_000;

/** Queries that failed for a temporary reason are repeated, so that a page recovers by itself. */
export function toRetryDelay(error: Error | null): number | false {
  return isRetryable(error) && RETRY_DELAY_MS;
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
        // A browser that considers itself offline can still reach a server on the same machine or network.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && isRetryable(error),
        retryDelay: 500,
        refetchInterval: ({ state }) => toRetryDelay(state.error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
