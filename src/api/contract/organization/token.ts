import { z } from 'zod';
import { DEFAULT_TOKEN_SCOPES, TOKEN_CREATOR_KINDS, TOKEN_SCOPES } from '../../../core/vocabulary/access.ts';
import { pathId, Timestamp } from '../page.ts';

export const WireScope = z.enum(TOKEN_SCOPES);

export const WireToken = z
  .object({
    id: z.uuid(),
    publicId: z.string().describe('Public part of the token.'),
    name: z.string(),
    scopes: z.array(WireScope),
    serviceIds: z
      .array(z.uuid())
      .nullable()
      .describe('Services that the token is limited to. Null: all services of the organization.'),
    createdAt: Timestamp,
    createdBy: z
      .object({
        kind: z
          .enum(TOKEN_CREATOR_KINDS)
          .describe('`operator`: the command line or the first start. `unrecorded`: created before ids were recorded.'),
        id: z.uuid().nullable().describe('Id of the person or token.'),
        name: z.string().nullable().describe('Name at the time of creation. Null for `unrecorded`.'),
      })
      .describe('Creator of the token.'),
    owner: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Member that the token belongs to, with the current name. Null: the organization.'),
    expiresAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Token' });
export type WireToken = z.infer<typeof WireToken>;

export const WireNewToken = WireToken.extend({
  token: z.string().describe('The token. Shown only once.'),
}).meta({ id: 'CreatedToken' });
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
      .describe('Names or ids of services to limit the token to. Null: all services.'),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe(
        'When the token expires. Default: in 90 days. At most 366 days from now, unless you are an owner. Null: never, for owners only.',
      ),
  })
  .meta({
    id: 'NewToken',
    description: 'The token to create.',
    example: { name: 'ci', scopes: ['sbom:upload', 'read'], services: ['team/api'] },
  });

export const TokenParams = z.object({ id: pathId('token') });
