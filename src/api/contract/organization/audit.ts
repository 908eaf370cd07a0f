import { z } from 'zod';
import { ACTOR_KINDS } from '../../../core/vocabulary/access.ts';
import { PageQuery, SearchText, Timestamp } from '../page.ts';

export const WireAuditEntry = z
  .object({
    id: z.uuid(),
    at: Timestamp,
    actor: z.object({ kind: z.enum(ACTOR_KINDS), id: z.string(), name: z.string() }),
    action: z.string(),
    subject: z.object({ kind: z.string(), id: z.string() }),
    before: z.unknown(),
    after: z.unknown(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type WireAuditEntry = z.infer<typeof WireAuditEntry>;

export const AuditListQuery = PageQuery.extend({
  q: SearchText.optional().meta({
    description:
      'Return only entries whose actor or action contains this text, or whose subject or request has this id.',
    example: 'token.create',
  }),
});

export const AUDIT_TYPES = ['application/json', 'text/csv'] as const;
