/** The organization: its settings, and the usage of each quota. */
import { queryOptions } from '@tanstack/react-query';
import type { WireOrganization, WireUsage } from '../../../src/api/contract/organization/organization.ts';
import { change, getOne } from '../../api/api-client.ts';

export interface OrganizationInput {
  readonly name?: string;
  readonly autoCreateServices?: boolean;
  readonly retention?: Partial<WireOrganization['retention']>;
  readonly vexAuthors?: WireOrganization['vexAuthors'];
  readonly signatures?: WireOrganization['signatures'];
}

export function organization() {
  return queryOptions({
    queryKey: ['organization'],
    queryFn: async ({ signal }) => await getOne<WireOrganization>('/organization', signal),
  });
}

export async function changeOrganization(input: OrganizationInput): Promise<WireOrganization> {
  return await change<WireOrganization>('PATCH', '/organization', input);
}

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
