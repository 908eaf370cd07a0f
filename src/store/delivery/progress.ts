/**
 * Progress of running work, sent to clients that are currently watching. It is not stored and may be lost; the result is an
 * event.
 */
import type { OrgTx, ReferenceTx } from '../database.ts';

export const PROGRESS_CHANNEL = 'assay_progress';

export interface AnalysisProgress {
  readonly kind: 'analysis';
  readonly orgId: string;
  readonly serviceId: string;
  readonly analysisId: string;
  readonly versionId: string;
  readonly status: string;
  readonly stages: readonly { readonly name: string; readonly status: string }[];
}

interface AdvisoriesProgress {
  readonly kind: 'advisories';
  readonly source: string;
  readonly directory: string;
  readonly records: number;
  readonly recordsTotal: number;
}

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
