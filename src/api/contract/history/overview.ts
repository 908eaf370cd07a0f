import { z } from 'zod';
import { CHANGE_KINDS } from '../../../core/vocabulary/change.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import { WireNamed } from '../findings/finding.ts';
import { Instant, PageQuery, Timestamp, listOf } from '../page.ts';
import { WireRemediationTime } from '../findings/remediation.ts';

const Count = z.int().nonnegative();

const Place = z.object({
  service: WireNamed,
  version: WireNamed.extend({ createdAt: Timestamp }).describe('Newest version of the service.'),
});

const ChangeKind = z.enum(CHANGE_KINDS);

export const WireOverview = z
  .object({
    services: Count.describe('Number of services.'),
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
        }),
      )
      .describe('Services with the most urgent findings in their newest version, most urgent first.'),
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
