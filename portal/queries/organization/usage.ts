/** Usage and limit of each quota of the organization. */
import { queryOptions } from '@tanstack/react-query';
import type { WireUsage } from '../../../src/api/contract/organization/organization.ts';
import { getOne } from '../../api/api-client.ts';

export const USAGE_KEY = ['usage'] as const;

export function usage() {
  return queryOptions({
    queryKey: USAGE_KEY,
    queryFn: async ({ signal }) => await getOne<WireUsage>('/organization/usage', signal),
    staleTime: 60_000,
    // Almost every event changes a number, and the banner on every page reads them.
    meta: { isSteady: true },
  });
}
