/** Reads what `progress.ts` sends. Separate from it, because commands that send nothing would load Zod with it. */
import { z } from 'zod';
import type { Progress } from './progress.ts';

/** Returns undefined for a payload of a newer Assay on the same database, in an unknown format. */
export function parseProgress(payload: string): Progress | undefined {
  return Payload.safeParse(payload).data;
}

const AnalysisPayload = z.object({
  kind: z.literal('analysis'),
  orgId: z.string(),
  serviceId: z.string(),
  analysisId: z.string(),
  versionId: z.string(),
  status: z.string(),
  stages: z.array(z.object({ name: z.string(), status: z.string() })),
});
const AdvisoriesPayload = z.object({
  kind: z.literal('advisories'),
  source: z.string(),
  directory: z.string(),
  records: z.number(),
  recordsTotal: z.number(),
});

const Payload = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.discriminatedUnion('kind', [AnalysisPayload, AdvisoriesPayload]));
