/**
 * Services of an organization that are currently affected by a vulnerability: each service and package once, with the newest
 * affected version.
 */
import { sql } from 'kysely';
import type { Relevance } from '../../../core/vocabulary/relevance.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { toPage, type Page } from '../../page.ts';
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
  const { rows } = await sql<DatedRow<AffectedService, 'firstSeenAt'> & { total: number }>`
    select count(*) over ()::int as total, a."serviceId", a."serviceName", a."versionId", a."versionName", a."versionCount",
      a.package, a."packageVersion", a.relevance, a."firstSeenAt", not exists (
        select 1 from service_version n where n.org_id = ${tx.orgId} and n.service_id = a."serviceId"
          and n.deleted_at is null and (n.created_at, n.id) > (a.created_at, a."versionId")) as "isNewest"
    from (
      select distinct on (s.name collate "C", s.id, f.package_name collate "C")
        s.id as "serviceId", s.name as "serviceName", v.id as "versionId", v.name as "versionName", v.created_at,
        (dense_rank() over held_by + dense_rank() over held_by_backwards - 1)::int as "versionCount",
        f.package_name as package, c.version as "packageVersion", f.relevance,
        min(f.first_seen_at) over (partition by s.id, f.package_name) as "firstSeenAt"
      from version_finding f
      join service_version v on v.org_id = f.org_id and v.id = f.version_id and v.deleted_at is null
      join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null
      join component c on c.org_id = f.org_id and c.id = f.component_id
      where f.org_id = ${tx.orgId} and f.group_id = any(${groupIds}::text[]) and f.known_to is null and ${inScope}
      window held_by as (partition by s.id, f.package_name order by v.created_at, v.id),
        held_by_backwards as (partition by s.id, f.package_name order by v.created_at desc, v.id desc)
      order by s.name collate "C", s.id, f.package_name collate "C", v.created_at desc, v.id desc, f.relevance = 'not_relevant', f.relevance <> 'relevant', f.id
    ) a
    order by a."serviceName" collate "C", a."serviceId", a.package collate "C" limit ${limit}`.execute(tx.db);
  return toPage(rows, toIsoTimes);
}
