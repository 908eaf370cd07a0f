/** Members of the organization, and invitations. */
import { queryOptions } from '@tanstack/react-query';
import type { TokenHandling } from '../../../../src/core/vocabulary/access.ts';
import type {
  WireInvitation,
  WireMember,
  WireNewInvitation,
  WirePasswordResetLink,
} from '../../../../src/api/contract/organization/member.ts';
import type { WireToken } from '../../../../src/api/contract/organization/token.ts';
import { change, getList, getOne, toPath } from '../../../api/api-client.ts';
import type { Role } from '../../../queries/account/me.ts';

const SHOWN_MAX = 1_000;

export function memberList() {
  return queryOptions({
    queryKey: ['members'],
    queryFn: async ({ signal }) => await getList<WireMember>('/member', signal, { limit: SHOWN_MAX }),
  });
}

/** Tokens that are revoked when the member is removed or, with a role, when the role changes to it. */
export function memberTokens(personId: string, role?: Role) {
  return queryOptions({
    queryKey: ['member-tokens', personId, role],
    queryFn: async ({ signal }) =>
      await getOne<readonly WireToken[]>(`${toPath('member', personId)}/token`, signal, { role }),
    staleTime: 0,
  });
}

/** Only this response contains the link. */
export async function createResetLink(personId: string): Promise<WirePasswordResetLink> {
  return await change<WirePasswordResetLink>('POST', toPath('member', personId, 'password-reset'));
}

export async function changeRole(personId: string, role: Role, tokens: TokenHandling): Promise<void> {
  await change<unknown>('PATCH', toPath('member', personId), { role, tokens });
}

export async function removeMember(personId: string, tokens: TokenHandling): Promise<void> {
  await change('DELETE', `${toPath('member', personId)}?tokens=${tokens}`);
}

export function invitationList() {
  return queryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => await getList<WireInvitation>('/invitation', signal, { limit: SHOWN_MAX }),
  });
}

/** Only this response contains the link. */
export async function invite(email: string, role: Role): Promise<WireNewInvitation> {
  return await change<WireNewInvitation>('POST', '/invitation', { email, role });
}

export async function revokeInvitation(id: string): Promise<void> {
  await change('DELETE', toPath('invitation', id));
}
