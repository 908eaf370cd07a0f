/** Services of the organization. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireService, WireServiceListItem } from '../../../src/api/contract/services/service.ts';
import { change, getList, getOne, toPath } from '../../api/api-client.ts';
import type { ServicesView } from '../../search-params/page-views.ts';

export const ITEMS_PER_PAGE = 100;

/** Prefix of all keys of one service, so that all its data is invalidated together. */
export function serviceKey(service: string): readonly string[] {
  return ['service', service];
}

export function serviceList({ q, offset, tag, state, severity, inactiveDays }: ServicesView) {
  const parameters = { q, tag, state, severity, inactiveDays, offset };
  return queryOptions({
    queryKey: ['services', parameters],
    queryFn: async ({ signal }) =>
      await getList<WireServiceListItem>('/service', signal, { ...parameters, limit: ITEMS_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

export function serviceDetails(service: string) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'details'],
    queryFn: async ({ signal }) => await getOne<WireService>(toPath('service', service), signal),
  });
}

export async function setAiOptOut(service: string, aiOptOut: boolean): Promise<WireService> {
  return await change<WireService>('PATCH', toPath('service', service), { aiOptOut });
}
