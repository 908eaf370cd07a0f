/**
 * The analysis of a version. What is to be read is taken from the tables when the job runs, and publishing locks the version
 * again: a newer upload wins, a late or doubled worker changes nothing, and a crash in between is repeated with the same result.
 * A stage that Assay does not have yet is `skipped`; the analysis still completes.
 */
import type { OrgTx } from '../store/database.ts';
import { noteStages, queueAnalysis, startAnalysis, type Stage } from '../store/findings/analyses.ts';
import { listLiveSboms, type VersionSbom } from '../store/findings/published-inputs.ts';
import { lockVersion, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { listUnreadSboms, type UnreadSbom } from '../store/portfolio/read-sboms.ts';
import { setStatusOfLiveSboms } from '../store/portfolio/sboms.ts';
import { together } from '../store/together.ts';
import type { ThreadPool } from '../threads/pool.ts';
import { ENGINE_VERSION, READER_VERSION, type PipelineDeps } from './deps.ts';
import { matchComponents } from './match-components.ts';
import { publishFindings, type StartedAnalysis } from './publish-findings.ts';
import { readInventories } from './read-inventories.ts';
import { StageLog } from './stage-log.ts';
import { readUsedData, type UsedData } from './used-data.ts';

export async function analyzeVersion(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  job: { readonly orgId: string; readonly versionId: string },
): Promise<void> {
  const stages = new StageLog(deps.now);
  stages.start('parse');
  const started = await start(deps, job, stages);
  if (started === undefined) return;
  deps.crashPoint('job-claimed');
  const { live, unread, data } = started;
  const { sets: read, failures } = await readInventories(deps, job.orgId, unread);
  deps.crashPoint('inventory-kept');
  stages.finish('parse', { documents: live.length, read: read.size, failed: failures });
  stages.finish('identify');
  stages.start('match');
  const sets = live.flatMap(({ id, setSha256 }) => read.get(id) ?? setSha256 ?? []);
  if (unread.length > 0)
    await deps.database.inOrg(job.orgId, async (tx) => await noteStages(tx, started.analysisId, stages.toStages()));
  const matched = await matchComponents(deps, job.orgId, sets);
  stages.finish('match', matched, `${matched.evaluated} components evaluated`);
  stages.start('history');
  await publishFindings(deps, job, started, { stages, failures, data });
  deps.crashPoint('analysis-finished');
}

interface Started extends StartedAnalysis {
  readonly live: readonly VersionSbom[];
  readonly unread: readonly UnreadSbom[];
  readonly data: UsedData;
}

/** Everything that is known before the work begins is read in one short transaction. */
async function start(
  deps: PipelineDeps,
  job: { orgId: string; versionId: string },
  stages: StageLog,
): Promise<Started | undefined> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    if (version === undefined) return undefined;
    const analysisId = await startUnfinished(deps, tx, version, { at, stages: stages.toStages() });
    if (analysisId === undefined) return undefined;
    const [live, unread, data] = await together([
      listLiveSboms(tx, version.id),
      listUnreadSboms(tx, version.id, READER_VERSION),
      readUsedData(tx),
      // What failed before is tried again with the rest.
      setStatusOfLiveSboms(tx, version.id, { from: ['queued', 'failed'], to: 'analyzing' }),
    ]);
    return { analysisId, generation: version.generation, live, unread, data };
  });
}

/** What waits or was left running; a version that is behind without either, for instance after a failure, gets a new one. */
async function startUnfinished(
  deps: PipelineDeps,
  tx: OrgTx,
  { id: versionId, generation, analyzedGeneration }: LockedVersion,
  { at, stages }: { readonly at: string; readonly stages: readonly Stage[] },
): Promise<string | undefined> {
  const unfinished = await startAnalysis(tx, versionId, { generation, at, stages });
  if (unfinished !== undefined || analyzedGeneration >= generation) return unfinished;
  await queueAnalysis(tx, {
    id: deps.newId(),
    versionId,
    trigger: 'upload',
    engineVersion: ENGINE_VERSION,
    createdAt: at,
    jobId: null,
  });
  return await startAnalysis(tx, versionId, { generation, at, stages });
}
