/** Reads analyses, one or page by page. */
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimes } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import type { Page, PageRequest } from '../../page.ts';
import { isInScope, type ServiceScope } from '../../portfolio/services.ts';
import type { Analysis } from './analyses.ts';
import {
  Stages,
  Failure,
  StoredCoverage,
  Sources,
  StoredDelta,
  StoredUnseenDocuments,
  StoredProfiles,
  Status,
  Trigger,
} from './stored-analysis.ts';

/** Returns undefined for an analysis of a deleted version or service, or of a service outside of the caller's scope. */
export async function findAnalysis(tx: OrgTx, id: string, scope: ServiceScope): Promise<Analysis | undefined> {
  const found = await selectAnalyses(tx)
    .innerJoin('service_version as v', (join) =>
      join.onRef('v.org_id', '=', 'a.org_id').onRef('v.id', '=', 'a.version_id'),
    )
    .innerJoin('service as s', (join) => join.onRef('s.org_id', '=', 'v.org_id').onRef('s.id', '=', 'v.service_id'))
    .select('v.service_id as serviceId')
    .where('a.id', '=', id)
    .where('v.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { serviceId, ...row } = found;
  return isInScope(serviceId, scope) ? toAnalysis(row) : undefined;
}

/** Returns the ids of the given analyses that have ended, with any result. */
export async function listEndedAnalyses(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('analysis')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('finished_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the newest first. */
export async function listAnalyses(tx: OrgTx, versionId: string, page: PageRequest): Promise<Page<Analysis>> {
  const { total } = await tx.db
    .selectFrom('analysis')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .executeTakeFirstOrThrow();
  const rows = await selectAnalyses(tx)
    .where('a.version_id', '=', versionId)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, items: rows.map(toAnalysis) };
}

function selectAnalyses(tx: OrgTx) {
  return tx.db
    .selectFrom('analysis as a')
    .select([
      ...(['a.id', 'a.version_id as versionId', 'a.trigger', 'a.status', 'a.stages', 'a.failure'] as const),
      ...([
        'a.engine_version as engineVersion',
        'a.superseded_by as supersededBy',
        'a.created_at as createdAt',
      ] as const),
      ...(['a.started_at as startedAt', 'a.finished_at as finishedAt', 'a.coverage', 'a.delta', 'a.profiles'] as const),
      ...(['a.data_sources as sources', 'a.not_uploaded as notUploaded'] as const),
      sql<number | null>`a.snapshot::float8`.as('snapshot'),
    ])
    .where('a.org_id', '=', tx.orgId);
}

type AnalysisRow = Awaited<ReturnType<ReturnType<typeof selectAnalyses>['executeTakeFirstOrThrow']>>;

function toAnalysis(row: AnalysisRow): Analysis {
  return {
    ...toIsoTimes(row),
    trigger: Trigger.parse(row.trigger),
    status: Status.parse(row.status),
    stages: Stages.parse(row.stages),
    failure: Failure.parse(row.failure),
    coverage: StoredCoverage.parse(row.coverage),
    sources: Sources.parse(row.sources) ?? [],
    delta: StoredDelta.parse(row.delta),
    profiles: StoredProfiles.parse(row.profiles) ?? [],
    notUploaded: StoredUnseenDocuments.parse(row.notUploaded) ?? [],
  };
}

/**
 * Finds the analysis whose findings a version shows, so that later stages know whether they were superseded. Returns undefined if
 * no analysis has ended or the version is deleted.
 */
export async function findNewestFinishedAnalysis(
  tx: OrgTx,
  versionId: string,
): Promise<{ readonly id: string; readonly serviceId: string } | undefined> {
  const { rows } = await sql<{ id: string; serviceId: string }>`
    select a.id, v.service_id as "serviceId" from analysis a
    join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null
    where a.org_id = ${tx.orgId} and a.version_id = ${versionId} and a.coverage is not null
    order by a.created_at desc, a.id desc limit 1`.execute(tx.db);
  return rows[0];
}

/** Counts versions whose analysis is queued, is running, or failed in the latest attempt. */
interface OpenAnalyses {
  readonly queued: number;
  readonly running: number;
  readonly failed: number;
}

export async function countOpenAnalyses(tx: OrgTx): Promise<OpenAnalyses> {
  const { rows } = await sql<OpenAnalyses>`
    select
      (select count(*) from analysis where org_id = ${tx.orgId} and status = 'queued')::int as queued,
      (select count(*) from analysis where org_id = ${tx.orgId} and status = 'running')::int as running,
      (select count(*) from analysis a
        join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null
        where a.org_id = ${tx.orgId} and a.status = 'failed' and not exists (
          select from analysis n where n.org_id = ${tx.orgId} and n.version_id = a.version_id
            and (n.created_at, n.id) > (a.created_at, a.id)))::int as failed`.execute(tx.db);
  return rows[0] ?? { queued: 0, running: 0, failed: 0 };
}

/** Versions whose newest analysis has failed. Frozen versions cannot be analyzed again and are excluded. */
interface FailedFilter {
  readonly services: ServiceScope;
  /** Code of the failure. */
  readonly code?: string | undefined;
}

/** Sorted by id. */
export async function listFailedVersions(tx: OrgTx, filter: FailedFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id ${failedVersions(tx, filter)} order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

export async function countFailedVersions(tx: OrgTx, filter: FailedFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${failedVersions(tx, filter)}`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

function failedVersions(tx: OrgTx, { services, code }: FailedFilter): RawBuilder<unknown> {
  return sql`
    from analysis a
    join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null and v.frozen_at is null
    where a.org_id = ${tx.orgId} and a.status = 'failed'
      and (${code ?? null}::text is null or a.failure->>'code' = ${code ?? null})
      and (${services === 'all'} or v.service_id = any(${services === 'all' ? [] : services}::uuid[]))
      and not exists (select from analysis newer where newer.org_id = ${tx.orgId} and newer.version_id = a.version_id
        and (newer.created_at, newer.id) > (a.created_at, a.id))`;
}
