/**
 * After somebody has decided, the versions are analyzed again. What is on the screen follows when that has ended, without a button:
 * whoever decides waits for it.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WireAnalysis } from '../../../src/api/contract/analysis.ts';
import { getOne, toPath } from '../../api-client.ts';
import { hasEnded } from '../../wording/analysis-words.ts';

const PAUSE_MS = 400;
const WAIT_MS = 30_000;
const WATCHED_MAX = 5;

export function useSettle(): (analysisIds: readonly string[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async (ids) => await settle(queryClient, ids.slice(0, WATCHED_MAX)), [queryClient]);
}

async function settle(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  await Promise.all(ids.map(async (id) => await waitFor(id, signal)));
  // First which result there is: the rows note of which one they are.
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === 'analysis' });
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => SETTLED.includes(String(queryKey[0])) });
}

const SETTLED = ['service', 'finding', 'findings', 'overview', 'services', 'vulnerability'];

/** What cannot be asked, or takes long, is left to the events of the server. */
async function waitFor(id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const analysis = await getOne<WireAnalysis>(toPath('analysis', id), signal).catch(() => undefined);
    if (analysis === undefined || hasEnded(analysis.status)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
