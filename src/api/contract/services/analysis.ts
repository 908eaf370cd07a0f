import { z } from 'zod';
import { ANALYSIS_STATUSES, ANALYSIS_TRIGGERS, STAGES, STAGE_STATUSES } from '../../../core/vocabulary/analysis.ts';
import { WireCoverage, WireNotSeen } from '../findings/finding.ts';
import { Timestamp } from '../page.ts';

export const WireAnalysis = z
  .object({
    id: z.uuid(),
    versionId: z.uuid(),
    trigger: z.enum(ANALYSIS_TRIGGERS),
    status: z.enum(ANALYSIS_STATUSES),
    stages: z.array(
      z.object({
        name: z.enum(STAGES),
        status: z.enum(STAGE_STATUSES),
        startedAt: Timestamp.nullable(),
        finishedAt: Timestamp.nullable(),
        counts: z.record(z.string(), z.int()).describe('How much it had to do: documents, components, findings.'),
        reason: z.string().nullable(),
        retryAt: Timestamp.nullable().describe(
          'When it is tried again by itself; null: it is not, or it has ended well.',
        ),
      }),
    ),
    engineVersion: z.string(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    supersededBy: z.uuid().nullable().describe('The analysis of a newer upload that ended this one.'),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    coverage: WireCoverage.nullable().describe('Null until the analysis has ended.'),
    snapshot: z.int().nullable().describe('Number of the advisory data that was used.'),
    sources: z
      .array(
        z.object({
          name: z.string(),
          records: z.int(),
          newestRecordAt: Timestamp.nullable(),
          lastGoodAt: Timestamp.nullable(),
          ageSeconds: z.int().nullable().describe('Since the last good run, when the analysis ended.'),
        }),
      )
      .describe('What the advisory data consisted of. Empty until the analysis has ended.'),
    delta: z
      .object({ introduced: z.int(), resolved: z.int(), changed: z.int(), unchanged: z.int() })
      .nullable()
      .describe('Findings, against what this version had before, or else the version before it.'),
    profiles: z
      .array(z.object({ name: z.string(), version: z.int(), sha256: z.string() }))
      .describe('Security profiles that were used, each in the version that counted.'),
    notSeen: z
      .array(WireNotSeen)
      .describe('Images of earlier versions that had not been sent for this one: nothing was said of their findings.'),
  })
  .meta({ id: 'Analysis' });
export type WireAnalysis = z.infer<typeof WireAnalysis>;

export const AnalysisParams = z.object({ id: z.string() });

export const RetryQuery = z.object({
  service: z.string().min(1).optional().describe('Retry only the analyses of this service: its name or id.'),
  code: z.string().min(1).max(64).optional().describe('Retry only the analyses that failed with this error code.'),
});

export const WireAnalysisRetry = z
  .object({
    requested: z.int().nonnegative().describe('Versions that are analyzed again.'),
    remaining: z.int().nonnegative().describe('Failed analyses that are left. Repeat the request until it is 0.'),
  })
  .meta({ id: 'AnalysisRetry' });
export type WireAnalysisRetry = z.infer<typeof WireAnalysisRetry>;
