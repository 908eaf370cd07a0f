import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { TIMELINE_CHANGES } from '../../../core/vocabulary/change.ts';
import { ENDED_STATES, PLACE_STATES, PRESENCE_STATES } from '../../../core/vocabulary/finding.ts';
import { RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { WireCause, WireEvidence } from './diff.ts';
import { BySeverity, WireFinding, WireSeverity } from '../findings/finding.ts';
import { Instant, PageQuery, Timestamp, wholeNumber } from '../page.ts';
import { WireRemediationTime } from '../findings/remediation.ts';
import { ServiceParams } from '../services/service.ts';

const Relevance = z.enum(RELEVANCES);

export const CveHistoryParams = ServiceParams.extend({ id: z.string().describe('Any id of it, in any letter case.') });
export const CveHistoryQuery = PageQuery.extend({
  cursor: z.string().max(LIMITS.cursorCharactersMax).optional().describe('From `Link: rel="next"`.'),
  asOf: Instant.optional().describe('As it was known then: ISO 8601.'),
});

export const WireCveHistoryRow = z
  .object({
    version: z.object({ id: z.uuid(), name: z.string(), createdAt: Timestamp }),
    state: z
      .enum(PRESENCE_STATES)
      .describe(
        '`resolved` and `retracted`: this version had it, until a newer upload or advisory. `not_seen`: something that held it before was not sent for this version.',
      ),
    since: Timestamp.nullable().describe('Since when that is known.'),
    relevance: Relevance.nullable().describe('The highest of its packages; null where it is not open.'),
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
      .describe('What the version holds of the packages that any version has it in.'),
    places: z
      .array(
        z.object({
          name: z.string().describe('Image repository, subject or slot: the same in every version.'),
          slot: z.string(),
          image: z.string().nullable(),
          state: z.enum(PLACE_STATES),
          versions: z.array(z.string()).describe('Of the packages: those that are affected, else those that are not.'),
        }),
      )
      .describe(
        'By SBOM, of those that hold such a package in any version of the page. A name that is missing here was not uploaded for this version.',
      ),
    change: z
      .object({
        kind: z.enum(TIMELINE_CHANGES),
        cause: WireCause,
        evidence: WireEvidence,
      })
      .nullable()
      .describe('Against the last version before that was analyzed.'),
    ended: z
      .object({
        as: z.enum(ENDED_STATES),
        at: Timestamp,
        cause: z.string().nullable(),
        detail: z.unknown(),
      })
      .nullable()
      .describe('How it last ended in this version itself.'),
  })
  .meta({ id: 'CveHistoryRow' });
export type WireCveHistoryRow = z.infer<typeof WireCveHistoryRow>;

const Day = z.iso.date().describe('For example 2026-11-14, in UTC.');

export const ServiceHistoryQuery = z.object({
  from: Day.optional().describe(
    `The first day; ${LIMITS.historyDaysDefault} days before the last when it is left out.`,
  ),
  to: Day.optional().describe(`The last day; today when it is left out. At most ${LIMITS.historyDaysMax} days in all.`),
  limit: wholeNumber(1, LIMITS.historyVersionsMax)
    .default(LIMITS.historyVersionsDefault)
    .describe('How many versions, the newest.'),
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
          analyzedAt: Timestamp.nullable().describe('Null: not analyzed yet, so that its counts say nothing.'),
          total: z.int(),
          bySeverity: BySeverity,
          introduced: z.int().nullable().describe('Against the previous version; null where none was analyzed.'),
          resolved: z.int().nullable(),
          introducedBy: z
            .partialRecord(WireCause, z.int())
            .describe('What brought the introduced ones; causes that brought none are left out.'),
        }),
      )
      .describe('In order of arrival.'),
    days: z
      .array(
        z.object({
          day: Day,
          version: z
            .object({ id: z.uuid(), name: z.string() })
            .nullable()
            .describe('The newest that was analyzed by the end of the day.'),
          total: z.int(),
          bySeverity: BySeverity,
        }),
      )
      .describe('What was known at the end of each day.'),
    remediationTimes: z
      .array(WireRemediationTime)
      .describe('How long findings were open until they were remedied, over the newest 200 versions; the worst first.'),
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
          openDaysMedian: z.number().nullable().describe('How long the open ones are known; null: there is none.'),
          resolved: z.int(),
          fixDaysMedian: z.number().nullable().describe('How long the resolved ones were known; null: there is none.'),
        }),
      )
      .describe('The worst first; severities without any are left out.'),
  })
  .meta({ id: 'ServiceAges' });
export type WireServiceAges = z.infer<typeof WireServiceAges>;
