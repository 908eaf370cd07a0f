/** One finding, by any id that a list ever returned for it, and its history. */
import { queryOptions } from '@tanstack/react-query';
import type { WireFindingDetails, WireFindingHistory } from '../../../src/api/contract/history/finding-details.ts';
import { getOne, toPath } from '../../api/api-client.ts';

export function findingDetails(id: string) {
  return queryOptions({
    queryKey: ['finding', id, 'details'],
    queryFn: async ({ signal }) => await getOne<WireFindingDetails>(toPath('finding', id), signal),
    staleTime: 60_000,
  });
}

export function findingHistory(id: string) {
  return queryOptions({
    queryKey: ['finding', id, 'history'],
    queryFn: async ({ signal }) => await getOne<WireFindingHistory>(`${toPath('finding', id)}/history`, signal),
    staleTime: 60_000,
  });
}
