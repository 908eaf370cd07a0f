import { z } from 'zod';
import { DATA_STATES, PART_STATES, READINESS_STATES, SOURCE_STATES } from '../../core/vocabulary/source.ts';

export const WireHealth = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const WireReadiness = z
  .object({
    status: z
      .enum(READINESS_STATES)
      .describe(
        '`ok`: uploads are accepted. `degraded`: they are, but something needs attention. `unavailable`, with 503: they are refused.',
      ),
    database: z.enum(PART_STATES),
    migrations: z.string().describe('The newest one that this version knows; it is applied before anything is served.'),
    queue: z.enum(PART_STATES),
    advisories: z.object({
      state: z.enum(DATA_STATES),
      sources: z.array(
        z.object({
          name: z.string(),
          state: z.enum(SOURCE_STATES),
          ageSeconds: z.int().nullable().describe('Since the last good run; null before it.'),
        }),
      ),
    }),
    problems: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe('Reasons for `degraded` or `unavailable`.'),
    warnings: z.array(z.string()).describe('Warnings of the last start.'),
  })
  .meta({ id: 'Readiness' });
export type WireReadiness = z.infer<typeof WireReadiness>;
