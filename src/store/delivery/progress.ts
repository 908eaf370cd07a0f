/**
 * Progress of running work, sent to clients that are currently watching. It is not stored and may be lost; the result is an
 * event.
 */
import { z } from 'zod';
import type { OrgTx, ReferenceTx } from '../database.ts';

export const PROGRESS_CHANNEL = 'assay_progress';

const AnalysisProgress = z.object({
  kind: z.literal('analysis'),
  orgId: z.string(),
  serviceId: z.string(),
  analysisId: z.string(),
  versionId: z.string(),
  status: z.string(),
  stages: z.array(z.object({ name: z.string(), status: z.string() })),
});
export type AnalysisProgress = Readonly<z.infer<typeof AnalysisProgress>>;

const AdvisoriesProgress = z.object({
  kind: z.literal('advisories'),
  source: z.string(),
  directory: z.string(),
  records: z.number(),
  recordsTotal: z.number(),
});
type AdvisoriesProgress = Readonly<z.infer<typeof AdvisoriesProgress>>;

export type Progress = AnalysisProgress | AdvisoriesProgress;

export function publishAnalysisProgress(
  tx: OrgTx,
  progress: Pick<AnalysisProgress, 'serviceId' | 'analysisId' | 'versionId' | 'status'> & {
    readonly stages: readonly { readonly name: string; readonly status: string }[];
  },
): void {
  const { serviceId, analysisId, versionId, status } = progress;
  const stages = progress.stages.map(({ name, status }) => ({ name, status }));
  const payload = JSON.stringify({
    kind: 'analysis',
    orgId: tx.orgId,
    serviceId,
    analysisId,
    versionId,
    status,
    stages,
  });
  tx.announce(PROGRESS_CHANNEL, payload);
}

export function publishAdvisoriesProgress(
  tx: ReferenceTx,
  { source, directory, records, recordsTotal }: Omit<AdvisoriesProgress, 'kind'>,
): void {
  const payload = JSON.stringify({ kind: 'advisories', source, directory, records, recordsTotal });
  tx.announce(PROGRESS_CHANNEL, payload);
}

/** Returns undefined for a payload of a newer Assay on the same database, in an unknown format. */
export function parseProgress(payload: string): Progress | undefined {
  return Payload.safeParse(payload).data;
}

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
  .pipe(z.discriminatedUnion('kind', [AnalysisProgress, AdvisoriesProgress]));
