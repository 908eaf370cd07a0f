/** Versions that the repair sweep looks for in one organization. Frozen versions are excluded. */
import { sql } from 'kysely';
import type { AnalysisTrigger } from '../../../core/vocabulary/analysis.ts';
import type { OrgTx } from '../../database.ts';

export interface UnanalyzedVersion {
  readonly id: string;
  /** Job of the queued analysis or of one that was left running; without an analysis there is no job. */
  readonly jobId: string | null;
  readonly trigger: AnalysisTrigger | null;
}

/** Returns versions whose newest generation has not been analyzed, sorted by id. */
export async function listUnanalyzedVersions(
  tx: OrgTx,
  after: string | undefined,
  limit: number,
): Promise<UnanalyzedVersion[]> {
  const { rows } = await sql<UnanalyzedVersion>`
    select v.id, a.job_id as "jobId", a.trigger from service_version v
    left join lateral (select job_id, trigger from analysis
      where org_id = v.org_id and version_id = v.id and status in ('queued', 'running')
      order by status = 'queued' desc, id desc limit 1) a on true
    where v.org_id = ${tx.orgId} and v.analyzed_generation < v.generation and v.deleted_at is null and v.frozen_at is null
      and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows;
}

/** Returns analyzed versions whose documents were parsed by an older parser. Documents that failed since are excluded. */
export async function listVersionsOfOlderParsers(tx: OrgTx, readerVersion: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from sbom b
    join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null and v.frozen_at is null
      and v.analyzed_generation >= v.generation
    where b.org_id = ${tx.orgId} and b.reader_version < ${readerVersion} and b.set_sha256 is not null
      and b.superseded_by is null and b.deleted_at is null and b.status <> 'failed'
    limit ${limit}`.execute(tx.db);
  return rows.map((row) => row.id);
}

/**
 * Returns versions with a finding for which a decision or statement has expired since their last analysis. Each expiry is
 * returned until one analysis was created, even if that analysis fails.
 */
export async function listVersionsWithExpiredOpinions(tx: OrgTx, now: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from version_finding f
    join service_version v on v.org_id = f.org_id and v.id = f.version_id and v.deleted_at is null and v.frozen_at is null
    where f.org_id = ${tx.orgId} and f.known_to is null and f.stands_until <= ${now}::timestamptz
      and not exists (select from analysis a
        where a.org_id = f.org_id and a.version_id = f.version_id and a.created_at >= f.stands_until)
    limit ${limit}`.execute(tx.db);
  return rows.map((row) => row.id);
}
