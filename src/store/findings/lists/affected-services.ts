/**
 * Services of an organization that are currently affected by a vulnerability: each service and package once, with the newest
 * affected version.
 */
import { sql } from 'kysely';
import type { Relevance } from '../../../core/vocabulary/relevance.ts';
import type { OrgTx } from '../../database.ts';
import type { Page } from '../../page.ts';
import type { ServiceScope } from '../../portfolio/services.ts';

export interface AffectedService {
  readonly serviceId: string;
  readonly serviceName: string;
  /** The newest affected version, and the number of affected versions. */
  readonly versionId: string;
  readonly versionName: string;
  readonly versionCount: number;
  /** Whether this is the newest version of the service. */
  readonly isNewest: boolean;
  readonly package: string;
  readonly packageVersion: string | null;
  readonly relevance: Relevance;
  /** When the finding was first seen in the service. */
  readonly firstSeenAt: string;
}

/** Sorted by the names of the service and the package. */
export async function listAffectedServices(
  tx: OrgTx,
  groupIds: readonly string[],
  scope: ServiceScope,
  limit: number,
): Promise<Page<AffectedService>> {
  const inScope = scope === 'all' ? sql`true` : sql`s.id = any(${scope}::uuid[])`;
  const { rows } = await sql<{
    total: number;
    service_id: string;
    service_name: string;
    version_id: string;
    version_name: string;
    version_count: number;
    is_newest: boolean;
    package_name: string;
    package_version: string | null;
    relevance: Relevance;
    first_seen_at: Date;
  }>`
    select count(*) over ()::int as total, a.*, not exists (
        select 1 from service_version n where n.org_id = ${tx.orgId} and n.service_id = a.service_id
          and n.deleted_at is null and (n.created_at, n.id) > (a.created_at, a.version_id)) as is_newest
    from (
      select distinct on (s.name collate "C", s.id, f.package_name collate "C")
        s.id as service_id, s.name as service_name, v.id as version_id, v.name as version_name, v.created_at,
        dense_rank() over held_by + dense_rank() over held_by_backwards - 1 as version_count,
        f.package_name, c.version as package_version, f.relevance,
        min(f.first_seen_at) over (partition by s.id, f.package_name) as first_seen_at
      from version_finding f
      join service_version v on v.org_id = f.org_id and v.id = f.version_id and v.deleted_at is null
      join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null
      join component c on c.org_id = f.org_id and c.id = f.component_id
      where f.org_id = ${tx.orgId} and f.group_id = any(${groupIds}::text[]) and f.known_to is null and ${inScope}
      window held_by as (partition by s.id, f.package_name order by v.created_at, v.id),
        held_by_backwards as (partition by s.id, f.package_name order by v.created_at desc, v.id desc)
      order by s.name collate "C", s.id, f.package_name collate "C", v.created_at desc, v.id desc, f.relevance = 'not_relevant', f.relevance <> 'relevant', f.id
    ) a
    order by a.service_name collate "C", a.service_id, a.package_name collate "C" limit ${limit}`.execute(tx.db);
  const items = rows.map((row) => ({
    serviceId: row.service_id,
    serviceName: row.service_name,
    versionId: row.version_id,
    versionName: row.version_name,
    versionCount: Number(row.version_count),
    isNewest: row.is_newest,
    package: row.package_name,
    packageVersion: row.package_version,
    relevance: row.relevance,
    firstSeenAt: row.first_seen_at.toISOString(),
  }));
  return { total: rows[0]?.total ?? 0, items };
}
