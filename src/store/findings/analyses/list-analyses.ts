/** Reads analyses, one or page by page. */
import { sql, type Selectable } from 'kysely';
import type { OrgTx } from '../../database.ts';
import type { Page, PageRequest } from '../../page.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import type { Tables } from '../../tables.ts';
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
  const row = await tx.db
    .selectFrom('analysis as a')
    .innerJoin('service_version as v', (join) =>
      join.onRef('v.org_id', '=', 'a.org_id').onRef('v.id', '=', 'a.version_id'),
    )
    .innerJoin('service as s', (join) => join.onRef('s.org_id', '=', 'v.org_id').onRef('s.id', '=', 'v.service_id'))
    .selectAll('a')
    .select('v.service_id')
    .where('a.org_id', '=', tx.orgId)
    .where('a.id', '=', id)
    .where('v.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || (scope !== 'all' && !scope.includes(row.service_id))) return undefined;
  return toAnalysis(row);
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
  const rows = await tx.db
    .selectFrom('analysis')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, items: rows.map(toAnalysis) };
}

function toAnalysis(row: Selectable<Tables['analysis']>): Analysis {
  return {
    id: row.id,
    versionId: row.version_id,
    trigger: Trigger.parse(row.trigger),
    status: Status.parse(row.status),
    stages: Stages.parse(row.stages),
    engineVersion: row.engine_version,
    failure: Failure.parse(row.failure),
    supersededBy: row.superseded_by,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    coverage: StoredCoverage.parse(row.coverage),
    snapshot: row.snapshot === null ? null : Number(row.snapshot),
    sources: Sources.parse(row.data_sources) ?? [],
    delta: StoredDelta.parse(row.delta),
    profiles: StoredProfiles.parse(row.profiles) ?? [],
    notUploaded: StoredUnseenDocuments.parse(row.not_uploaded) ?? [],
  };
}
