import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { TIMELINE_CHANGES } from '../../../core/vocabulary/change.ts';
import { ENDED_STATES, PLACE_STATES, PRESENCE_STATES } from '../../../core/vocabulary/finding.ts';
import { RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { WireCause, WireEvidence } from './diff.ts';
import { BySeverity, WireFinding, WireSeverity, WireNamed, WirePlacedFinding, WireState } from '../findings/finding.ts';
import { Cursor, Instant, PageQuery, Timestamp, wholeNumber, pathId } from '../page.ts';
import { WireRemediationTime, WireRecommendation } from '../findings/remediation.ts';
import { ServiceParams } from '../services/service.ts';
import { WireComponentDetails } from '../services/component.ts';
import { WireFindingWork } from '../findings/work.ts';
import { WireRelevance } from '../findings/relevance.ts';

const Relevance = z.enum(RELEVANCES);

export const CveHistoryParams = ServiceParams.extend({
  id: z.string().meta({
    description: 'Any id of the vulnerability. Not case-sensitive.',
    example: 'CVE-2021-44228',
  }),
});
export const CveHistoryQuery = PageQuery.extend({
  cursor: Cursor,
  asOf: Instant.optional().describe('Return the state as it was known at this time, in ISO 8601.'),
});

export const WireCveHistoryRow = z
  .object({
    version: z.object({ id: z.uuid(), name: z.string(), createdAt: Timestamp }),
    state: z
      .enum(PRESENCE_STATES)
      .describe(
        '`resolved` and `retracted`: this version was affected until a newer upload or advisory. `not_uploaded`: an SBOM that contained the package was not uploaded for this version.',
      ),
    since: Timestamp.nullable().describe('When this state began.'),
    relevance: Relevance.nullable().describe('Highest relevance of the affected packages. Null: not open.'),
    packages: z
      .array(
        z.object({
          name: z.string(),
          version: z.string().nullable(),
          affected: z.boolean(),
          relevance: Relevance.nullable(),
          severity: WireSeverity.nullable(),
          fix: WireFinding.shape.fix.pick({ state: true, nearest: true, versions: true }).nullable(),
          since: Timestamp.nullable(),
        }),
      )
      .describe('Packages of this version that are affected in any version.'),
    places: z
      .array(
        z.object({
          name: z.string().describe('Image repository, subject or slot, the same in every version.'),
          slot: z.string(),
          image: z.string().nullable(),
          state: z.enum(PLACE_STATES),
          versions: z
            .array(z.string())
            .describe('Package versions: the affected ones, or the others if none is affected.'),
        }),
      )
      .describe(
        'State by SBOM, for SBOMs that contain such a package in any version of the page. SBOMs that are missing here were not uploaded for this version.',
      ),
    change: z
      .object({
        kind: z.enum(TIMELINE_CHANGES),
        cause: WireCause,
        evidence: WireEvidence,
      })
      .nullable()
      .describe('Change compared with the previous analyzed version.'),
    ended: z
      .object({
        as: z.enum(ENDED_STATES),
        at: Timestamp,
        cause: z.string().nullable(),
        detail: z.unknown(),
      })
      .nullable()
      .describe('How the finding last ended in this version.'),
  })
  .meta({ id: 'CveHistoryRow' });
export type WireCveHistoryRow = z.infer<typeof WireCveHistoryRow>;

const Day = z.iso.date().meta({ description: 'Day in UTC, for example 2026-11-14.', example: '2026-11-14' });

export const ServiceHistoryQuery = z.object({
  from: Day.optional().describe(`First day. Default: ${LIMITS.historyDaysDefault} days before the last day.`),
  to: Day.optional().describe(`Last day. Default: today. The range is at most ${LIMITS.historyDaysMax} days.`),
  limit: wholeNumber(1, LIMITS.historyVersionsMax)
    .default(LIMITS.historyVersionsDefault)
    .meta({ description: 'Maximum number of versions to return, starting with the newest.', example: 20 }),
});

export const WireServiceHistory = z
  .object({
    versions: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          createdAt: Timestamp,
          branch: z.string().nullable(),
          analyzedAt: Timestamp.nullable().describe('Null: not analyzed yet; the counts are not meaningful.'),
          components: z.int().nullable().describe('Components at the last analysis.'),
          checked: z.int().nullable().describe('How many of them were checked.'),
          total: z.int(),
          bySeverity: BySeverity,
          introduced: z
            .int()
            .nullable()
            .describe('Findings introduced since the previous version. Null: no previous version was analyzed.'),
          resolved: z.int().nullable(),
          introducedBy: z
            .partialRecord(WireCause, z.int())
            .describe('Introduced findings by cause. Causes without findings are left out.'),
        }),
      )
      .describe('Versions, oldest first.'),
    days: z
      .array(
        z.object({
          day: Day,
          version: z
            .object({ id: z.uuid(), name: z.string() })
            .nullable()
            .describe('Newest version analyzed by the end of the day.'),
          total: z.int(),
          bySeverity: BySeverity,
        }),
      )
      .describe('Counts at the end of each day.'),
    remediationTimes: z
      .array(WireRemediationTime)
      .describe('Time until findings were fixed, over the newest 200 versions, most severe first.'),
  })
  .meta({ id: 'ServiceHistory' });
export type WireServiceHistory = z.infer<typeof WireServiceHistory>;

export const WireServiceAges = z
  .object({
    open: z.int(),
    resolved: z.int(),
    bySeverity: z
      .array(
        z.object({
          severity: WireSeverity,
          open: z.int(),
          openDaysMedian: z.number().nullable().describe('Median age of open findings, in days. Null: none.'),
          resolved: z.int(),
          fixDaysMedian: z
            .number()
            .nullable()
            .describe('Median time until findings were resolved, in days. Null: none.'),
        }),
      )
      .describe('Most severe first. Severities without findings are left out.'),
  })
  .meta({ id: 'FindingAges' });
export type WireServiceAges = z.infer<typeof WireServiceAges>;

export const WireFindingDetails = WirePlacedFinding.extend({
  component: WireFinding.shape.component.extend({
    paths: WireComponentDetails.shape.paths.describe(
      'Dependency paths to the component, shortest first. The component has the complete details.',
    ),
  }),
  work: WireFindingWork.nullable().describe('Assignee, due date and issue. Null: none was set.'),
  recommendation: WireRecommendation.nullable().describe(
    'Recommended upgrade of the package. Null: the finding is not open, or the package is no longer known.',
  ),
}).meta({ id: 'FindingDetails' });
export type WireFindingDetails = z.infer<typeof WireFindingDetails>;

const Detail = z.record(z.string(), z.unknown());

export const WireFindingHistory = z
  .object({
    fingerprint: z.string(),
    vulnerabilityId: z.string(),
    package: z.string().describe('Package name without its version.'),
    service: WireNamed,
    firstSeen: WireFinding.shape.firstSeen,
    events: z
      .array(
        z.object({
          id: z.uuid(),
          type: z.string().describe('Event type, for example `finding.introduced`.'),
          at: Timestamp,
          version: WireNamed.nullable().describe('Null: the version was deleted, or the event is about all versions.'),
          analysisId: z.uuid().nullable(),
          cause: WireCause.nullable(),
          detail: Detail,
        }),
      )
      .describe(`Events of the finding, newest first, at most ${LIMITS.findingHistoryMax}.`),
    presence: z
      .array(
        z.object({
          id: z.uuid(),
          version: WireNamed,
          vulnerabilityId: z.string(),
          component: z.object({ name: z.string(), version: z.string() }),
          severity: WireSeverity,
          relevance: WireRelevance,
          from: Timestamp,
          to: Timestamp.nullable().describe('Null: still present.'),
          began: z.object({ cause: WireCause.nullable(), detail: Detail.nullable() }),
          ended: z
            .object({ state: WireState.exclude(['open']), cause: WireCause.nullable(), detail: Detail.nullable() })
            .nullable()
            .describe('Why it ended. Null with an end time: it continues in another row of the same version.'),
        }),
      )
      .describe(`Periods in which versions had the finding, newest first, at most ${LIMITS.findingHistoryMax}.`),
  })
  .meta({ id: 'FindingHistory' });
export type WireFindingHistory = z.infer<typeof WireFindingHistory>;

export const FindingParams = z.object({ id: pathId('finding') });
