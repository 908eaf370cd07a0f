/** Password reset: the e-mail with a link, and setting the new password. */
import { queryOptions } from '@tanstack/react-query';
import type { WireOpenPasswordReset, WirePasswordResetMethods } from '../../../src/api/contract/organization/person.ts';
import { change, getOne, toPath } from '../../api/api-client.ts';

export function passwordResetMethods() {
  return queryOptions({
    queryKey: ['password-reset-ways'],
    queryFn: async ({ signal }) => await getOne<WirePasswordResetMethods>('/password-reset', signal),
  });
}

/** The response does not reveal whether the address has an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await change<unknown>('POST', '/password-reset', { email });
}

export function passwordResetByCode(code: string) {
  return queryOptions({
    queryKey: ['password-reset', code],
    queryFn: async ({ signal }) => await getOne<WireOpenPasswordReset>(toPath('password-reset', code), signal),
  });
}

export async function choosePassword(code: string, password: string): Promise<void> {
  await change('POST', toPath('password-reset', code), { password });
}
