/** People of the organization, and those who are invited. */
import { queryOptions } from '@tanstack/react-query';
import type {
  WireInvitation,
  WireMember,
  WireNewInvitation,
  WirePasswordResetLink,
} from '../../src/api/contract/member.ts';
import { change, getList, toPath } from '../api-client.ts';
import type { Role } from './me.ts';

const SHOWN_MAX = 1_000;

export function memberList() {
  return queryOptions({
    queryKey: ['members'],
    queryFn: async ({ signal }) => await getList<WireMember>('/member', signal, { limit: SHOWN_MAX }),
  });
}

export async function changeRole(personId: string, role: Role): Promise<void> {
  await change<unknown>('PATCH', toPath('member', personId), { role });
}

/** The answer is the only place where the link ever is. */
export async function createResetLink(personId: string): Promise<WirePasswordResetLink> {
  return await change<WirePasswordResetLink>('POST', toPath('member', personId, 'password-reset'));
}

export async function removeMember(personId: string): Promise<void> {
  await change('DELETE', toPath('member', personId));
}

export function invitationList() {
  return queryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => await getList<WireInvitation>('/invitation', signal, { limit: SHOWN_MAX }),
  });
}

/** The answer is the only place where the link ever is. */
export async function invite(email: string, role: Role): Promise<WireNewInvitation> {
  return await change<WireNewInvitation>('POST', '/invitation', { email, role });
}

export async function revokeInvitation(id: string): Promise<void> {
  await change('DELETE', toPath('invitation', id));
}
