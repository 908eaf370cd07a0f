import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { INVITATION_STATES, TOKEN_HANDLINGS } from '../../../core/vocabulary/access.ts';
import { Timestamp } from '../page.ts';
import { NewPassword, PersonName, WireRole } from './person.ts';

export const WireMember = z
  .object({
    personId: z.uuid(),
    email: z.string(),
    name: z.string(),
    role: WireRole,
    joinedAt: Timestamp,
    lastSeenAt: Timestamp.nullable().describe('Last activity, to the minute. Null: never signed in.'),
  })
  .meta({ id: 'Member' });
export type WireMember = z.infer<typeof WireMember>;

export const TokenHandling = z.enum(TOKEN_HANDLINGS).default('revoke').meta({
  description: 'What happens to the tokens that `GET /member/{person}/token` lists: `revoke`, or `keep` as your own.',
  example: 'keep',
});

export const RoleChange = z.object({ role: WireRole, tokens: TokenHandling }).meta({
  id: 'RoleChange',
  description: 'The new role, and what happens to tokens whose scopes exceed it.',
  example: { role: 'admin' },
});

export const WirePasswordResetLink = z
  .object({
    path: z.string().describe('Path of the link, to append to the URL of Assay. Shown only once.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'PasswordResetLink' });
export type WirePasswordResetLink = z.infer<typeof WirePasswordResetLink>;

export const NewInvitation = z
  .object({
    email: z.string().max(LIMITS.emailCharactersMax),
    role: WireRole.default('member'),
  })
  .meta({
    id: 'NewInvitation',
    description: 'The person to invite.',
    example: { email: 'maria@example.com', role: 'member' },
  });

export const WireInvitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: WireRole,
    state: z.enum(INVITATION_STATES),
    createdAt: Timestamp,
    createdBy: z.string(),
    expiresAt: Timestamp,
  })
  .meta({ id: 'Invitation' });
export type WireInvitation = z.infer<typeof WireInvitation>;

export const WireNewInvitation = WireInvitation.extend({
  code: z.string().describe('Shown only once.'),
  path: z.string().describe('Path of the link, to append to the URL of Assay.'),
  mailed: z.boolean().describe('Whether the mail server accepted the message with the link.'),
}).meta({ id: 'CreatedInvitation' });
export type WireNewInvitation = z.infer<typeof WireNewInvitation>;

export const WireOpenInvitation = z
  .object({
    organization: z.object({ name: z.string() }),
    email: z.string(),
    role: WireRole,
    expiresAt: Timestamp,
  })
  .meta({ id: 'OpenInvitation' });

export const InvitationAcceptance = z
  .object({
    name: PersonName.optional().describe(
      'Display name. Required for a new account, or if a member already has a similar name.',
    ),
    password: NewPassword,
  })
  .meta({
    id: 'InvitationAcceptance',
    description: 'Name and password of the account.',
    example: { name: 'Maria Silva', password: 'plum-orbit-lantern-quartz' },
  });
