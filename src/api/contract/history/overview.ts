import { z } from 'zod';
import { CHANGE_KINDS } from '../../../core/vocabulary/change.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import { WireNamed } from '../findings/finding.ts';
import { Instant, PageQuery, Timestamp, listOf } from '../page.ts';
import { WireRemediationTime } from '../findings/remediation.ts';

const Count = z.int().nonnegative();

const Place = z.object({
  service: WireNamed,
  version: WireNamed.extend({ createdAt: Timestamp }).describe('The newest one of the service.'),
});

const ChangeKind = z.enum(CHANGE_KINDS);

export const WireOverview = z
  .object({
    services: Count.describe('How many there are.'),
    changes: z
      .record(ChangeKind, Count)
      .nullable()
      .describe('Of findings, after `since`; all of them are in `/overview/change`. Null when `since` was not sent.'),
    riskiest: z
      .array(
        Place.extend({
          byBand: z.record(z.enum(BANDS), Count).describe('Open findings that are shown.'),
          exploited: Count.describe('Of these, known to be exploited.'),
          hidden: Count.describe('What the default filters hide.'),
        }),
      )
      .describe('The first services by their newest version, the one with the most urgent findings first.'),
    failed: z
      .array(
        Place.extend({
          failedAt: Timestamp,
          failure: z.object({ code: z.string(), message: z.string() }).nullable(),
        }),
      )
      .describe('Services whose newest version could not be analyzed.'),
    remediationTimes: z
      .array(WireRemediationTime)
      .describe(
        'How long findings were open that were remedied lately, at most the newest 2,000 of them; the worst first.',
      ),
  })
  .meta({ id: 'Overview' });
export type WireOverview = z.infer<typeof WireOverview>;

export const OverviewQuery = z.object({
  since: Instant.optional().describe('Count changes after this instant: ISO 8601.'),
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
  since: Instant.describe('Changes after this instant: ISO 8601.'),
  kind: listOf(ChangeKind).optional().describe('Several are comma-separated; all when it is left out.'),
});
