/** A new analysis for a version that somebody or something asks for, joined to the one that already waits. */
import type { OrgTx } from '../store/database.ts';
import { queueAnalysis, type AnalysisTrigger } from '../store/findings/analyses.ts';
import { bumpGeneration, lockVersion, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';

/** In a transaction of its own: whoever asks for many must not hold all their locks at once. */
export async function askAgain(
  deps: PipelineDeps,
  { orgId, versionId }: { readonly orgId: string; readonly versionId: string },
  trigger: AnalysisTrigger,
): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (version !== undefined) await askAnalysis(deps, tx, version, trigger);
  });
}

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
