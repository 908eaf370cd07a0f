/** The organization and its settings. */
import { queryOptions } from '@tanstack/react-query';
import type { WireOrganization } from '../../../../src/api/contract/organization/organization.ts';
import { change, getOne } from '../../../api/api-client.ts';

export interface OrganizationInput {
  readonly name?: string;
  readonly autoCreateServices?: boolean;
  readonly retention?: Partial<WireOrganization['retention']>;
  readonly vexAuthors?: WireOrganization['vexAuthors'];
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
