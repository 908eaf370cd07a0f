/**
 * How far something is that still runs, told to whoever looks on just now. It is kept nowhere and may be lost: what it led to is
 * an event.
 */
import { sql } from 'kysely';
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
export type AdvisoriesProgress = Readonly<z.infer<typeof AdvisoriesProgress>>;

export type Progress = AnalysisProgress | AdvisoriesProgress;

export async function tellAnalysisProgress(
  tx: OrgTx,
  progress: Pick<AnalysisProgress, 'analysisId' | 'versionId' | 'status'> & {
    readonly stages: readonly { readonly name: string; readonly status: string }[];
  },
): Promise<void> {
  const { analysisId, versionId, status } = progress;
  const stages = progress.stages.map(({ name, status }) => ({ name, status }));
  const told = JSON.stringify({ kind: 'analysis', orgId: tx.orgId, analysisId, versionId, status, stages });
  await sql`
    select pg_notify(${PROGRESS_CHANNEL}, (${told}::jsonb || jsonb_build_object('serviceId', service_id))::text)
    from service_version where org_id = ${tx.orgId} and id = ${versionId}`.execute(tx.db);
}

export async function tellAdvisoriesProgress(
  tx: ReferenceTx,
  { source, directory, records, recordsTotal }: Omit<AdvisoriesProgress, 'kind'>,
): Promise<void> {
  const told = JSON.stringify({ kind: 'advisories', source, directory, records, recordsTotal });
  await sql`select pg_notify(${PROGRESS_CHANNEL}, ${told})`.execute(tx.db);
}

/** Undefined: of a newer Assay on the same database, in a form that this one does not know. */
export function readProgress(payload: string): Progress | undefined {
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
