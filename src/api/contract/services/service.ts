import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { WireAnalysis } from './analysis.ts';
import { BySeverity, WireCoverage, WireSeverity } from '../findings/finding.ts';
import { listOf, PageQuery, SearchText, Timestamp, wholeNumber } from '../page.ts';

export const WireService = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    versionCount: z.int(),
    aiOptOut: z.boolean().describe('Nothing of the service is sent to a model, whatever the organization has set.'),
  })
  .meta({ id: 'Service' });
export type WireService = z.infer<typeof WireService>;

export const WireServiceListItem = WireService.extend({
  latestVersion: z
    .object({
      id: z.uuid(),
      name: z.string(),
      createdAt: Timestamp,
      analysis: z
        .object({ id: z.uuid(), status: WireAnalysis.shape.status })
        .nullable()
        .describe('The newest; while it has not ended, the counts are those of the one before.'),
      coverage: WireCoverage.pick({ components: true, checked: true, fixedIssuesOnly: true })
        .nullable()
        .describe('Null until the first analysis has ended: then no counts mean anything.'),
      findings: z.object({
        total: z.int(),
        hidden: z.int().describe('Filtered as not relevant, and in no other number here.'),
        bySeverity: BySeverity,
      }),
    })
    .nullable(),
  previousVersion: z
    .object({
      id: z.uuid(),
      name: z.string(),
      findings: z.object({ total: z.int() }).nullable().describe('Null: it was never analyzed.'),
    })
    .nullable()
    .describe('What the newest is compared with: the one before it of the same branch, else the one before it.'),
}).meta({ id: 'ServiceListItem' });
export type WireServiceListItem = z.infer<typeof WireServiceListItem>;

export const ServiceParams = z.object({ service: z.string().describe('Id or name, percent-encoded.') });
export const ServiceListQuery = PageQuery.extend({
  q: SearchText.optional().describe('A part of the name.'),
  tag: z.string().min(1).max(LIMITS.tagCharactersMax).optional().describe('A tag of the newest version.'),
  state: listOf(WireAnalysis.shape.status).optional().describe('Of its newest analysis; several are comma-separated.'),
  severity: listOf(WireSeverity).optional().describe('It has an open finding of one of these.'),
  quietDays: wholeNumber(1, LIMITS.quietDaysMax).optional().describe('Nothing has arrived for so many days.'),
});
/** Validated by `toName`; the schema describes only the length. */
export const NewName = z.string().meta({ minLength: 1, maxLength: LIMITS.nameCharactersMax });
export const NewService = z.object({ name: NewName }).meta({ id: 'NewService' });
export const ServiceChange = z
  .object({ name: NewName.optional(), aiOptOut: z.boolean().optional() })
  .refine(({ name, aiOptOut }) => name !== undefined || aiOptOut !== undefined, 'must have "name" or "aiOptOut"')
  .meta({ id: 'ServiceChange', minProperties: 1 });
