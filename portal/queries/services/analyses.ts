/** Analyses of a version: the latest one, polled until it has ended, and the full list. */
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { WireAnalysis, WireAnalysisRetry } from '../../../src/api/contract/services/analysis.ts';
import { change, getList, pollOne, toPath } from '../../api/api-client.ts';
import { toRetryDelay } from '../../api/query-client.ts';
import { hasEnded, isWorkingOn } from '../../text/analysis/analysis-text.ts';
import { versionKey, versionPath, type VersionAddress } from './versions.ts';

const ANALYSES_SHOWN = 50;

export function latestAnalysisKey(address: VersionAddress): readonly string[] {
  return [...versionKey(address), 'analysis'];
}

interface PollOptions {
  /** When the page was opened. */
  readonly sinceMs: number;
  /** A stream is connected, so polling is only a safeguard. */
  readonly isLive: boolean;
}

/** Null while nothing is uploaded. Polled until it has ended. */
export function latestAnalysis(queryClient: QueryClient, address: VersionAddress, { sinceMs, isLive }: PollOptions) {
  const queryKey = latestAnalysisKey(address);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<WireAnalysis | null>(queryKey);
      if (known && !hasEnded(known.status)) {
        const polled = await pollOne<WireAnalysis>(toPath('analysis', known.id), signal);
        if (polled.supersededBy === null) return polled;
      }
      const { items } = await getList<WireAnalysis>(`${versionPath(address)}/analysis`, signal, { limit: 1 });
      return items[0] ?? null;
    },
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || error !== null
        ? toRetryDelay(error)
        : toPollDelay(data, { watchedMs: Date.now() - sinceMs, isLive }),
  });
}

export function analysisList(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'analyses'],
    queryFn: async ({ signal }) =>
      await getList<WireAnalysis>(`${versionPath(address)}/analysis`, signal, { limit: ANALYSES_SHOWN }),
    placeholderData: keepPreviousData,
  });
}

export async function requestAnalysis(address: VersionAddress): Promise<WireAnalysis> {
  return await change<WireAnalysis>('POST', `${versionPath(address)}/analysis`);
}

/** Retries all failed analyses of the organization, in as many requests as needed. Returns their number. */
export async function retryFailedAnalyses(): Promise<number> {
  let requested = 0;
  for (;;) {
    const report = await change<WireAnalysisRetry>('POST', '/analysis/retry');
    requested += report.requested;
    if (report.requested === 0 || report.remaining === 0) return requested;
  }
}

/** The response to a request that was pending when an event arrived may be older than the event. */
const SAFEGUARD_MS = 4_000;
const LATE_MS = 5_000;

interface PollState {
  readonly watchedMs: number;
  /** A stream is connected, so polling only guards against a stream that went silent. */
  readonly isLive: boolean;
}

/**
 * How often to poll an analysis that has not ended: fast at first, then slower. Returns false when polling can stop. Null stands for
 * a version without an analysis: one may still come.
 */
export function toPollDelay(
  analysis: Pick<WireAnalysis, 'status' | 'stages'> | null,
  { watchedMs, isLive }: PollState,
): number | false {
  if (analysis !== null && hasEnded(analysis.status)) return !isLive && isWorkingOn(analysis) && LATE_MS;
  if (isLive) return SAFEGUARD_MS;
  if (watchedMs < 10_000) return 1_000;
  return watchedMs < 70_000 ? 2_000 : 5_000;
}
