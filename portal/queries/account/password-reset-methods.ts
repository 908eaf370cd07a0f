/** Whether this installation sends mail. */
import { queryOptions } from '@tanstack/react-query';
import type { WirePasswordResetMethods } from '../../../src/api/contract/organization/person.ts';
import { getOne } from '../../api/api-client.ts';

export function passwordResetMethods() {
  return queryOptions({
    queryKey: ['password-reset-ways'],
    queryFn: async ({ signal }) => await getOne<WirePasswordResetMethods>('/password-reset', signal),
  });
}
