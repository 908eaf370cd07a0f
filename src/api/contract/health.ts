import { z } from 'zod';

export const WireHealth = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const WireReadiness = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'unavailable'])
      .describe(
        '`ok`: uploads are accepted. `degraded`: uploads are accepted, but something needs attention. `unavailable`: uploads are rejected; the status is 503.',
      ),
    database: z.enum(['up', 'down']),
    migrations: z
      .string()
      .describe('Newest database migration of this release. Migrations are applied before requests are served.'),
    queue: z.enum(['up', 'down']),
    advisories: z.object({
      state: z.enum(['none', 'starter', 'syncing', 'ready', 'stale']),
      sources: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['never', 'syncing', 'ready', 'failed']),
          ageSeconds: z.int().nullable().describe('Seconds since the last successful sync. Null: never synced.'),
        }),
      ),
    }),
    problems: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe('Reasons for `degraded` or `unavailable`.'),
    warnings: z.array(z.string()).describe('Warnings from the last start.'),
  })
  .meta({ id: 'Readiness' });
export type WireReadiness = z.infer<typeof WireReadiness>;
