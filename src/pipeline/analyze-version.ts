/**
 * The analysis of a version. What is to be read is taken from the tables when the job runs, and publishing locks the version
 * again: a newer upload wins, a late or doubled worker changes nothing, and a crash in between is repeated with the same result.
 * A stage that Assay does not have yet is `skipped`; the analysis still completes.
 */
import type { OrgTx } from '../store/database.ts';
import { noteStages, queueAnalysis, startAnalysis } from '../store/findings/analyses.ts';
import { listLiveSboms } from '../store/findings/published-inputs.ts';
import { lockVersion, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { setStatusOfLiveSboms } from '../store/portfolio/sboms.ts';
import type { ThreadPool } from '../threads/pool.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';
import { matchComponents } from './match-components.ts';
import { publishFindings, type StartedAnalysis } from './publish-findings.ts';
import { readInventories } from './read-inventories.ts';
import { StageLog } from './stage-log.ts';
import { readUsedData } from './used-data.ts';

export async function analyzeVersion(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  job: { readonly orgId: string; readonly versionId: string },
): Promise<void> {
  const stages = new StageLog(deps.now);
  stages.start('parse');
  const started = await start(deps, job, stages);
  if (started === undefined) return;
  deps.crashPoint('job-claimed');
  const { read, failures } = await readInventories(deps, job);
  deps.crashPoint('inventory-kept');
  const sboms = await deps.database.inOrg(job.orgId, async (tx) => {
    const live = await listLiveSboms(tx, job.versionId);
    stages.finish('parse', { documents: live.length, read, failed: failures });
    stages.finish('identify');
    stages.start('match');
    await noteStages(tx, started.analysisId, stages.toStages());
    return live;
  });
  const sets = sboms.flatMap((sbom) => (sbom.setSha256 === null ? [] : [sbom.setSha256]));
  const data = await readUsedData(deps);
  const matched = await matchComponents(deps, job.orgId, sets);
  stages.finish('match', matched, `${matched.evaluated} components evaluated`);
  stages.start('history');
  await publishFindings(deps, job, started, { stages, failures, data });
  deps.crashPoint('analysis-finished');
}

async function start(
  deps: PipelineDeps,
  job: { orgId: string; versionId: string },
  stages: StageLog,
): Promise<StartedAnalysis | undefined> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    if (version === undefined) return undefined;
    const analysisId = await startUnfinished(deps, tx, version, at);
    if (analysisId === undefined) return undefined;
    await noteStages(tx, analysisId, stages.toStages());
    // What failed before is tried again with the rest.
    await setStatusOfLiveSboms(tx, version.id, { from: ['queued', 'failed'], to: 'analyzing' });
    return { analysisId, generation: version.generation };
  });
}

/** What waits or was left running; a version that is behind without either, for instance after a failure, gets a new one. */
async function startUnfinished(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  at: string,
): Promise<string | undefined> {
  const unfinished = await startAnalysis(tx, version.id, version.generation, at);
  if (unfinished !== undefined || version.analyzedGeneration >= version.generation) return unfinished;
  await queueAnalysis(tx, {
    id: deps.newId(),
    versionId: version.id,
    trigger: 'upload',
    engineVersion: ENGINE_VERSION,
    createdAt: at,
    jobId: null,
  });
  return await startAnalysis(tx, version.id, version.generation, at);
}
