/** Findings in the newest version of every service: listed, grouped, and counted with the same filters. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  WireFindingSummary,
  WireFoundGroup,
  WireFoundVulnerability,
  WirePlacedFinding,
} from '../../../src/api/contract/findings/finding.ts';
import { getList, getOne } from '../../api/api-client.ts';
import type { Filters } from '../../search-params/finding-filters.ts';
import { filtersOf, type FindingView } from '../../search-params/finding-view.ts';
import type { VulnerabilitiesView } from '../../search-params/page-views.ts';

const FINDINGS_PER_PAGE = 100;
/** The maximum page size of the API. */
const FINDINGS_MAX = 1_000;

export function organizationFindings(view: FindingView) {
  const given = { ...findingFilters(view), sort: view.sort };
  return infiniteQueryOptions({
    queryKey: ['findings', 'list', given],
    queryFn: async ({ signal, pageParam }) =>
      await getList<WirePlacedFinding>('/finding', signal, { ...given, limit: FINDINGS_PER_PAGE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export const VULNERABILITIES_PER_PAGE = 100;

export function foundVulnerabilities({ offset, ...view }: VulnerabilitiesView) {
  const given = openFilters(view);
  return queryOptions({
    queryKey: ['findings', 'vulnerabilities', given, offset],
    queryFn: async ({ signal }) =>
      await getList<WireFoundVulnerability>('/finding/vulnerability', signal, {
        ...given,
        limit: VULNERABILITIES_PER_PAGE,
        offset,
      }),
    placeholderData: keepPreviousData,
  });
}

export const GROUPS_PER_PAGE = 50;

export function foundGroups({ offset, ...view }: VulnerabilitiesView, groupBy: 'fix' | 'component') {
  const given = openFilters(view);
  return queryOptions({
    queryKey: ['findings', 'groups', groupBy, given, offset],
    queryFn: async ({ signal }) =>
      await getList<WireFoundGroup>('/finding/group', signal, { ...given, groupBy, limit: GROUPS_PER_PAGE, offset }),
    placeholderData: (previous, query) => (query?.queryKey[2] === groupBy ? previous : undefined),
  });
}

/** Only open findings are grouped. */
function openFilters(view: FindingView): Filters {
  return { ...findingFilters(view), state: undefined, asOf: undefined };
}

export function countOrganizationFindings(filters: Filters) {
  const given = findingFilters(filters);
  return queryOptions({
    queryKey: ['findings', 'summary', given],
    queryFn: async ({ signal }) => await getOne<WireFindingSummary>('/finding/summary', signal, given),
    placeholderData: keepPreviousData,
  });
}

/** Findings of one package, up to one page. */
export function packageFindings(name: string | undefined) {
  return queryOptions({
    queryKey: ['findings', 'package', name],
    queryFn: async ({ signal }) =>
      await getList<WirePlacedFinding>('/finding', signal, { package: name, limit: FINDINGS_MAX }),
    enabled: name !== undefined,
  });
}

/** A version name identifies a version only within one service. */
function findingFilters(filters: Filters): Filters {
  return { ...filtersOf(filters), newSince: undefined };
}
