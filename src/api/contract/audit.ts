import { z } from 'zod';
import { Timestamp } from './page.ts';

export const WireAuditEntry = z
  .object({
    id: z.uuid(),
    at: Timestamp,
    actor: z.object({ kind: z.enum(['token', 'person', 'system']), id: z.string(), name: z.string() }),
    action: z.string(),
    subject: z.object({ kind: z.string(), id: z.string() }),
    before: z.unknown(),
    after: z.unknown(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
