/**
 * Analyses of versions: trigger, data, stages and result. At most one analysis per version is queued, and at most one is running.
 */
import { sql } from 'kysely';
import type { Delta } from '../../../core/history/changes/compare-findings.ts';
import type { Coverage } from '../../../core/history/coverage.ts';
import type { MissingDocument } from '../../../core/history/missing-documents.ts';
import {
  STAGES,
  type AnalysisStatus,
  type AnalysisTrigger,
  type StageName,
  type StageStatus,
} from '../../../core/vocabulary/analysis.ts';
import type { OrgTx } from '../../database.ts';
import { merged, mergedWrite } from '../../shared-transactions.ts';
import { publishAnalysisProgress } from '../../delivery/progress.ts';
import { Stages, Trigger, type UsedProfile } from './stored-analysis.ts';

export interface Stage {
  readonly name: StageName;
  readonly status: StageStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly counts: StageCounts;
  readonly reason: string | null;
  /** When the stage is retried automatically; absent if it is not. */
  readonly retryAt?: string | null;
}

/** How much work a stage had: documents, components, findings. */
export type StageCounts = Readonly<Record<string, number>>;

export interface AnalysisFailure {
  readonly code: string;
  readonly message: string;
}

export interface Analysis {
  readonly id: string;
  readonly versionId: string;
  readonly trigger: AnalysisTrigger;
  readonly status: AnalysisStatus;
  readonly stages: readonly Stage[];
  readonly engineVersion: string;
  readonly failure: AnalysisFailure | null;
  readonly supersededBy: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Null until the analysis has ended. */
  readonly coverage: Coverage | null;
  readonly snapshot: number | null;
  readonly sources: readonly UsedSource[];
  /** Compared with the previous result of the version, or with the previous version. */
  readonly delta: Delta | null;
  readonly profiles: readonly UsedProfile[];
  /** Documents of earlier versions that were not uploaded for this version by then. */
  readonly notUploaded: readonly MissingDocument[];
}

const PENDING: readonly Stage[] = STAGES.map((name) => ({
  name,
  status: 'pending',
  startedAt: null,
  finishedAt: null,
  counts: {},
  reason: null,
}));

/** Returns the queued analysis of the version, or creates one. The caller must hold the lock on the version. */
export const queueAnalysis: (tx: OrgTx, analysis: NewAnalysis) => Promise<QueuedAnalysis> = merged(
  async (tx: OrgTx, analyses: readonly NewAnalysis[]) => {
    const created = await tx.db
      .insertInto('analysis')
      .values(
        analyses.map((analysis) => ({
          org_id: tx.orgId,
          id: analysis.id,
          version_id: analysis.versionId,
          trigger: analysis.trigger,
          status: 'queued' as const,
          stages: JSON.stringify(PENDING),
          engine_version: analysis.engineVersion,
          created_at: analysis.createdAt,
          job_id: analysis.jobId,
        })),
      )
      // A literal, because a plan that serves all values of a parameter cannot be matched with the partial index.
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'version_id']).where('status', '=', sql.lit('queued')).doNothing(),
      )
      .returning('id')
      .execute();
    const isCreated = new Set(created.map(({ id }) => id));
    const waiting = await listQueued(
      tx,
      analyses.filter(({ id }) => !isCreated.has(id)).map(({ versionId }) => versionId),
    );
    return analyses.map(({ id, versionId, trigger }): QueuedAnalysis => {
      if (isCreated.has(id)) return { id, created: true, trigger, hasJob: true };
      const found = waiting.get(versionId);
      if (found === undefined) throw new Error('The queued analysis is missing.');
      return { id: found.id, created: false, trigger: Trigger.parse(found.trigger), hasJob: found.jobId !== null };
    });
  },
);

/** Queues analyses without a job, which the repair sweep adds. The caller must hold the locks on the versions. */
export async function queueAnalysesForSweep(
  tx: OrgTx,
  analyses: readonly { readonly id: string; readonly versionId: string }[],
  { trigger, engineVersion, createdAt }: Pick<NewAnalysis, 'trigger' | 'engineVersion' | 'createdAt'>,
): Promise<void> {
  await sql`
    insert into analysis (org_id, id, version_id, trigger, status, stages, engine_version, created_at)
    select ${tx.orgId}::uuid, id, version_id, ${trigger}::text, 'queued', ${JSON.stringify(PENDING)}::jsonb, ${engineVersion}::text,
      ${createdAt}::timestamptz
    from unnest(${analyses.map(({ id }) => id)}::uuid[], ${analyses.map(({ versionId }) => versionId)}::uuid[]) q(id, version_id)
    on conflict (org_id, version_id) where status = 'queued' do nothing`.execute(tx.db);
}

interface NewAnalysis {
  readonly id: string;
  readonly versionId: string;
  readonly trigger: AnalysisTrigger;
  readonly engineVersion: string;
  readonly createdAt: string;
  /** Null if the analysis runs at once. */
  readonly jobId: string | null;
}

interface QueuedAnalysis {
  readonly id: string;
  readonly created: boolean;
  readonly trigger: AnalysisTrigger;
  /** False until the repair sweep adds its job. */
  readonly hasJob: boolean;
}

async function listQueued(
  tx: OrgTx,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly trigger: string; readonly jobId: string | null }>> {
  if (versionIds.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('analysis')
    .select(['id', 'version_id as versionId', 'trigger', 'job_id as jobId'])
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('status', '=', 'queued')
    .execute();
  return new Map(rows.map((row) => [row.versionId, row]));
}

/** Assigns a new job to all unfinished analyses of a version. */
export async function setJobOfUnfinished(tx: OrgTx, versionId: string, jobId: string): Promise<void> {
  await tx.db
    .updateTable('analysis')
    .set({ job_id: jobId })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/** Returns the given versions that have an unfinished analysis. The caller must hold the locks on the versions. */
export async function listUnfinished(tx: OrgTx, versionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.db
    .selectFrom('analysis')
    .select('version_id')
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return new Set(rows.map(({ version_id }) => version_id));
}

export async function setTriggerOfQueued(tx: OrgTx, versionId: string, trigger: AnalysisTrigger): Promise<void> {
  await tx.db
    .updateTable('analysis')
    .set({ trigger })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('status', '=', 'queued')
    .execute();
}

/**
 * Starts the analysis of a version with the given generation: the queued one, or one that a dead worker left running. The caller
 * must hold the lock on the version.
 */
export const startAnalysis: (tx: OrgTx, start: AnalysisStart) => Promise<string | undefined> = merged(
  async (tx: OrgTx, starts: readonly AnalysisStart[]) => {
    const { rows } = await sql<{ id: string; versionId: string }>`
      update analysis a set status = 'running', generation = s.generation, stages = s.stages, started_at = coalesce(a.started_at, s.at)
      from (
        select u.id, i.generation, i.stages, i.at
        from unnest(${starts.map(({ versionId }) => versionId)}::uuid[], ${starts.map(({ generation }) => generation)}::int[],
          ${starts.map(({ stages }) => JSON.stringify(stages))}::jsonb[], ${starts.map(({ at }) => at)}::timestamptz[])
          i(version_id, generation, stages, at)
        cross join lateral (
          select id from analysis
          where org_id = ${tx.orgId} and version_id = i.version_id and status in ('queued', 'running')
          order by status = 'queued' desc, id desc limit 1) u) s
      where a.org_id = ${tx.orgId} and a.id = s.id
      returning a.id, a.version_id as "versionId"`.execute(tx.db);
    const ids = new Map(rows.map(({ id, versionId }) => [versionId, id]));
    return starts.map(({ versionId }) => ids.get(versionId));
  },
);

interface AnalysisStart {
  readonly versionId: string;
  readonly generation: number;
  readonly at: string;
  readonly stages: readonly Stage[];
}

/** Returns the analysis that `startAnalysis` would run, with its progress so far. */
export async function findUnfinishedAnalysis(
  tx: OrgTx,
  versionId: string,
): Promise<{ readonly id: string; readonly jobId: string | null; readonly stages: readonly Stage[] } | undefined> {
  const row = await newestUnfinished(tx, versionId).select(['id', 'job_id', 'stages']).executeTakeFirst();
  return row && { id: row.id, jobId: row.job_id, stages: Stages.parse(row.stages) };
}

// Not sorted by time: two uploads may acquire the lock in a different order than they read the clock.
function newestUnfinished(tx: OrgTx, versionId: string) {
  return tx.db
    .selectFrom('analysis')
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('status', 'in', ['queued', 'running'])
    .orderBy(sql`status = 'queued'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1);
}

/** Records the progress of a running analysis. */
export async function saveStages(tx: OrgTx, id: string, stages: readonly Stage[]): Promise<void> {
  const { rows } = await sql<{ serviceId: string; versionId: string }>`
    update analysis a set stages = ${JSON.stringify(stages)}
    from service_version v
    where a.org_id = ${tx.orgId} and a.id = ${id} and a.status = 'running' and v.org_id = a.org_id and v.id = a.version_id
    returning v.service_id as "serviceId", v.id as "versionId"`.execute(tx.db);
  const [running] = rows;
  if (running !== undefined) publishAnalysisProgress(tx, { ...running, analysisId: id, status: 'running', stages });
}

interface AnalysisResult {
  readonly status: Extract<AnalysisStatus, 'completed' | 'completed_with_warnings'>;
  readonly stages: readonly Stage[];
  readonly finishedAt: string;
  readonly coverage: Coverage;
  readonly snapshot: number;
  readonly sources: readonly UsedSource[];
  readonly delta: Delta;
  /** The component sets for which the result was published. */
  readonly sets: readonly Buffer[];
  /** The version that the result was compared with; null for this version or none. */
  readonly baseVersionId: string | null;
  /** The profiles that were used. */
  readonly profiles: readonly UsedProfile[];
  readonly notUploaded: UnseenContent;
}

/** Documents of earlier versions that were not uploaded for a version, and the findings whose state is therefore unknown. */
export interface UnseenContent {
  readonly documents: readonly MissingDocument[];
  readonly findingIds: readonly string[];
}

/** A source of the advisory data that was used, with its state at that time. */
export interface UsedSource {
  readonly name: string;
  readonly records: number;
  readonly newestRecordAt: string | null;
  readonly lastSuccessAt: string | null;
}

/**
 * Returns undefined when the analysis has ended. Call it while holding the lock on the version, so that a late worker changes
 * nothing.
 */
export const findRunningTrigger: (tx: OrgTx, id: string) => Promise<AnalysisTrigger | undefined> = merged(
  async (tx: OrgTx, ids: readonly string[]) => {
    const rows = await tx.db
      .selectFrom('analysis')
      .select(['id', 'trigger'])
      .where('org_id', '=', tx.orgId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('status', '=', 'running')
      .execute();
    const triggers = new Map(rows.map(({ id, trigger }) => [id, Trigger.parse(trigger)]));
    return ids.map((id) => triggers.get(id));
  },
);

export async function finishAnalysis(tx: OrgTx, id: string, end: AnalysisResult): Promise<void> {
  const { documents, findingIds } = end.notUploaded;
  await finishAnalyses(tx, {
    id,
    status: end.status,
    stages: end.stages,
    finished_at: end.finishedAt,
    coverage: end.coverage,
    snapshot: end.snapshot,
    data_sources: end.sources,
    delta: end.delta,
    sets: end.sets.map((set) => `\\x${set.toString('hex')}`),
    base_version_id: end.baseVersionId,
    profiles: end.profiles.length === 0 ? null : end.profiles,
    not_uploaded: documents.length === 0 ? null : documents,
    not_uploaded_findings: findingIds.length === 0 ? null : findingIds,
  });
}

const finishAnalyses = mergedWrite(async (tx: OrgTx, ends: readonly Readonly<Record<string, unknown>>[]) => {
  await sql`
    update analysis a set status = e.status, stages = e.stages, finished_at = e.finished_at, coverage = e.coverage,
      snapshot = e.snapshot, data_sources = e.data_sources, delta = e.delta, sets = e.sets, base_version_id = e.base_version_id,
      profiles = e.profiles, not_uploaded = e.not_uploaded, not_uploaded_findings = e.not_uploaded_findings
    from jsonb_populate_recordset(null::analysis, ${JSON.stringify(ends)}::jsonb) e
    where a.org_id = ${tx.orgId} and a.id = e.id and a.status = 'running'`.execute(tx.db);
});

/** Called before the next result, which stores its own list; keeping the list of every result would take megabytes. */
export async function clearUnseenContent(tx: OrgTx, versionId: string): Promise<void> {
  await tx.db
    .updateTable('analysis')
    .set({ not_uploaded_findings: null })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('not_uploaded_findings', 'is not', null)
    .execute();
}

export async function recordFailedAnalysis(
  tx: OrgTx,
  id: string,
  end: { readonly stages: readonly Stage[]; readonly finishedAt: string; readonly failure: AnalysisFailure },
): Promise<void> {
  await tx.db
    .updateTable('analysis')
    .set({
      status: 'failed',
      stages: JSON.stringify(end.stages),
      finished_at: end.finishedAt,
      failure: JSON.stringify(end.failure),
    })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/** Ends older running analyses of the version that were superseded by `by`. */
export async function endSupersededAnalyses(
  tx: OrgTx,
  versionId: string,
  by: string,
  end: { readonly stages: readonly Stage[]; readonly finishedAt: string },
): Promise<void> {
  await endSuperseded(tx, { versionId, by, ...end });
}

const endSuperseded = mergedWrite(
  async (
    tx: OrgTx,
    ends: readonly { versionId: string; by: string; stages: readonly Stage[]; finishedAt: string }[],
  ) => {
    await sql`
      update analysis a set status = 'completed', superseded_by = e.by, stages = e.stages, finished_at = e.at
      from unnest(${ends.map(({ versionId }) => versionId)}::uuid[], ${ends.map(({ by }) => by)}::uuid[],
        ${ends.map(({ stages }) => JSON.stringify(stages))}::jsonb[], ${ends.map(({ finishedAt }) => finishedAt)}::timestamptz[])
        e(version_id, by, stages, at)
      where a.org_id = ${tx.orgId} and a.version_id = e.version_id and a.id <> e.by and a.status = 'running'`.execute(
      tx.db,
    );
  },
);
