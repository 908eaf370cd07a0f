/** Reads analyses, one or page by page. */
import { sql } from 'kysely';
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
