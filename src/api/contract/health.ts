import { z } from 'zod';
import { DATA_STATES, PART_STATES, READINESS_STATES, SOURCE_STATES } from '../../core/vocabulary/source.ts';

export const WireHealth = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const WireReadiness = z
  .object({
    status: z
      .enum(READINESS_STATES)
      .describe(
        '`ok`: uploads are accepted. `degraded`: uploads are accepted, but something needs attention. `unavailable`: uploads are rejected; the status is 503.',
      ),
    database: z.enum(PART_STATES),
    migrations: z
      .string()
      .describe('Newest database migration of this release. Migrations are applied before requests are served.'),
    queue: z.enum(PART_STATES),
    advisories: z.object({
      state: z.enum(DATA_STATES),
      sources: z.array(
        z.object({
          name: z.string(),
          state: z.enum(SOURCE_STATES),
          ageSeconds: z.int().nullable().describe('Seconds since the last successful sync. Null: never synced.'),
          staleText: z.string().nullable().describe('What is outdated, and what to do. Null: current.'),
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
