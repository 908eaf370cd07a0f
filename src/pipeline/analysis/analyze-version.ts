/**
 * Analyzes a version. The SBOMs to read are taken from the tables when the job runs, and publishing locks the version again: a
 * newer upload wins, a late or duplicate worker changes nothing, and a run after a crash has the same result. A stage that Assay
 * does not have yet is `skipped`; the analysis still completes.
 */
import { AssayError } from '../../core/errors.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  findRunningTrigger,
  saveStages,
  queueAnalysis,
  startAnalysis,
  type Stage,
  findUnfinishedAnalysis,
  type AnalysisFailure,
} from '../../store/findings/analyses/analyses.ts';
import { findPublishedBase, type PublishedBase } from '../../store/findings/publication/published-base.ts';
import {
  listLiveSboms,
  listEffectiveSboms,
  toSets,
  type VersionSbom,
} from '../../store/findings/publication/published-inputs.ts';
import { countCurrentFindings } from '../../store/findings/publication/version-findings.ts';
import { findMatchedSnapshot } from '../../store/people/applied-snapshots.ts';
import {
  findServiceOfVersion,
  lockVersion,
  type LockedVersion,
} from '../../store/portfolio/versions/change-versions.ts';
import { waitForOpinionChanges } from '../../store/relevance/opinion-changes.ts';
import { listUnparsedSboms, type UnparsedSbom } from '../../store/portfolio/sbom-parsing.ts';
import { setStatusOfLiveSboms } from '../../store/portfolio/sboms.ts';
import { pipelined } from '../../store/pipelined.ts';
import type { ThreadPool } from '../../threads/pool/thread-pool.ts';
import { nowOf, ENGINE_VERSION, READER_VERSION, type PipelineDeps } from '../deps.ts';
import { SBOM_MATCHES_LIMIT, VERSION_FINDINGS_LIMIT, ANALYSIS_BROKEN, ANALYSIS_INTERRUPTED } from '../errors.ts';
import { failAnalysis, StageLog } from '../publication/stage-log.ts';
import { MATCH_LIMITS, matchComponents, type MatchLimits } from './match-components.ts';
import { publishFindings, type StartedAnalysis } from '../publication/publish-findings.ts';
import { parseInventories } from './parse-inventories.ts';
import { getUsedData, type UsedData } from '../advisories/data-state.ts';
import type { FailedJob } from '../../queue/job-queue.ts';
import type { VersionKey } from '../../queue/jobs.ts';
import { isInfrastructureCode } from '../../store/failures.ts';

export async function analyzeVersion(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  job: VersionKey,
  limits: MatchLimits = MATCH_LIMITS,
): Promise<void> {
  const stages = new StageLog(deps.now);
  stages.start('parse');
  const started = await start(deps, job, stages);
  if (started === undefined) return;
  deps.crashPoint('job-claimed');
  try {
    await run(deps, job, started, { stages, limits });
  } catch (error) {
    // A retry would reach the same limit.
    if (!(error instanceof AssayError) || !LIMIT_CODES.has(error.code)) throw error;
    await failStarted(deps, job, started, { stages, failure: error });
  }
  deps.crashPoint('analysis-finished');
}

const LIMIT_CODES = new Set([VERSION_FINDINGS_LIMIT.code, SBOM_MATCHES_LIMIT.code]);

async function run(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  job: VersionKey,
  started: Started,
  { stages, limits }: { readonly stages: StageLog; readonly limits: MatchLimits },
): Promise<void> {
  const { live, unread, data, serviceId } = started;
  const { sets: read, failures } = await parseInventories(deps, job.orgId, unread);
  deps.crashPoint('inventory-kept');
  stages.finish('parse', { documents: live.length, read: read.size, failed: failures });
  stages.finish('identify');
  stages.start('match');
  const progress = stages.toStages();
  const save = async (tx: OrgTx): Promise<void> => await saveStages(tx, started.analysisId, progress);
  const sets =
    failures > 0
      ? await deps.database.inOrg(job.orgId, async (tx) => toSets(await listEffectiveSboms(tx, job.versionId)))
      : live.flatMap(({ id, setSha256 }) => read.get(id) ?? setSha256 ?? []);
  const matched = started.isMatched
    ? { evaluated: 0, known: started.components }
    : await matchComponents(deps, job.orgId, sets, limits, { serviceId, begin: unread.length > 0 ? save : undefined });
  stages.finish('match', matched, `${matched.evaluated} components evaluated`);
  stages.start('history');
  await publishFindings(deps, job, started, { stages, failures, data, findingsMax: limits.findingsMax });
}

async function failStarted(
  deps: PipelineDeps,
  job: VersionKey,
  started: Started,
  { stages, failure }: { readonly stages: StageLog; readonly failure: AssayError },
): Promise<void> {
  await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    if (version === undefined || version.generation !== started.generation) return;
    if ((await findRunningTrigger(tx, started.analysisId)) === undefined) return;
    await failAnalysis(deps, tx, version, { id: started.analysisId, stages, failure });
  });
}

interface Started extends StartedAnalysis {
  readonly serviceId: string;
  /** All components of the version were already matched, also against the newest data. */
  readonly isMatched: boolean;
  /** The number at the last publication. */
  readonly components: number;
  readonly live: readonly VersionSbom[];
  readonly unread: readonly UnparsedSbom[];
  readonly data: UsedData;
}

/** Work before the publication is repeated if it is lost. */
const REPEATABLE = { durable: false } as const;

/** Reads everything that is known before the work begins in one short transaction. */
async function start(deps: PipelineDeps, job: VersionKey, stages: StageLog): Promise<Started | undefined> {
  const at = nowOf(deps);
  const read = async (tx: OrgTx): Promise<Started | undefined> => {
    const serviceId = await findServiceOfVersion(tx, job.versionId);
    if (serviceId === undefined) return undefined;
    await waitForOpinionChanges(tx, serviceId);
    const version = await lockVersion(tx, job.versionId);
    if (version === undefined) return undefined;
    const analysisId = await startUnfinished(deps, tx, version, { at, stages: stages.toStages() });
    if (analysisId === undefined) return undefined;
    const [live, unread, data, published, findings, matchedUpTo = -1] = await pipelined([
      listLiveSboms(tx, version.id),
      listUnparsedSboms(tx, version.id, READER_VERSION),
      getUsedData(tx),
      findPublishedBase(tx, version.id),
      countCurrentFindings(tx, version.id),
      findMatchedSnapshot(tx, ENGINE_VERSION),
      // SBOMs that failed before are tried again with the others.
      setStatusOfLiveSboms(tx, version.id, { from: ['queued', 'failed'], to: 'analyzing' }),
    ]);
    const isMatched = unread.length === 0 && matchedUpTo >= data.snapshot && containsAll(published, toSets(live));
    const components = published?.coverage?.components ?? 0;
    const { generation } = version;
    return { analysisId, serviceId, generation, live, unread, data, isMatched, components, findings };
  };
  return await deps.database.inOrg(job.orgId, read, { ...REPEATABLE, waits: true });
}

function containsAll(published: PublishedBase | undefined, sets: readonly Buffer[]): boolean {
  const known = published?.sets ?? [];
  return sets.every((set) => known.some((each) => each.equals(set)));
}

/**
 * Starts the analysis that waits or was left running; a version that is behind without either, for instance after a failure, gets
 * a new one.
 */
async function startUnfinished(
  deps: PipelineDeps,
  tx: OrgTx,
  { id: versionId, generation, analyzedGeneration }: LockedVersion,
  { at, stages }: { readonly at: string; readonly stages: readonly Stage[] },
): Promise<string | undefined> {
  const unfinished = await startAnalysis(tx, { versionId, generation, at, stages });
  if (unfinished !== undefined || analyzedGeneration >= generation) return unfinished;
  await queueAnalysis(tx, {
    id: deps.newId(),
    versionId,
    trigger: 'upload',
    engineVersion: ENGINE_VERSION,
    createdAt: at,
    jobId: null,
  });
  return await startAnalysis(tx, { versionId, generation, at, stages });
}

/**
 * Fails an analysis after the last try of its job, with the reason of that try. If another job is queued, for instance of a newer
 * upload, the analysis is left to that job.
 */
export async function closeFailedAnalysis(
  deps: PipelineDeps,
  job: VersionKey,
  failed: FailedJob = { tries: 1, lost: true },
): Promise<void> {
  // The analysis stays unfinished, and the repair sweep gives it another job.
  if (failed.failure !== undefined && isInfrastructureCode(failed.failure.code)) return;
  await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    const analysis = version && (await findUnfinishedAnalysis(tx, version.id));
    if (version === undefined || analysis === undefined) return;
    const { id, jobId } = analysis;
    if (jobId !== null && (await deps.queue.listActiveJobs(tx, [jobId])).has(jobId)) return;
    const stages = new StageLog(deps.now, analysis.stages);
    await failAnalysis(deps, tx, version, { id, stages, failure: toFailure(failed) });
  });
}

function toFailure({ failure, lost, tries }: FailedJob): AnalysisFailure {
  return failure ?? (lost ? ANALYSIS_INTERRUPTED({ tries }) : ANALYSIS_BROKEN({ tries }));
}
