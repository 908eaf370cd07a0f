import { z } from 'zod';
import { DEFAULT_TOKEN_SCOPES, TOKEN_CREATOR_KINDS, TOKEN_SCOPES } from '../../../core/vocabulary/access.ts';
import { Timestamp } from '../page.ts';

export const WireScope = z.enum(TOKEN_SCOPES);

export const WireToken = z
  .object({
    id: z.uuid(),
    publicId: z.string().describe('The part of the token that is no secret.'),
    name: z.string(),
    scopes: z.array(WireScope),
    serviceIds: z.array(z.uuid()).nullable().describe('Null: every service of the organization.'),
    createdAt: Timestamp,
    createdBy: z
      .object({
        kind: z
          .enum(TOKEN_CREATOR_KINDS)
          .describe('`operator`: the command line or the first start; `unrecorded`: created before ids were recorded.'),
        id: z.uuid().nullable().describe('Of the person or the token.'),
        name: z.string().nullable().describe('As it was then; null for `unrecorded`.'),
      })
      .describe('Who created it.'),
    owner: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('The member it belongs to, by the current name; null: the organization.'),
    expiresAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Token' });
export type WireToken = z.infer<typeof WireToken>;

export const WireNewToken = WireToken.extend({
  token: z.string().describe('The token itself, shown this once.'),
}).meta({ id: 'NewlyCreatedToken' });
export type WireNewToken = z.infer<typeof WireNewToken>;

export const NewToken = z
  .object({
    name: z.string().trim().min(1).max(200),
    scopes: z.array(WireScope).min(1).default(DEFAULT_TOKEN_SCOPES),
    services: z
      .array(z.string())
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .describe('Ids or names to bind the token to.'),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('Default: in 90 days. Null: never, for owners only; others choose at most 366 days.'),
  })
  .meta({ id: 'NewToken' });

export const TokenParams = z.object({ id: z.string() });
