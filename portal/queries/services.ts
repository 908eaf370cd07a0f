/** Services of the organization. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireService, WireServiceListItem } from '../../src/api/contract/service.ts';
import { getList, getOne, toPath } from '../api-client.ts';
import type { ListView } from '../views/list-view.ts';

export const ITEMS_PER_PAGE = 100;

/** Everything about one service lies below it, so that all of it grows old together. */
export function serviceKey(service: string): readonly string[] {
  return ['service', service];
}

export function serviceList({ q, offset }: ListView) {
  return queryOptions({
    queryKey: ['services', q, offset],
    queryFn: async ({ signal }) =>
      await getList<WireServiceListItem>('/service', signal, { q, limit: ITEMS_PER_PAGE, offset }),
    placeholderData: keepPreviousData,
  });
}

export function serviceDetails(service: string) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'details'],
    queryFn: async ({ signal }) => await getOne<WireService>(toPath('service', service), signal),
  });
}
