/** An invitation as the holder of its link sees it. */
import { queryOptions } from '@tanstack/react-query';
import { change, getOne, toPath } from '../api-client.ts';
import type { Role } from './me.ts';

export interface OpenInvitation {
  readonly organization: { readonly name: string };
  readonly email: string;
  readonly role: Role;
}

export function invitationByCode(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => await getOne<OpenInvitation>(toPath('invitation', 'by-code', code), signal),
  });
}

/** Also signs in. */
export async function acceptInvitation(
  code: string,
  person: { readonly name?: string; readonly password: string },
): Promise<void> {
  await change<unknown>('POST', toPath('invitation', 'by-code', code), person);
}
