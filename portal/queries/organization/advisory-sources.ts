/** Advisory sources: their state, and starting a sync. */
import { queryOptions } from '@tanstack/react-query';
import type { WireAdvisorySource } from '../../../src/api/contract/findings/advisory.ts';
import { change, getOne, toPath } from '../../api/api-client.ts';
import { toRetryDelay } from '../../api/query-client.ts';

const WHILE_SYNCING_MS = 2_000;
const OTHERWISE_MS = 30_000;

export function sourceList() {
  return queryOptions({
    queryKey: ['advisory-sources'],
    queryFn: async ({ signal }) => await getOne<readonly WireAdvisorySource[]>('/advisory-source', signal),
    refetchInterval: ({ state: { data, error } }) =>
      toRetryDelay(error) || (data?.some(({ state }) => state === 'syncing') ? WHILE_SYNCING_MS : OTHERWISE_MS),
  });
}

export async function syncSource(name: string): Promise<WireAdvisorySource> {
  return await change<WireAdvisorySource>('POST', `${toPath('advisory-source', name)}/refresh`);
}
