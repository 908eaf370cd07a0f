import { z } from 'zod';
import { CHANGE_KINDS } from '../../../core/vocabulary/change.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import { SERVICE_SORTS } from '../../../core/vocabulary/service.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import { WireNamed } from '../findings/finding.ts';
import { Instant, PageQuery, Timestamp, listOf } from '../page.ts';
import { WireRemediationTime } from '../findings/remediation.ts';

const Count = z.int().nonnegative();

const BySeverity = z.record(z.enum(SEVERITIES), Count);
const Risk = z.number().nonnegative().describe('Sum of the risk of these findings.');
const Due = z.object({ count: Count, before: Timestamp });

const Place = z.object({
  service: WireNamed,
  version: WireNamed.extend({ createdAt: Timestamp }).describe('Newest version of the service.'),
});

const ChangeKind = z.enum(CHANGE_KINDS);

export const WireOverview = z
  .object({
    services: Count.describe('Number of services.'),
    profiledServices: Count.describe('Services with a security profile that has fields or documents.'),
    changes: z
      .record(ChangeKind, Count)
      .nullable()
      .describe(
        'Number of finding changes after `since`, by kind. `/overview/change` lists them. Null if `since` is not sent.',
      ),
    riskiest: z
      .array(
        Place.extend({
          byBand: z.record(z.enum(BANDS), Count).describe('Visible open findings by priority band.'),
          exploited: Count.describe('Visible findings that are known to be exploited.'),
          hidden: Count.describe('Findings hidden by the default filters.'),
          bySeverity: BySeverity.describe('Visible open findings by severity.'),
          risk: Risk,
          trend: z.array(Count).describe('Visible open findings on each of the last 30 days, oldest first.'),
        }),
      )
      .describe('The first services by `sort`, each with its newest version.'),
    trend: z
      .array(z.object({ day: z.string(), total: Count, bySeverity: BySeverity, risk: Risk }))
      .describe(
        'Visible open findings of the newest versions at the end of each of the last 90 days (UTC), oldest first. The last is the current state. Services without a result for their newest version are excluded.',
      ),
    due: z
      .object({
        overdue: Due.describe('Visible open findings whose deadline has passed.'),
        week: Due.describe('Visible open findings that are due within 7 days, including overdue ones.'),
      })
      .describe('Deadlines. `before` is the value of the filter `dueBefore` that lists the counted findings.'),
    fixes: z
      .array(
        z.object({
          packages: z
            .array(z.object({ name: z.string(), findings: Count.describe('Visible open findings with a fix.') }))
            .describe('Packages that are upgraded together.'),
          versions: z.array(z.string()).describe('Versions that fix the most urgent findings, the most needed first.'),
          services: Count,
          critical: Count,
          high: Count,
          exploited: Count,
        }),
      )
      .describe('Packages whose upgrade fixes the most urgent findings of all services, most urgent first.'),
    failed: z
      .array(
        Place.extend({
          failedAt: Timestamp,
          failure: z.object({ code: z.string(), message: z.string() }).nullable(),
        }),
      )
      .describe('Services for which the analysis of the newest version failed.'),
    remediationTimes: z
      .array(WireRemediationTime)
      .describe('Time until findings were fixed, over the newest 2,000 fixed findings, most severe first.'),
  })
  .meta({ id: 'Overview' });
export type WireOverview = z.infer<typeof WireOverview>;

export const OverviewQuery = z.object({
  since: Instant.optional().describe('Count changes after this time, in ISO 8601.'),
  sort: z
    .enum(SERVICE_SORTS)
    .default('urgency')
    .meta({ description: 'Order of the services. `urgency` compares priority bands one by one.', example: 'risk' }),
});

export const WireFindingChange = Place.extend({
  id: z.uuid(),
  kind: z.string(),
  at: Timestamp,
  cause: z.string().nullable(),
  findingId: z.uuid().nullable(),
  vulnerability: z.string().nullable(),
  package: z.string().nullable(),
  packageVersion: z.string().nullable(),
}).meta({ id: 'FindingChange' });
export type WireFindingChange = z.infer<typeof WireFindingChange>;

export const FindingChangeQuery = PageQuery.extend({
  since: Instant.describe('Return only changes after this time, in ISO 8601.'),
  kind: listOf(ChangeKind).optional().describe('Return only changes of these kinds. Separate several with commas.'),
});
