/** The state of the advisory data, for the header and the banner. It needs no sign-in and is cheap to ask. */
import { queryOptions } from '@tanstack/react-query';
import type { WireReadiness } from '../../src/api/contract/health.ts';
import { ApiFailure } from '../api-client.ts';
import { toRetryDelay } from '../query-client.ts';

const REFRESH_MS = 60_000;
const REFRESH_WHILE_LOADING_MS = 5_000;
/** A server that says that it is not ready ends, or has just begun. */
const REFRESH_WHILE_UNREADY_MS = 2_000;

export const READINESS_KEY = ['readiness'];

export function readiness() {
  return queryOptions({
    queryKey: READINESS_KEY,
    queryFn: async ({ signal }) => await readReadiness(signal),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state: { data, error } }) => toRetryDelay(error) || toPause(data),
  });
}

function toPause(data: WireReadiness | undefined): number {
  if (data?.status === 'unavailable') return REFRESH_WHILE_UNREADY_MS;
  return data?.advisories.state === 'syncing' ? REFRESH_WHILE_LOADING_MS : REFRESH_MS;
}

/**
 * It answers in the same shape with 503; outside of the API, so that load shedding does not silence it. A server that ends, or a
 * proxy in front of none, answers in another one: then nobody is there.
 */
async function readReadiness(signal: AbortSignal): Promise<WireReadiness> {
  try {
    const response = await fetch('/readyz', { signal, cache: 'no-store', credentials: 'same-origin' });
    const answer = (await response.json()) as Partial<WireReadiness>;
    if (answer.advisories !== undefined) return answer as WireReadiness;
  } catch (error) {
    if (signal.aborted) throw error;
  }
  const message = 'The server does not answer.';
  throw new ApiFailure({ status: 0, code: 'UNREACHABLE', message, requestId: undefined });
}
