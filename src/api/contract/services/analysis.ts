import { z } from 'zod';
import { ANALYSIS_STATUSES, ANALYSIS_TRIGGERS, STAGES, STAGE_STATUSES } from '../../../core/vocabulary/analysis.ts';
import { WireCoverage, WireNotUploaded } from '../findings/finding.ts';
import { pathId, Timestamp } from '../page.ts';

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
        counts: z
          .record(z.string(), z.int())
          .describe('Numbers of processed items, such as documents, components and findings.'),
        reason: z.string().nullable(),
        retryAt: Timestamp.nullable().describe('Time of the next automatic retry. Null: no retry is planned.'),
      }),
    ),
    engineVersion: z.string(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    supersededBy: z.uuid().nullable().describe('Analysis of a newer upload that replaced this one.'),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    coverage: WireCoverage.nullable().describe('Null until the analysis is finished.'),
    snapshot: z.int().nullable().describe('Number of the advisory snapshot that was used.'),
    sources: z
      .array(
        z.object({
          name: z.string(),
          records: z.int(),
          newestRecordAt: Timestamp.nullable(),
          lastSuccessAt: Timestamp.nullable(),
          ageSeconds: z
            .int()
            .nullable()
            .describe('Seconds between the last successful sync and the end of the analysis.'),
        }),
      )
      .describe('Advisory sources that were used. Empty until the analysis is finished.'),
    delta: z
      .object({ introduced: z.int(), resolved: z.int(), changed: z.int(), unchanged: z.int() })
      .nullable()
      .describe(
        'Change in findings compared with the previous analysis of this version, or with the previous version.',
      ),
    profiles: z
      .array(z.object({ name: z.string(), version: z.int(), sha256: z.string() }))
      .describe('Security profiles that were used, with their versions.'),
    notUploaded: z
      .array(WireNotUploaded)
      .describe(
        'Images of earlier versions that were not uploaded for this version. The state of their findings is unknown.',
      ),
  })
  .meta({ id: 'Analysis' });
export type WireAnalysis = z.infer<typeof WireAnalysis>;

export const AnalysisParams = z.object({ id: pathId('analysis') });

export const RetryQuery = z.object({
  service: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Retry only analyses of this service: a name or id.', example: 'shop' }),
  code: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Retry only analyses that failed with this error code.', example: 'THREAD_TIMEOUT' }),
});

export const WireAnalysisRetry = z
  .object({
    requested: z.int().nonnegative().describe('Number of versions that are analyzed again.'),
    remaining: z.int().nonnegative().describe('Number of failed analyses left. Repeat the request until it is 0.'),
  })
  .meta({ id: 'AnalysisRetry' });
export type WireAnalysisRetry = z.infer<typeof WireAnalysisRetry>;
