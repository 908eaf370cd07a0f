import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { WireComponentDetails } from '../services/component.ts';
import { WireCause } from './diff.ts';
import { WireFinding, WireNamed, WirePlacedFinding, WireSeverity, WireState } from '../findings/finding.ts';
import { WireRelevance } from '../findings/relevance.ts';
import { WireRecommendation } from '../findings/remediation.ts';
import { Timestamp } from '../page.ts';

export const WireFindingDetails = WirePlacedFinding.extend({
  component: WireFinding.shape.component.extend({
    paths: WireComponentDetails.shape.paths.describe(
      'How it came in, the shortest ways first; all that is known of it is at the component.',
    ),
  }),
  recommendation: WireRecommendation.nullable().describe(
    'What to do about its package. Null: it is not open, or nobody knows the package any more.',
  ),
}).meta({ id: 'FindingDetails' });
export type WireFindingDetails = z.infer<typeof WireFindingDetails>;

const Detail = z.record(z.string(), z.unknown());

export const WireFindingHistory = z
  .object({
    fingerprint: z.string(),
    vulnerabilityId: z.string(),
    package: z.string().describe('Without its version.'),
    service: WireNamed,
    firstSeen: WireFinding.shape.firstSeen,
    events: z
      .array(
        z.object({
          id: z.uuid(),
          type: z.string().describe('For example `finding.introduced`.'),
          at: Timestamp,
          version: WireNamed.nullable().describe('Null: it was deleted.'),
          analysisId: z.uuid().nullable(),
          cause: WireCause.nullable(),
          detail: Detail,
        }),
      )
      .describe(`What happened, newest first, at most ${LIMITS.findingHistoryMax}.`),
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
          to: Timestamp.nullable().describe('Null: it is there.'),
          began: z.object({ cause: WireCause.nullable(), detail: Detail.nullable() }),
          ended: z
            .object({ state: WireState.exclude(['open']), cause: WireCause.nullable(), detail: Detail.nullable() })
            .nullable()
            .describe('Null although it has an end: it went on in another row of the same version.'),
        }),
      )
      .describe(`Which version had it and when that was known, newest first, at most ${LIMITS.findingHistoryMax}.`),
  })
  .meta({ id: 'FindingHistory' });
export type WireFindingHistory = z.infer<typeof WireFindingHistory>;

export const FindingParams = z.object({ id: z.string() });
