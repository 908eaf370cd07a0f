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
    lastSeenAt: Timestamp.nullable().describe('To the minute; null: never signed in.'),
  })
  .meta({ id: 'Member' });
export type WireMember = z.infer<typeof WireMember>;

export const TokenHandling = z
  .enum(TOKEN_HANDLINGS)
  .default('revoke')
  .describe('What happens to the tokens that `GET /member/{person}/token` lists: revoked, or kept as your own.');

export const RoleChange = z.object({ role: WireRole, tokens: TokenHandling }).meta({ id: 'RoleChange' });

export const WirePasswordResetLink = z
  .object({
    path: z.string().describe('Of the link to send, behind the address of Assay. Shown this once.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'PasswordResetLink' });
export type WirePasswordResetLink = z.infer<typeof WirePasswordResetLink>;

export const NewInvitation = z
  .object({
    email: z.string().max(LIMITS.emailCharactersMax),
    role: WireRole.default('member'),
  })
  .meta({ id: 'NewInvitation' });

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
  code: z.string().describe('Shown this once.'),
  path: z.string().describe('Of the link to send, behind the address of Assay.'),
  mailed: z.boolean().describe('Whether the mail server has accepted the link.'),
}).meta({ id: 'NewlyCreatedInvitation' });
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
      'Of a new account, or when a member here has a name like that of the account.',
    ),
    password: NewPassword,
  })
  .meta({ id: 'InvitationAnswer' });
