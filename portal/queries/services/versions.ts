/** Versions of a service. An address holds names or ids; each is one percent-encoded path segment. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireVersion, WireVersionDetails } from '../../../src/api/contract/services/service.ts';
import { getList, getOne, toPath } from '../../api/api-client.ts';
import type { ListView } from '../../search-params/list-view.ts';
import { ITEMS_PER_PAGE, serviceKey } from './services.ts';

export interface VersionAddress {
  readonly service: string;
  readonly version: string;
}

export function versionKey({ service, version }: VersionAddress): readonly string[] {
  return [...serviceKey(service), 'version', version];
}

export function versionPath({ service, version }: VersionAddress): string {
  return toPath('service', service, 'version', version);
}

export function versionList(service: string, { offset }: Pick<ListView, 'offset'>) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'versions', offset],
    queryFn: async ({ signal }) =>
      await getList<WireVersion>(toPath('service', service, 'version'), signal, { limit: ITEMS_PER_PAGE, offset }),
    placeholderData: keepPreviousData,
  });
}

/** The newest of those with an alias, for example the deployed ones. */
export function aliasedVersions(service: string, limit: number) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'aliased versions'],
    queryFn: async ({ signal }) =>
      await getList<WireVersion>(toPath('service', service, 'version'), signal, { aliased: true, limit }),
  });
}

export function versionDetails(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'details'],
    queryFn: async ({ signal }) => await getOne<WireVersionDetails>(versionPath(address), signal),
  });
}
