/** The vulnerabilities behind an organization's findings, each once, sorted by the most urgent finding of each. */
import { sql } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import { type Page, type PageRequest, toPage } from '../../page.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { isLive } from '../../portfolio/versions/live-versions.ts';
import { relevanceOf, type FindingFilter } from './finding-filter.ts';
import { heldFindings, serviceOfHeld } from './held-findings.ts';
import { listFindingsById, type ListedFinding } from './listed-finding.ts';
import { countGroups, listUrgentGroups, type GroupCounts } from './urgent-groups.ts';
import type { Relevance } from '../../../core/vocabulary/relevance.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';

export interface FoundVulnerability extends GroupCounts {
  /** Its most urgent finding. */
  readonly finding: ListedFinding;
  /** All affected versions, not only the newest ones, counted up to `versionsCountedMax`. */
  readonly versions: number;
  readonly moreVersions: boolean;
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
  const { shown, total, more } = await listUrgentGroups(tx, services, filter, 'vulnerability', page);
  const known = await listFindingsById(
    tx,
    shown.map(({ id }) => id),
  );
  const groupIds = shown.map(({ key }) => key);
  const counts = await countGroups(tx, services, filter, 'vulnerability', groupIds);
  const versions = await countVersions(tx, services, filter, groupIds);
  const items = shown.flatMap(({ id, key }): FoundVulnerability[] => {
    const finding = known.get(id)?.listed;
    const counted = counts.get(key);
    if (finding === undefined || counted === undefined) return [];
    return [{ finding, ...counted, ...(versions.get(key) ?? { versions: 0, moreVersions: false }) }];
  });
  return { items, total, more };
}

/** Counts up to `versionsCountedMax` for each vulnerability. */
async function countVersions(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<FoundVulnerability, 'versions' | 'moreVersions'>>> {
  const countMax = LIMITS.versionsCountedMax;
  const { rows } = await sql<{ id: string; versions: number; rows: number }>`
    select g.id, r.versions, r.rows from unnest(${groupIds}::text[]) g(id) cross join lateral (
      select count(distinct l.version_id)::int as versions, count(*)::int as rows from (
        select v.version_id from version_finding v
        where v.org_id = ${tx.orgId} and v.group_id = g.id and v.known_to is null and ${relevanceOf(filter)}
          and ${isLive(tx, services, sql`v.version_id`)}
        limit ${countMax + 1}
      ) l
    ) r`.execute(tx.db);
  return new Map(
    rows.map(({ id, versions, rows }) => [
      id,
      { versions: Math.min(versions, countMax), moreVersions: rows > countMax },
    ]),
  );
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
  const inScope = scope === 'all' ? sql`` : sql`and s.id = any(${scope}::uuid[])`;
  const ofPackage = sql`f.org_id = ${tx.orgId} and f.group_id = any(${groupIds}::text[]) and f.known_to is null
    and f.finding_id = any(a.finding_ids) and f.package_name = a.package_name`;
  const { rows } = await sql<DatedRow<AffectedService, 'firstSeenAt'> & { total: number }>`
    with recursive held (group_id, finding_id, package_name) as (
      ${heldFindings(tx, sql`select unnest(${groupIds}::text[])`)}
    ),
    affected as materialized (
      select s.id, s.name, h.package_name, array_agg(distinct h.finding_id) as finding_ids, count(*) over ()::int as total
      from (select h.*, ${serviceOfHeld(tx)} as service_id from held h offset 0) h
      join service s on s.org_id = ${tx.orgId} and s.id = h.service_id ${inScope}
      group by s.id, s.name, h.package_name
      order by s.name collate "C", s.id, h.package_name collate "C" limit ${limit}
    )
    select a.total, a.id as "serviceId", a.name as "serviceName", n."versionId", n."versionName", r."versionCount",
      a.package_name as package, (
        select c.version from component c where c.org_id = ${tx.orgId} and c.id = n.component_id) as "packageVersion",
      n.relevance, r."firstSeenAt", not exists (
        select 1 from service_version o where o.org_id = ${tx.orgId} and o.service_id = a.id
          and o.deleted_at is null and (o.created_at, o.id) > (n.created_at, n."versionId")) as "isNewest"
    from affected a
    cross join lateral (
      select count(distinct f.version_id)::int as "versionCount", min(f.first_seen_at) as "firstSeenAt"
      from version_finding f where ${ofPackage} and ${isLive(tx, 'all', sql`f.version_id`)}
    ) r
    cross join lateral (
      select v.id as "versionId", v.name as "versionName", v.created_at, p.relevance, p.component_id from service_version v
      cross join lateral (
        select f.relevance, f.component_id from version_finding f where f.version_id = v.id and ${ofPackage}
        order by f.relevance = 'not_relevant', f.relevance <> 'relevant', f.id limit 1
      ) p
      where v.org_id = ${tx.orgId} and v.service_id = a.id and v.deleted_at is null
      order by v.created_at desc, v.id desc limit 1
    ) n
    order by a.name collate "C", a.id, a.package_name collate "C"`.execute(tx.db);
  return toPage(rows, toIsoTimes);
}
