/**
 * Waits for the analyses that follow a decision and then refreshes the page without a button, because the user is waiting for the
 * result.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { getOne, toPath } from '../../api/api-client.ts';
import { hasEnded } from '../../text/analysis/analysis-text.ts';

const PAUSE_MS = 400;
const WAIT_MS = 30_000;
const WATCHED_MAX = 5;

export function useRefreshAfterAnalyses(): (analysisIds: readonly string[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async (ids) => await refreshAfterAnalyses(queryClient, ids.slice(0, WATCHED_MAX)), [queryClient]);
}

async function refreshAfterAnalyses(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  await Promise.all(ids.map(async (id) => await waitFor(id, signal)));
  // Refresh the analysis first, because rows record the result that they belong to.
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === 'analysis' });
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => REFRESHED_KEYS.includes(String(queryKey[0])) });
}

const REFRESHED_KEYS = ['service', 'finding', 'findings', 'overview', 'services', 'vulnerability'];

/** Errors and slow analyses are left to the event stream. */
async function waitFor(id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const analysis = await getOne<WireAnalysis>(toPath('analysis', id), signal).catch(() => undefined);
    if (analysis === undefined || hasEnded(analysis.status)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
