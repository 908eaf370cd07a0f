/** Schemas for the parts of an analysis that are stored as JSON. */
import { z } from 'zod';
import { ANALYSIS_STATUSES, ANALYSIS_TRIGGERS, STAGES, STAGE_STATUSES } from '../../../core/vocabulary/analysis.ts';

export const Stages = z.array(
  z.object({
    name: z.enum(STAGES),
    status: z.enum(STAGE_STATUSES),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    // Missing in older rows.
    counts: z.record(z.string(), z.number()).default({}),
    reason: z.string().nullable(),
    retryAt: z.string().nullable().default(null),
  }),
);
export const Failure = z.object({ code: z.string(), message: z.string() }).nullable();
export const StoredCoverage = z
  .object({
    components: z.number(),
    checked: z.number(),
    notChecked: z.array(z.object({ reason: z.string(), count: z.number() })),
    // Missing in older rows.
    fixedIssuesOnly: z.number().default(0),
    fixedIssuesOnlyByRelease: z
      .array(z.object({ family: z.string(), release: z.string(), count: z.number() }))
      .default([]),
  })
  .nullable();
export const Sources = z
  .array(
    z.object({
      name: z.string(),
      records: z.number(),
      newestRecordAt: z.string().nullable(),
      lastSuccessAt: z.string().nullable(),
    }),
  )
  .nullable();
export const StoredDelta = z
  .object({
    introduced: z.number(),
    resolved: z.number(),
    changed: z.number().default(0),
    unchanged: z.number(),
  })
  .nullable();
/** Security profiles, each with the version that was used. */
export const StoredProfiles = z
  .array(z.object({ name: z.string(), version: z.number(), sha256: z.string() }))
  .nullable();
export type UsedProfile = NonNullable<z.infer<typeof StoredProfiles>>[number];
/** Documents of earlier versions that were not uploaded for this version. */
export const StoredUnseenDocuments = z
  .array(
    z.object({
      slot: z.string(),
      image: z.string().nullable(),
      versionId: z.string(),
      // Missing in older rows.
      versionName: z.string().optional(),
      missed: z.number(),
    }),
  )
  .nullable();
export const Status = z.enum(ANALYSIS_STATUSES);
export const Trigger = z.enum(ANALYSIS_TRIGGERS);
