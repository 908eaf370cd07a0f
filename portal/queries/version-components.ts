/** Components of a version, in pages. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { WireComponent } from '../../src/api/contract/component.ts';
import { getList } from '../api-client.ts';
import type { VersionView } from '../views/version-view.ts';
import { versionKey, versionPath, type VersionAddress } from './versions.ts';

const COMPONENTS_PER_PAGE = 200;

export type ComponentView = Pick<
  VersionView,
  'q' | 'ecosystem' | 'unchecked' | 'fixedIssuesOnly' | 'reason' | 'scope' | 'direct'
>;

export function versionComponents(address: VersionAddress, view: ComponentView) {
  const { q, ecosystem, unchecked, fixedIssuesOnly, reason, scope, direct } = view;
  const given = { q, ecosystem, unchecked, fixedIssuesOnly, reason, scope, direct };
  return infiniteQueryOptions({
    queryKey: [...versionKey(address), 'components', given],
    queryFn: async ({ signal, pageParam }) =>
      await getList<WireComponent>(`${versionPath(address)}/component`, signal, {
        ...given,
        limit: COMPONENTS_PER_PAGE,
        cursor: pageParam,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
