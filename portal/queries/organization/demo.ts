/** The demo: its state, and loading it. */
import { queryOptions } from '@tanstack/react-query';
import type { WireDemo } from '../../../src/api/contract/organization/organization.ts';
import { change, getOne, toPath } from '../../api/api-client.ts';
import { toRetryDelay } from '../../api/query-client.ts';

const REFRESH_EVERY_MS = 1_000;

export function demo() {
  return queryOptions({
    queryKey: ['demo'],
    queryFn: async ({ signal }) => await getOne<WireDemo>('/demo', signal),
    refetchInterval: ({ state: { data, error } }) =>
      toRetryDelay(error) || (data?.loading === true && REFRESH_EVERY_MS),
  });
}

export async function loadDemo(): Promise<WireDemo> {
  return await change<WireDemo>('POST', '/demo');
}

/** Demo services are ordinary services and are deleted the same way. */
export async function deleteServices(ids: readonly string[]): Promise<void> {
  for (const id of ids) await change('DELETE', toPath('service', id));
}
