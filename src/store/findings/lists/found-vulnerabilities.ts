/**
 * The vulnerabilities behind an organization's findings, each once, sorted by the most urgent finding of each. Scans as many
 * findings as a list counts (`findingsCountedMax`); the counts of a page are computed for its rows only.
 */
import { sql } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import { type Page, type PageRequest, toPage } from '../../page.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { alternativesOf, relevanceOf, type FindingFilter } from './finding-filter.ts';
import { orderBy, ORDERS } from './finding-order.ts';
import { listFindingsById, type ListedFinding } from './listed-finding.ts';
import { choosePage } from './list-findings.ts';
import { versionsOf } from './collect-findings.ts';
import type { Relevance } from '../../../core/vocabulary/relevance.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';

export interface FoundVulnerability {
  /** Its most urgent finding. */
  readonly finding: ListedFinding;
  /** Findings of the filter in the newest versions of services. */
  readonly findings: number;
  readonly fixable: number;
  readonly services: number;
  /** The first few names, and their total number. */
  readonly packages: readonly string[];
  readonly packageCount: number;
  readonly firstSeenAt: string;
  /** All affected versions, not only the newest ones. */
  readonly versions: number;
}

interface FoundPage extends Page<FoundVulnerability> {
  /** Whether there are more findings than were scanned. */
  readonly more: boolean;
}

/** Returns only vulnerabilities with open findings. */
export async function listFoundVulnerabilities(
  tx: OrgTx,
  services: ServiceScope,
  filter: Omit<FindingFilter, 'state' | 'asOf'>,
  page: PageRequest,
): Promise<FoundPage> {
  const { groups, more } = await listGroups(tx, services, filter);
  const shown = groups.slice(page.offset, page.offset + page.limit);
  const known = await listFindingsById(
    tx,
    shown.map(({ id }) => id),
  );
  const groupIds = shown.map(({ groupId }) => groupId);
  const counts = await countByGroup(tx, services, filter, groupIds);
  const versions = await countVersions(tx, services, filter, groupIds);
  const items = shown.flatMap(({ id, groupId }): FoundVulnerability[] => {
    const finding = known.get(id)?.listed;
    const counted = counts.get(groupId);
    if (finding === undefined || counted === undefined) return [];
    return [{ finding, ...counted, versions: versions.get(groupId) ?? 0 }];
  });
  return { items, total: groups.length, more };
}

interface FirstOfGroup {
  readonly id: string;
  readonly groupId: string;
}

async function listGroups(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
): Promise<{ readonly groups: readonly FirstOfGroup[]; readonly more: boolean }> {
  const limit = LIMITS.findingsCountedMax;
  const { chosen } = await choosePage(tx, { newestOf: services }, filter, { limit, offset: 0, sort: 'priority' });
  const { rows } = await sql<FirstOfGroup>`
    ${chosen}
    select v.id, v.group_id as "groupId" from page k
    join version_finding v on v.org_id = ${tx.orgId} and v.id = k.id
    order by ${orderBy(ORDERS.priority, 'k')}`.execute(tx.db);
  const firsts = new Map<string, FirstOfGroup>();
  for (const row of rows.slice(0, limit)) if (!firsts.has(row.groupId)) firsts.set(row.groupId, row);
  return { groups: [...firsts.values()], more: rows.length > limit };
}

type GroupCounts = Omit<FoundVulnerability, 'finding' | 'versions'>;

/** Counts services by their newest version. */
async function countByGroup(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, GroupCounts>> {
  const parts = alternativesOf(tx, filter).map(
    (condition) => sql`(
      select v.group_id, v.version_id, v.has_fix, v.package_name, v.first_seen_at from version_finding v
      where v.org_id = ${tx.orgId} and v.group_id = any(${groupIds}::text[])
        and v.version_id in (select version_id from chosen) and ${relevanceOf(filter)} and ${condition})`,
  );
  const { rows } = await sql<DatedRow<GroupCounts, 'firstSeenAt'> & { readonly groupId: string }>`
    with chosen as materialized (${versionsOf(tx, { newestOf: services }, filter)})
    select r.group_id as "groupId", count(*)::int as findings, (count(*) filter (where r.has_fix))::int as fixable,
      count(distinct r.version_id)::int as services, (array_agg(distinct r.package_name))[1:${PACKAGES_SHOWN_MAX}::int] as packages,
      count(distinct r.package_name)::int as "packageCount", min(r.first_seen_at) as "firstSeenAt"
    from (${sql.join(parts, sql` union all `)}) r group by r.group_id`.execute(tx.db);
  return new Map(rows.map(({ groupId, ...counts }) => [groupId, toIsoTimes(counts)]));
}

const PACKAGES_SHOWN_MAX = 3;

async function countVersions(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const inScope = services === 'all' ? sql`true` : sql`n.service_id = any(${services}::uuid[])`;
  const { rows } = await sql<{ id: string; count: number }>`
    select v.group_id as id, count(distinct v.version_id)::int as count
    from version_finding v
    join service_version n on n.org_id = v.org_id and n.id = v.version_id and n.deleted_at is null
    join service s on s.org_id = n.org_id and s.id = n.service_id and s.deleted_at is null
    where v.org_id = ${tx.orgId} and v.group_id = any(${groupIds}::text[]) and v.known_to is null
      and ${relevanceOf(filter)} and ${inScope}
    group by v.group_id`.execute(tx.db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * Services of an organization that are currently affected by a vulnerability: each service and package once, with the newest
 * affected version.
 */
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
