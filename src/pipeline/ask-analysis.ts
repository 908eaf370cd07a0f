/** A new analysis for a version that somebody or something asks for, joined to the one that already waits. */
import type { OrgTx } from '../store/database.ts';
import { queueAnalysis, type AnalysisTrigger } from '../store/findings/analyses.ts';
import { bumpGeneration, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';

/** The caller holds the lock on the version. */
export async function askAnalysis(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  trigger: AnalysisTrigger,
): Promise<string> {
  const createdAt = new Date(deps.now()).toISOString();
  await bumpGeneration(tx, version.id);
  const analysis = await queueAnalysis(tx, {
    id: deps.newId(),
    versionId: version.id,
    trigger,
    engineVersion: ENGINE_VERSION,
    createdAt,
  });
  if (analysis.created) await deps.queue.enqueue(tx, 'analyze-version', { orgId: tx.orgId, versionId: version.id });
  return analysis.id;
}
