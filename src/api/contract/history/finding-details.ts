import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { WireComponentDetails } from '../services/component.ts';
import { WireCause } from './diff.ts';
import { WireFinding, WireNamed, WirePlacedFinding, WireSeverity, WireState } from '../findings/finding.ts';
import { WireRelevance } from '../findings/relevance.ts';
import { WireRecommendation } from '../findings/remediation.ts';
import { pathId, Timestamp } from '../page.ts';

export const WireFindingDetails = WirePlacedFinding.extend({
  component: WireFinding.shape.component.extend({
    paths: WireComponentDetails.shape.paths.describe(
      'Dependency paths to the component, shortest first. The component has the complete details.',
    ),
  }),
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
          version: WireNamed.nullable().describe('Null: the version was deleted.'),
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
