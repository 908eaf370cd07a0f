/** Components in use in the organization, the versions that contain one of them, and its dependency paths in a version. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  WireComponentDetails,
  WireComponentUses,
  WireUsedComponent,
} from '../../../src/api/contract/services/component.ts';
import { getList, getOne, toPath } from '../../api/api-client.ts';
import type { UsedComponentView } from './component-view.ts';

const COMPONENTS_PER_PAGE = 200;
const SAME_PACKAGE_MAX = 1_000;

export function usedComponents({ q, ecosystem, unchecked, fixedIssuesOnly, reason }: UsedComponentView) {
  const given = { q, ecosystem, unchecked, fixedIssuesOnly, reason };
  return infiniteQueryOptions({
    queryKey: ['components', 'list', given],
    queryFn: async ({ signal, pageParam }) =>
      await getList<WireUsedComponent>('/component', signal, {
        ...given,
        limit: COMPONENTS_PER_PAGE,
        cursor: pageParam,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export function componentUses(id: string) {
  return queryOptions({
    queryKey: ['components', id, 'uses'],
    queryFn: async ({ signal }) => await getOne<WireComponentUses>(toPath('component', id), signal),
  });
}

/** The same package in other versions: the exact name among all components whose name contains it. */
export function samePackage(component: Pick<WireUsedComponent, 'name' | 'ecosystem'> | undefined) {
  const { name = '', ecosystem = null } = component ?? {};
  return queryOptions({
    queryKey: ['components', 'named', name, ecosystem],
    queryFn: async ({ signal }) => {
      const q = name.slice(0, 200);
      const { items } = await getList<WireUsedComponent>('/component', signal, { q, limit: SAME_PACKAGE_MAX });
      return items.filter((each) => each.name === name && each.ecosystem === ecosystem);
    },
    enabled: component !== undefined,
  });
}

export interface ComponentAddress {
  readonly service: string;
  readonly version: string;
  readonly component: string;
}

export function componentInVersion(address: ComponentAddress | undefined) {
  const { service = '', version = '', component = '' } = address ?? {};
  return queryOptions({
    queryKey: ['components', component, 'held', service, version],
    queryFn: async ({ signal }) =>
      await getOne<WireComponentDetails>(
        toPath('service', service, 'version', version, 'component', component),
        signal,
      ),
    enabled: address !== undefined,
  });
}
