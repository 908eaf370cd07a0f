/**
 * The analysis of a version. What is to be read is taken from the tables when the job runs, and publishing locks the version
 * again: a newer upload wins, a late or doubled worker changes nothing, and a crash in between is repeated with the same result.
 * A stage that Assay does not have yet is `skipped`; the analysis still completes.
 */
import type { OrgTx } from '../store/database.ts';
import { insertEvents, type NewEvent } from '../store/delivery/events.ts';
import {
  STAGES,
  endOvertakenAnalyses,
  finishAnalysis,
  queueAnalysis,
  stage,
  startAnalysis,
} from '../store/findings/analyses.ts';
import { lockVersion, setAnalyzedGeneration, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { setStatusOfLiveSboms } from '../store/portfolio/sboms.ts';
import { together } from '../store/together.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';

interface Started {
  readonly analysisId: string;
  readonly generation: number;
}

export async function analyzeVersion(deps: PipelineDeps, job: { orgId: string; versionId: string }): Promise<void> {
  const started = await start(deps, job);
  if (started === undefined) return;
  deps.crashPoint('job-claimed');
  await publish(deps, job, started);
  deps.crashPoint('analysis-finished');
}

async function start(deps: PipelineDeps, job: { orgId: string; versionId: string }): Promise<Started | undefined> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    if (version === undefined) return undefined;
    const analysisId = await startUnfinished(deps, tx, version, at);
    if (analysisId === undefined) return undefined;
    await setStatusOfLiveSboms(tx, version.id, { from: ['queued'], to: 'analyzing' });
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
  });
  return await startAnalysis(tx, version.id, version.generation, at);
}

async function publish(deps: PipelineDeps, job: { orgId: string; versionId: string }, started: Started): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    // A newer upload has a job of its own, and ends this analysis with its own.
    if (version === undefined || version.generation !== started.generation) return;
    const stages = STAGES.map((name) => stage(name, 'skipped', 'Assay does not have this stage yet.'));
    const finished = await finishAnalysis(tx, started.analysisId, { status: 'completed', stages, finishedAt: at });
    if (!finished) return;
    const completed: NewEvent = {
      id: deps.newId(),
      type: 'analysis.completed',
      at,
      serviceId: version.serviceId,
      versionId: version.id,
      analysisId: started.analysisId,
    };
    await together([
      endOvertakenAnalyses(tx, version.id, started.analysisId, { stages, finishedAt: at }),
      setStatusOfLiveSboms(tx, version.id, { from: ['queued', 'analyzing'], to: 'analyzed' }),
      setAnalyzedGeneration(tx, version.id, started.generation),
      insertEvents(tx, [completed]),
    ]);
  });
}
