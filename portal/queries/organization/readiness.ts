/** State of the advisory data for the header and the banner. Needs no sign-in and is cheap. */
import { queryOptions } from '@tanstack/react-query';
import type { WireReadiness } from '../../../src/api/contract/health.ts';
import { ApiFailure } from '../../api/api-client.ts';
import { toRetryDelay } from '../../api/query-client.ts';

const REFRESH_MS = 60_000;
const REFRESH_WHILE_LOADING_MS = 5_000;
/** A server that is not ready is shutting down or starting. */
const REFRESH_WHILE_UNREADY_MS = 2_000;

export const READINESS_KEY = ['readiness'];

export function readiness() {
  return queryOptions({
    queryKey: READINESS_KEY,
    queryFn: async ({ signal }) => await fetchReadiness(signal),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state: { data, error } }) => toRetryDelay(error) || toPause(data),
  });
}

function toPause(data: WireReadiness | undefined): number {
  if (data?.status === 'unavailable') return REFRESH_WHILE_UNREADY_MS;
  return data?.advisories.state === 'syncing' ? REFRESH_WHILE_LOADING_MS : REFRESH_MS;
}

/**
 * Reads the same format from a 503. The endpoint is outside the API, so load shedding does not affect it. A server that shuts
 * down, or a proxy without a backend, responds in another format: this counts as unreachable.
 */
async function fetchReadiness(signal: AbortSignal): Promise<WireReadiness> {
  try {
    const response = await fetch('/readyz', { signal, cache: 'no-store', credentials: 'same-origin' });
    const answer = (await response.json()) as Partial<WireReadiness>;
    if (answer.advisories !== undefined) return answer as WireReadiness;
  } catch (error) {
    if (signal.aborted) throw error;
  }
  const message = 'The server is not responding.';
  throw new ApiFailure({ status: 0, code: 'UNREACHABLE', message, requestId: undefined });
}
