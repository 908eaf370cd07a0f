import { z } from 'zod';
import { LIMITS, QUOTA_NAMES } from '../../../core/limits.ts';
import { Timestamp } from '../page.ts';
import { VexAuthor } from '../findings/vex.ts';

const Retention = z.object({
  enabled: z.boolean().describe('Off by default: everything is kept.'),
  versionsPerService: z
    .int()
    .min(1)
    .max(LIMITS.retentionVersionsMax)
    .describe('The newest versions of each service stay complete, however old they are.'),
  days: z
    .int()
    .min(1)
    .max(LIMITS.retentionDaysMax)
    .describe('Versions stay complete for as many days, however many there are.'),
});

export const OrganizationName = z.string().trim().min(1).max(200);

export const WireOrganization = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    autoCreateServices: z.boolean().describe('Whether an upload may create the service that it names.'),
    retention: Retention.meta({ id: 'Retention' }).describe(
      'Which versions lose their documents. Those with an alias or the tag `keep` never do; findings and history stay.',
    ),
    vexAuthors: z
      .array(VexAuthor)
      .describe('Whose VEX statements decide something, as their documents name them. Those of others only annotate.'),
  })
  .meta({ id: 'Organization' });
export type WireOrganization = z.infer<typeof WireOrganization>;

export const OrganizationChange = z
  .object({
    name: OrganizationName.optional(),
    autoCreateServices: z.boolean().optional(),
    retention: Retention.partial().optional().describe('What is left out stays as it is.'),
    vexAuthors: z
      .array(VexAuthor)
      .max(LIMITS.vexAuthorsMax)
      .refine((list) => new Set(list.map(({ author }) => author)).size === list.length, 'must name each author once')
      .optional()
      .describe('All of them.'),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'must have "name", "autoCreateServices", "retention" or "vexAuthors"',
  )
  .meta({ id: 'OrganizationChange' });

const WireQuota = z
  .object({
    quota: z.enum(QUOTA_NAMES),
    used: z.int().describe('How much the organization uses now.'),
    limit: z.int().nullable().describe('How much it may use. Null: unlimited.'),
  })
  .meta({ id: 'Quota' });

export const WireUsage = z
  .object({ quotas: z.array(WireQuota).describe('Every quota, in a fixed order.') })
  .meta({ id: 'Usage' });
export type WireUsage = z.infer<typeof WireUsage>;
